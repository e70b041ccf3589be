import { longName, pax } from "../../../packages/archive/test/tar-builder.ts";
import { type HostilePackage, refused, tgzWith, zipWith } from "./hostile-package.ts";

/** One hostile name in each place where an archive can carry a name. */
function everywhere(id: string, code: string, name: string | Uint8Array): HostilePackage[] {
  const fitsHeader = Buffer.byteLength(name as string) <= 100;
  const expect = refused(code);
  return [
    zipWith(`${id}-zip`, expect, [{ name, data: "x" }]),
    ...(fitsHeader ? [tgzWith(`${id}-ustar`, expect, [{ name, data: "x" }])] : []),
    tgzWith(`${id}-gnu`, expect, [longName(name), { name: "short", data: "x" }]),
    tgzWith(`${id}-pax`, expect, [pax([["path", name]]), { name: "short", data: "x" }]),
  ];
}

/** Two or more names that are one file, or in each other's way, somewhere. */
function together(id: string, code: string, names: string[]): HostilePackage[] {
  return [
    zipWith(
      `${id}-zip`,
      refused(code),
      names.map((name) => ({ name, data: name.endsWith("/") ? "" : "x" })),
    ),
    tgzWith(
      `${id}-tgz`,
      refused(code),
      names.map((name) => ({ name, type: name.endsWith("/") ? "5" : "0", data: name.endsWith("/") ? "" : "x" })),
    ),
  ];
}

/** A1-A3, A9-A14: names. */
export const hostilePaths: HostilePackage[] = [
  ...everywhere("A1-parent", "path_traversal", "../../etc/cron.d/x"),
  ...everywhere("A1-inside", "path_traversal", "lib/../../x"),
  ...everywhere("A1-at-the-end", "path_traversal", "lib/.."),
  ...everywhere("A1-fullwidth-dots", "path_traversal", "．．/x"),
  zipWith("A1-folder-zip", refused("path_traversal"), [{ name: "../up/" }]),
  tgzWith("A1-prefix-ustar", refused("path_traversal"), [{ name: "x", prefix: "lib/..", data: "x" }]),
  ...everywhere("A2-root", "path_absolute", "/etc/passwd"),
  ...everywhere("A2-drive", "path_absolute", "C:\\Windows\\x"),
  ...everywhere("A2-unc", "path_absolute", "\\\\server\\share"),
  ...everywhere("A2-two-slashes", "path_absolute", "//server/x"),
  ...everywhere("A2-backslashes", "path_backslash", "..\\x"),
  ...everywhere("A3-drive-relative", "path_absolute", "C:../x"),
  ...together("A9-twice", "path_collision", ["a.txt", "a.txt"]),
  ...together("A9-two-spellings", "path_collision", ["./a.txt", "a.txt"]),
  ...together("A9-folder-twice", "path_collision", ["d/", "d/", "d/f"]),
  ...together("A9-second-tools", "path_collision", ["tools.py"]),
  ...together("A9-second-manifest", "path_collision", ["SKILL.md"]),
  ...together("A10-normal-form", "path_collision", ["\u00e9.md", "e\u0301.md"]),
  ...together("A10-ligature", "path_collision", ["\ufb01le", "file"]),
  ...together("A10-case", "path_collision", ["README.md", "readme.MD"]),
  ...together("A10-sharp-s", "path_collision", ["stra\u00dfe", "STRASSE"]),
  ...together("A10-kelvin", "path_collision", ["K", "\u212a"]),
  ...together("A10-folder-case", "path_collision", ["Docs/a", "docs/b"]),
  ...together("A10-slash", "path_conflict", ["d", "d/"]),
  ...everywhere("A10-dot", "path_unportable", "SKILL.md."),
  ...everywhere("A10-space", "path_unportable", "tools.py "),
  ...together("A11-file-as-folder", "path_conflict", ["a", "a/b"]),
  ...together("A11-folder-as-file", "path_conflict", ["a/b", "a"]),
  ...together("A11-tools-as-folder", "path_conflict", ["tools.py/x"]),
  ...everywhere("A12-device", "path_unportable", "CON"),
  ...everywhere("A12-device-with-suffix", "path_unportable", "lib/AUX.md"),
  ...everywhere("A12-port", "path_unportable", "com1.txt"),
  ...everywhere("A12-stream", "path_unportable", "SKILL.md::$DATA"),
  ...everywhere("A13-newline", "path_characters", "a\nb"),
  ...everywhere("A13-escape", "path_characters", "a\u001b[2Jb"),
  ...everywhere("A13-bidi", "path_characters", "a\u202etxt.exe"),
  ...everywhere("A13-zero-width", "path_characters", "SKILL\u200b.md"),
  ...everywhere("A13-tags", "path_characters", "a\u{e0041}b"),
  zipWith("A13-nul-zip", refused("path_characters"), [{ name: "a\0b" }]),
  ...everywhere("A13-overlong", "path_encoding", Buffer.from("c0ae", "hex")),
  ...everywhere("A13-surrogate", "path_encoding", Buffer.from("eda080", "hex")),
  ...everywhere("A13-latin1", "path_encoding", Buffer.from("61e9", "hex")),
  ...everywhere("A14-long", "path_too_long", `${"a".repeat(120)}/${"b".repeat(121)}`),
  ...everywhere("A14-deep", "path_too_deep", Array(17).fill("d").join("/")),
  ...everywhere("A14-empty-parts", "path_not_normal", "a//b"),
  ...everywhere("A14-dot-parts", "path_not_normal", "a/./b"),
];
