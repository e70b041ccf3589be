import { inPieces } from "@gaia/reading";

export const AUTH = inPieces(
  "i",
  String.raw`Authorization|Bearer|-Headers?\b|x-api-key|api[-_]?key|basic_auth|-Token\b|CURLOPT_(?:HTTPHEADER|`,
  String.raw`USERPWD|XOAUTH2_BEARER)|-Credential|-Authentication|['"]?header['"]?\s{0,2}=>|\.password|login\(`,
);

/** What is called stands in a variable. */
export const BY_NAME = inPieces(
  "",
  String.raw`(?:^|[\s;=(@!])(\$\w{1,40})\(|&\s?\{?(\$\{?\w{1,40})\}{0,2}\s{0,2}\(|->(\$\w{1,40})\s{0,2}\(|`,
  String.raw`\b(?:public_)?send\s{0,2}\(\s{0,2}([a-z_]\w{0,40})\s{0,2}[,)]|call_user_func(?:_array)?\s{0,2}\(\s{0,2}(\$\w{1,40})`,
);

export const WRITES = inPieces(
  "i",
  String.raw`Set-Content|Add-Content|Out-File|WriteAll|File\.(?:write|open|append)|IO\.write|file_put_contents|>>?|`,
  String.raw`open\s{0,4}\(?|FileUtils\.(?:cp|ln|mv|install)|\bcopy\b|Copy-Item|New-Item|Set-Item|symlink`,
);

export const RUN_CALL = inPieces(
  "i",
  String.raw`(?:^|[\s;({=.@!])(?:system|exec|shell_exec|passthru|popen[23]?e?|capture[23]e?|proc_open|spawn|qx|`,
  "backtick|Open3\\.\\w{3,12})\\s{0,4}[({]?\\s{0,4}[$@a-z]|`[^`\\n]{0,200}[$#]\\{?[@a-z]",
);

export const ANSWER = inPieces(
  "i",
  String.raw`=\s{0,4}\(?\s{0,4}(?:irm|iwr|curl|wget|Invoke-(?:RestMethod|WebRequest))\b|\.Download(?:String|Data)|`,
  "\\.Get(?:String|ByteArray)Async|\\bin\\s{0,4}\\(\\s{0,4}['\"`]curl",
);

/** What PowerShell is told to run, where it is started from a batch file. */
export const COMMAND = /(?:^|\s)-c(?:ommand)?\s{1,4}(?:["&{\s]{0,6}([^"]{4,4000})"?|(\S.{3,2000}))|^"([^"]{4,4000})"/i;

export const PROGRAM_PATTERN = inPieces(
  "i",
  String.raw`(?:^|[\s|&;(])(powershell|pwsh|mshta|rundll32|regsvr32|cscript|wscript|msiexec|certutil|bitsadmin|curl|`,
  String.raw`osascript|Start-Process|schtasks)(?:\.exe)?\s{1,4}(.{2,6000})`,
);
