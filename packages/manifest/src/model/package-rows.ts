/** What is said about the files of a package beside its manifest: the rows of the table of codes that belong to this folder. */
export const PACKAGE_ROWS = {
  SK1004: { title: "nested-manifest", severity: "info", hint: "Publish it separately if it is a skill of its own." },
  SK1009: {
    title: "path-unsafe",
    severity: "error",
    atImport: "warning",
    hint: "Rename the file: some system cannot write this name.",
  },
  SK1010: { title: "path-non-ascii", severity: "warning", hint: "Prefer ASCII file names." },
  SK1011: { title: "path-case-collision", severity: "error", hint: "Rename one of them." },
  SK1012: {
    title: "too-many-files",
    severity: "error",
    atImport: "warning",
    hint: "Move data out of the package.",
  },
  SK1013: {
    title: "package-too-large",
    severity: "error",
    atImport: "warning",
    hint: "Move large files to a release or an address, with their digest.",
  },
  SK1014: { title: "file-large", severity: "warning", atImport: "info", hint: "Compress it, or host it elsewhere." },
  SK1016: { title: "nested-archive", severity: "warning", hint: "Unpack it into the package." },
  // The inspection judges it, and a person with it: see docs/decisions/008.
  SK1017: { title: "native-binary", severity: "warning", hint: "Ship the source, or depend on a published package." },
  SK1018: { title: "junk-file", severity: "warning", hint: "Add it to .skillignore." },
  SK1019: {
    title: "secret-file",
    severity: "error",
    atImport: "warning",
    hint: "Remove it, replace the secret where it is used, and ship a .example instead.",
  },
  SK1023: { title: "file-reserved", severity: "error", hint: "Leave it out, or rename it." },
  SK2020: { title: "merge-conflict-marker", severity: "error", hint: "Resolve the conflict." },
  SK3005: {
    title: "name-reserved-prefix",
    severity: "warning",
    atImport: "info",
    hint: "Choose another name, or publish as {owner}.",
  },
  SK3006: {
    title: "name-reserved-word",
    severity: "warning",
    atImport: "info",
    hint: "Rename it before you hand it to that vendor.",
  },
  SK3017: { title: "name-reserved", severity: "error", hint: "Choose another name." },
  SK3024: {
    title: "description-angle-brackets",
    severity: "warning",
    atImport: "info",
    hint: "Remove the brackets.",
  },
  SK3032: { title: "license-conflict", severity: "warning", hint: "Make the two equal." },
  SK4010: {
    title: "code-without-declaration",
    severity: "warning",
    atImport: "info",
    hint: "Declare what it runs: tools, permissions or requirements.",
  },
  SK6002: {
    title: "dependency-unpinned",
    severity: "warning",
    atImport: "info",
    hint: "Give it a version: {suggestion}.",
  },
  // The inspection holds it: see docs/decisions/008.
  SK6003: { title: "dependency-remote", severity: "warning", hint: "Depend on a published version." },
  SK7005: { title: "link-broken", severity: "warning", hint: "Fix the link, or add the file." },
  SK7006: { title: "link-escapes", severity: "warning", hint: "Copy the file into the package, or use a web address." },
} as const;
