import type { SkillView } from "@gaia/reading";
import type { ContentsMatch } from "./contents-rules.ts";
import { DOCUMENT_CONTAINER, formatOf, promisedKind } from "./file-kinds.ts";

const UNREAD = {
  unreadable: "its format is none that is read here, it is damaged, or two programs would read it in two ways",
  too_deep: "it lies too deep in other archives",
  too_large: "it is larger than a package may be",
} as const;

/** Archives as what they are, and as how far they could be read. */
export function checkArchives({ skill, binaries }: SkillView): ContentsMatch[] {
  const bytesOf = new Map(binaries.map(({ path, bytes }) => [path, bytes]));
  return skill.nested.flatMap(({ path, state, files }): ContentsMatch[] => {
    const macros = files
      .filter((file) => /vbaProject\.bin$|\/Basic\/.+\.xml$/i.test(file.path))
      .map((file): ContentsMatch => ({ id: "document-macros", file: path, detail: file.path.slice(-80) }))
      .slice(0, 1);
    if (state === "encrypted") return [{ id: "archive-encrypted", file: path, detail: path }];
    if (state !== "read") return [{ id: "archive-unread", file: path, detail: UNREAD[state] }, ...macros];
    const isOffice = files.some((file) => /!\/(?:\[Content_Types\]\.xml|mimetype)$/.test(file.path));
    const promised = promisedKind(path);
    const bytes = bytesOf.get(path);
    // A picture, a sound or a document that is an archive from behind.
    const { kind, name } = bytes === undefined ? { kind: "archive", name: "" } : formatOf(bytes);
    if (kind === "image" || kind === "media" || kind === "document")
      return [
        { id: "archive-disguised", file: path, detail: `${name} with an archive of ${files.length} files in it` },
      ];
    if (isOffice && (promised === "document" || DOCUMENT_CONTAINER.test(path))) return macros;
    if (promised !== null && promised !== "archive" && promised !== "data" && !DOCUMENT_CONTAINER.test(path))
      return [
        { id: "archive-disguised", file: path, detail: `an archive of ${files.length} files named as ${promised}` },
        ...macros,
      ];
    return [{ id: "archive-read", file: path, detail: `${files.length} files, read like the others` }, ...macros];
  });
}
