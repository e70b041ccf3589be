import { oneOf } from "@gaia/reading";

/** A shell is given what was fetched, as text to be evaluated: installers are piped or substituted into `sh -c`, not evaluated. */
export const EVALUATED_FETCH = oneOf(
  "\\beval\\s{1,3}[\"']?(?:\\$\\(|`)\\s{0,3}(?:sudo\\s{1,3})?(?:curl|wget|fetch)\\b[^\\n]{0,160}",
  "\\bbase64\\s{1,3}(?:-d|-D|--decode)\\b[^\\n|]{0,20}\\|\\s{0,3}xargs\\s[^\\n|]{0,40}(?:curl|" +
    "wget)\\b[^\\n|]{0,60}\\|\\s{0,3}(?:ba|z)?sh\\b",
  "\\bprintf\\b[^\\n|]{0,160}\\|\\s{0,3}xargs\\s[^\\n|]{0,40}(?:curl|wget)\\b",
  "\\b(?:eval|bash\\s{1,2}-c|sh\\s{1,2}-c|zsh\\s{1,2}-c)\\s{1,3}[\"']?\\$\\(\\s{0,2}(?:printf|" +
    "echo\\s{1,2}-\\w{0,2}e)\\b[^\\n]{0,40}\\\\(?:x[0-9a-f]{2}|[0-7]{3}|u[0-9a-f]{4})",
  "\\bpython[23]?\\s{1,3}-c\\s{1,3}[\"']?\\$\\(\\s{0,2}(?:curl|wget)\\b",
  "\\b(?:curl|wget)\\b[^\\n|]{0,120}\\|\\s{0,3}cmd\\b",
  "\\b(?:ba|z)?sh\\s{1,3}<\\(\\s{0,2}(?:curl|wget)\\s{1,3}-\\w{0,4}k\\w{0,4}\\b",
  "\\bscp\\s{1,3}\\w{1,20}@(?:\\d{1,3}\\.){3}\\d{1,3}:\\S{1,80}\\s[^\\n]{0,20}&&\\s{0,3}(?:sudo\\s{1,2})?\\.?/",
  '\\bargs\\(\\[\\s{0,2}"-c",\\s{0,2}"(?:curl|wget)\\b[^\\n]{0,80}\\|\\s{0,2}(?:ba)?sh',
);

/** A cluster, an image or a device is given what lies at an address. */
export const APPLIED_FROM_ADDRESS = oneOf(
  "\\b(?:kubectl|oc|k3s\\s{1,2}kubectl)\\s{1,3}(?:apply|create)\\s{1,3}(?:-\\w{1,10}\\s{1,3}){0,3}-f\\s{1,3}[\"']?(?:https?://)",
  "\\bhelm\\s{1,3}(?:install|upgrade|repo\\s{1,2}add)\\s[^\\n]{0,60}http://",
  "\\b(?:nc|ncat|netcat)\\s{1,2}\\S{3,40}\\s{1,2}\\d{2,5}\\s{0,3}\\|\\s{0,3}(?:ba|z)?sh",
  "\\bcurl\\s{1,3}(?:-\\w{1,6}\\s{1,3}\\S{1,40}\\s{1,3})?https?://\\S{3,120}\\s[^\\n]{0,40}(?:;|" +
    "&&)\\s{0,3}(?:sudo\\s{1,2})?(?:(?:ba|z)?sh\\s{1,2})?\\.?/\\S{2,30}",
);
