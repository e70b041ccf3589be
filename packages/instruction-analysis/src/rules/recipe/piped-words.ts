import { oneOf, words } from "@gaia/reading";

export const BASE64_RUN = oneOf(
  "\\b(?:base64|openssl\\s{1,3}(?:enc|base64)|gbase64|b64decode|xxd|uudecode|base32|rev|" +
    "tr)\\b[^|\\n]{0,60}\\|\\s{0,4}(?:(?:gunzip|zcat|gzip|rev|tr|cat)\\b[^|\\n]{0,30}\\|\\s{0,4})?" +
    "(?:sudo\\s{1,3})?(?:/(?:usr/)?bin/)?(?:env\\s{1,3})?(?:(?:ba|z|da|k)?sh|python[23]?|perl|node|ruby|" +
    "osascript|iex|source)\\b",
  "\\b(?:(?:ba|z|da|k)?sh|eval|source|python[23]?|perl|node)\\s{1,3}(?:-\\w{1,3}\\s{1,3})?[\"']?(?:<\\(|" +
    "\\$\\(|`|<<<)[^\\n]{0,160}(?:base64|xxd|openssl)\\s{1,3}(?:-d|-D|--decode|-r|enc|base64)",
  "\\b(?:powershell|pwsh)(?:\\.exe)?\\b[^\\n]{0,60}\\s-(?:e|en|enc|enco|encod|encode|encoded|" +
    "encodedc\\w{0,7})\\s{1,3}[A-Za-z0-9+/=]{16,400}",
  "\\b(?:exec|eval)\\s{0,2}\\(\\s{0,2}(?:base64\\.b64decode|atob|Buffer\\.from|bytes\\.fromhex|" +
    "codecs\\.decode|zlib\\.decompress|marshal\\.loads|__import__\\(['\"]base64)",
  "\\bfrombase64string\\b[^\\n]{0,80}\\|\\s{0,3}(?:iex|invoke-expression)|\\b(?:iex|invoke-expression)\\b[^\\n]{0,80}frombase64string",
);

export const SAVE = words("(?:curl|wget|iwr|invoke-webrequest|certutil|bitsadmin|aria2c|curl\\.exe)");

export const MAKE_RUNNABLE = oneOf(
  "\\bchmod\\s{1,3}(?:-\\w\\s)?(?:[ugoa]{0,4}\\+r?w?x|[0-7]?7[0-7]{2}|[0-7]?[57]55)\\b",
  "\\bstart-process\\b",
  "\\b(?:sudo\\s)?(?:ba|z)?sh\\s{1,2}[\\w./~$-]{1,60}\\.(?:sh|bin|run|out|command)\\b",
  "\\b(?:sudo )?(?:installer -pkg|open [\\w./~-]{1,60}\\.(?:dmg|pkg|app|command)|hdiutil attach|msiexec|" +
    "dpkg -i|rpm -i|python3? /tmp/|node /tmp/|bash /tmp/|sh /tmp/)",
  "(?:^|[;&|]\\s{0,3}|\\n)\\./[\\w.-]{1,60}",
);

export const HIDDEN_PATH = oneOf(
  "(?:~|\\$HOME|/tmp|/var/tmp|/dev/shm)(?:/\\.?[\\w-]{1,30}){0,3}/\\.[\\w-]{1,30}(?:/[\\w.-]{1,40})?",
);

export const STARTED = oneOf(
  "\\bchmod\\b|\\bnohup\\b|\\bsetsid\\b|(?:^|[;&|]\\s{0,3}|\\n)(?:sudo\\s{1,2})?(?:(?:ba|z)?sh|python3?|node|perl)\\s{1,2}[~/$]",
);
