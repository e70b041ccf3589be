import type { SkillView } from "../view/skill-view.ts";
import type { ContentsMatch } from "./contents-rules.ts";
import { DOCUMENT_CONTAINER, promisedKind } from "./file-kinds.ts";

const UNREAD = {
  unreadable: "its format is none that is read here, or it is damaged",
  too_deep: "it lies too deep in other archives",
  too_large: "it is larger than a package may be",
} as const;

/** Archives as what they are, and as how far they could be read. */
export function checkArchives({ skill }: SkillView): ContentsMatch[] {
  return skill.nested.flatMap(({ path, state, files }): ContentsMatch[] => {
    const isDocument = DOCUMENT_CONTAINER.test(path);
    const promised = promisedKind(path);
    const macros = files
      .filter((file) => /vbaProject\.bin$|\/Basic\/.+\.xml$/i.test(file.path))
      .map((file): ContentsMatch => ({ id: "document-macros", file: path, detail: file.path.slice(-80) }));
    if (state === "encrypted") return [{ id: "archive-encrypted", file: path, detail: path }];
    if (state !== "read")
      return [
        {
          id: "archive-unread",
          file: path,
          detail: UNREAD[state],
          ...(isDocument ? { severity: "medium" as const } : {}),
        },
      ];
    const isDisguised =
      !isDocument && promised !== null && promised !== "archive" && !(promised === "document" && isDocument);
    if (isDisguised)
      return [
        { id: "archive-disguised", file: path, detail: `an archive of ${files.length} files named as ${promised}` },
        ...macros,
      ];
    return isDocument
      ? macros
      : [{ id: "archive-read", file: path, detail: `${files.length} files, read like the others` }, ...macros];
  });
}
