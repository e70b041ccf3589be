import { oneOf } from "@gaia/reading";

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
