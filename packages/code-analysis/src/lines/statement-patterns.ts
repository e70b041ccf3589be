import { inPieces } from "@gaia/reading";

/** What is said on an open connection, where the statement speaks of one. */
export const SPOKEN = inPieces(
  "i",
  String.raw`\.(?:write|puts|print|send\w{0,6}|syswrite|<<|Flush|WriteLine)\b|\b(?:fwrite|fputs|syswrite|`,
  String.raw`socket_write|stream_socket_sendto|send)\b|(?:^|[\s;{])print\s{1,4}\{?\s?\$\w`,
);

/** A file is written: whatever path or name the statement speaks of holds what it holds. */
export const WRITING = inPieces(
  "i",
  String.raw`WriteAll(?:Bytes|Text|Lines)|\b(?:Set-Content|Add-Content|Out-File|sc|Tee-Object)\b|-OutFile\b|DownloadFile|`,
  String.raw`Start-BitsTransfer|File(?:::|\.)(?:bin)?write|IO\.(?:bin)?write|File\.open|Tempfile|file_put_contents|\bfwrite\b|\bfputs\b|`,
  String.raw`\bcopy\s{0,4}\(|(?:^|[\s;{])(?:print|say|printf)\s{1,4}\{?\s?\$\w|\.(?:write|puts|print|syswrite)\b|getstore|`,
  String.raw`mirror\s{0,4}\(|spew|-o\s{1,4}\S|\bcertutil\b|\bbitsadmin\b|copy_stream|:content_file|Expand-Archive|[^-]>{1,2}\s{0,2}["$%]`,
);

/** A file is started: as a program, as a script, as a library. */
export const STARTING = inPieces(
  "i",
  String.raw`\b(?:Start-Process|saps|Invoke-Item|ii|Import-Module|Add-Type\s{1,4}-Path|LoadFrom|LoadFile|ShellExecute|`,
  String.raw`Invoke-CimMethod)\b|(?:^|[\s;({|=])[&.]\s{1,4}["'(]?\$|(?:^|[\s;({=.])(?:system|exec|spawn|popen|popen[23]e?|capture[23]e?|`,
  String.raw`proc_open|passthru|shell_exec|qx|IO\.popen|instance_eval|dlopen)\s{0,4}[({]?\s{0,4}[$"'@(a-z_]|(?:^|[\s;({=.])(?:load|`,
  String.raw`require|require_once|require_relative|include|include_once|do)(?:\s{0,4}\(\s{0,4}|\s{1,4})[$"'@a-z_]|(?:^|\s)(?:start|call|`,
  String.raw`cmd(?:\.exe)?\s{1,4}\/c|cscript|wscript|powershell|python3?|perl|ruby|php|node|bash|sh)(?:\.exe)?\s{1,4}(?:\S{1,30}\s{1,4})`,
  String.raw`{0,4}["]?[%$]|-FilePath\s|^\s{0,8}"?%\w{1,20}%\S{0,80}\.(?:exe|cmd|bat|vbs|ps1|com|scr)\b`,
);

export const CALLED_BY_NAME =
  /\$\w{1,40}(?:\[[^\]]{1,80}\])?\s{0,2}\(|call_user_func|array_map\s{0,4}\(|usort\s{0,4}\(|->\$\w|\.(?:public_)?send\s{0,2}\(|\bmethod\(/;

/** What a program does with files that it meets below a folder of the user's. */
export const WALKING = inPieces(
  "i",
  String.raw`-Recurse\b|RecursiveDirectoryIterator|\bFind\.find\b|\bfind\s{0,4}\(|Dir(?:\.glob|\[)[^\n]{0,80}\*\*|Dir\.(?:glob|children|`,
  String.raw`each_child|entries)|File::Find|\bfinddepth\b|\bglob\s{0,4}[(<]|scandir|\bPathname\b.{0,60}(?:find|glob|children)|GetFiles\(|`,
  String.raw`EnumerateFiles|\bopendir\b|for\s{1,4}\/[rd]\b|\b(?:Documents|Desktop|Pictures|Downloads|Music|Videos|Movies|OneDrive|`,
  String.raw`Projects)\b[\s'",\\/]{1,6}(?:~\/|\$HOME\/)?(?:Documents|Desktop|Pictures|Downloads|Music|Videos|Movies|OneDrive|Projects)\b`,
);

export const USER_ROOT = inPieces(
  "i",
  String.raw`Dir\.home|\$HOME\b|\$_SERVER\[["']HOME|\$ENV\{["']?HOME|ENV\[["']HOME|getenv\(["']HOME|\$env:USERPROFILE|%USERPROFILE%|`,
  String.raw`["']~\/?["']|["']~\/(?:Documents|Desktop|Pictures|Downloads|Music|Videos|Projects|src|code|work)\b|["']\/(?:home|Users|`,
  String.raw`var\/www|srv|mnt|media|Volumes|root)\/?(?:\*+\/?)*["']|[A-Z]:\\{1,2}(?:Users|\*|["'])|MyDocuments|MyPictures|UserProfile\b|`,
  String.raw`\bDesktop\b["'),]|Get-PSDrive|Get-Volume|\[(?:System\.)?IO\.DriveInfo\]`,
);

export const REMOVING = inPieces(
  "i",
  String.raw`\bunlink\b|\brmdir\b|\brmtree\b|remove_tree|File\.(?:delete|unlink)|FileUtils\.(?:rm|remove)\w{0,8}|`,
  String.raw`\bRemove-Item\b|(?:^|[\s;{|(])(?:ri|del|erase|rd)\s|\.Delete\(|\bshred\b|\bsdelete\b|cipher\s{1,4}\/w`,
);

/** What is in a file is written over with what nobody reads. */
export const OVERWRITING = inPieces(
  "",
  String.raw`\bClear-Content\b|\bf?truncate\b|SetLength\(0|(?:WriteAll\w{4,8}|Set-Content|Out-File|file_put_contents|File\.(?:bin)?write|`,
  String.raw`IO\.(?:bin)?write|\.write\b|\bfwrite\b|\bprint\b)[^\n]{0,160}(?:\\0|byte\[\]|["']\s{0,2}x\s{1,2}(?:\$|\d|length|-s)|`,
  String.raw`str_repeat|random_bytes|SecureRandom|\*\s{0,2}(?:File\.size|\d{2})|,\s{0,2}(?:''|""|\$null)|-Value\s{1,2}(?:''|""|\$null))`,
);

/** A shell is given a command that stands in a variable. */
export const SHELL_GIVEN = inPieces(
  "i",
  String.raw`\b(?:powershell|pwsh|cmd|bash|sh|wsl)(?:\.exe)?["']?,?\s.{0,120}?(?:-c(?:ommand)?|\/[ck]|`,
  String.raw`-ArgumentList)["']?[\s,(@"']{1,6}(?:\/[ck]\s{1,4})?(?:\$\{?(\w{1,40})|%(\w{1,40})%)`,
);

export const LOCKING = inPieces(
  "i",
  String.raw`openssl_encrypt|OpenSSL::Cipher|\.encrypt\b|CreateEncryptor|Crypt::(?:CBC|AES|Rijndael|Blowfish)|`,
  String.raw`\[(?:System\.)?Security\.Cryptography\.(?:Aes|Rijndael)|sodium_crypto_(?:secretbox|aead\w{0,40}encrypt)|`,
  String.raw`Rijndael|SecureRandom\.(?:random_bytes|bytes)|random_bytes|RandomNumberGenerator`,
);
