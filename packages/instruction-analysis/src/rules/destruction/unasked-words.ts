import { oneOf, words } from "@gaia/reading";

export const WIPE_COMMAND = oneOf(
  "\\brm\\s{1,3}(?:-{1,2}[\\w-]{1,20}\\s{1,3}){0,4}-(?:[a-zA-Z]{0,4}r[a-zA-Z]{0,4}f[a-zA-Z]{0,3}|" +
    "[a-zA-Z]{0,4}f[a-zA-Z]{0,4}r[a-zA-Z]{0,3}|r\\s{1,2}-f|-recursive\\s{1,2}--force)" +
    "\\s{1,3}(?:--no-preserve-root\\s{1,3})?[\"']?(?:/(?:\\*|\\s|$|[\"'`;&|)])|~/?(?:\\*|\\s|$|[\"'`;&|)])|" +
    "\\$HOME/?(?:\\*|\\s|$|[\"'`;&|)])|/(?:home|etc|usr|var|boot|root|Users|System)(?:/\\*|" +
    "/?(?:\\s|$|[\"'`;&|)]))|\\*(?:\\s|$|[\"'`;&|)])|~/(?:projects?|work(?:space)?|code|repos?|src|Downloads|" +
    "Music|Videos|Movies)/?(?:\\*|\\s|$|[\"'`;&|)])|~/(?:Documents|Desktop|Pictures|\\.ssh|" +
    "Library(?!/(?:Caches|Logs|Developer/(?:Xcode|CoreSimulator)|pnpm|" +
    "Containers/[\\w.-]{1,60}/Data/Library/Caches)\\b))\\b|\\.git(?:\\s|$|[\"'`;&|)]))",
  "\\bmkfs(?:\\.\\w{2,5})?\\s{1,3}(?:-\\w{1,3}\\s{1,3})?/dev/(?:sd|nvme|disk|hd|vd|xvd|mmc)",
  "\\bdd\\s[^\\n]{0,60}\\bof=/dev/(?:sd(?!x\\b)|nvme|disk|hd|vd|mmc)",
  ">\\s{0,3}/dev/(?:sd[a-z]|nvme\\d|disk\\d)",
  "\\b(?:shred|wipe|srm)\\s{1,3}(?:-\\w{1,6}\\s{1,3}){0,3}(?:/dev/|~|/home|\\$HOME|/etc)",
  ":\\(\\)\\s{0,2}\\{\\s{0,2}:\\s{0,2}\\|\\s{0,2}:\\s{0,2}&\\s{0,2}\\}\\s{0,2};\\s{0,2}:",
  "\\b(?:format\\s{1,3}[c-z]:|del\\s{1,3}/[sfq]\\s[^\\n]{0,30}[c-z]:\\\\|" +
    "rd\\s{1,3}/s\\s{1,3}/q\\s{1,3}[c-z]:\\\\|Remove-Item\\s[^\\n]{0,60}-Recurse[^\\n]{0,40}(?:C:\\\\|" +
    "\\$HOME|~|\\$env:USERPROFILE)|vssadmin\\s{1,3}delete|diskutil\\s{1,3}erase|cipher\\s{1,3}/w)",
  "\\bfind\\s{1,3}(?:/|~|\\$HOME)(?:\\s|/)[^\\n]{0,60}-delete\\b|\\bchmod\\s{1,3}-R\\s{1,3}(?:000|777)\\s{1,3}/(?:\\s|$)",
);

export const GUARDED = [
  words(
    "dockerfile|RUN apt\\S{0,20}|/var/lib/apt\\S{0,20}|container|sandbox|throwaway|never|do not run|blocks?",
    "blocked|guard|hook|prevents?|dangerous|destructive (?:commands?|operations?)|warn(?:s|ing)?|confirm|ask",
  ),
];

/** Behind a quotation mark and a semicolon stands what somebody types into a field; as the value of a key it is what a check is given. */
export const INJECTED = oneOf(
  "[\"']\\s{0,2};\\s{0,2}rm\\s|\\|\\s{0,3}(?:bash|sh|node|python3?)\\s{1,3}\\S{0,40}(?:validat|check|guard|hook|test)",
);

export const HINT = "Delete only what the skill made, by its whole path, and ask first.";
