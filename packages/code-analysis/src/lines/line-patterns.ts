import type { Act } from "../engine/event.ts";
import type { Taint } from "../engine/value.ts";

/** Where data comes from in a statement. */
export const ORIGINS: [RegExp, Taint, string][] = [
  [
    /Download(?:String|Data|File)|\b(?:iwr|irm|curl|wget|Invoke-WebRequest|Invoke-RestMethod|Start-BitsTransfer|bitsadmin|certutil\b.{0,60}-urlcache)\b|Net::HTTP|URI\.open|open-uri|HTTParty|Faraday|RestClient|Excon\b|Typhoeus|HTTP\.get|LWP::|\bgetstore\b|\bgetprint\b|\bmirror\s{0,2}\(\s{0,2}["']https?:|\bget\s{0,2}\(?\s{0,2}["']https?:|HTTP::Tiny|Mojo::UserAgent|WWW::Mechanize|Guzzle|(?:file_get_contents|fopen|copy|readfile|file)\s{0,4}\(\s{0,4}["']https?:|curl_exec|wp_remote_get|XMLHTTP|WinHttp|HttpClient\b|GetStringAsync|GetByteArrayAsync|WebRequest\]?::Create|URI\.parse\([^)]{0,200}\)\.(?:read|open)|(?:\$|->)\w{1,40}->get\s{0,4}\(\s{0,4}["'$]/i,
    "network",
    "a download",
  ],
  [
    /TCPClient|UdpClient|ClientWebSocket|TCPSocket|TCPServer|UDPSocket|IO::Socket|Socket\.tcp|socket\s{0,4}\(|p?fsockopen|stream_socket_client|socket_read|GetStream\(|(?:sock|socket|client|conn|connection|server|s|c)\.(?:gets|recv|readpartial|readline)\b|recv\s{0,4}\(/i,
    "network",
    "a connection",
  ],
  [
    /\$_(?:GET|POST|REQUEST|COOKIE|FILES)\b|\$_SERVER\[\s{0,2}["']HTTP_|php:\/\/input|\bgetallheaders\s{0,2}\(|\bparam\s{0,2}\(\s{0,2}["']|\bparams\[:?["']?\w|request\.(?:body|params|env)\b/,
    "network",
    "a request from outside",
  ],
  [
    /FromBase64String|decode64|strict_decode64|decode_base64|base64_decode|unpack1?\s{0,4}\(?\s{0,4}["'](?:m|H|u)|gzinflate|gzuncompress|str_rot13|convert_uudecode|GzipStream|DeflateStream|\[char\]|\bpack\s{0,4}\(?\s{0,4}["'](?:H|C|c|U)|chr\(\d{1,3}\)(?:\s{0,4}[.+]\s{0,4}chr\(\d{1,3}\)){3}|-join\s{0,4}\(|hex2bin|ConvertFrom-Base64|FromHexString|FromBase64CharArray|-bxor|CryptoStream|CreateDecryptor|openssl_decrypt|OpenSSL::Cipher|sodium_crypto_\w{0,20}open|Zlib::Inflate|Zlib\.(?:gunzip|inflate)|Zlib::GzipReader|uncompress\s{0,4}\(|memGunzip|\bcertutil\b.{0,40}[-/]decode|\bchr\b[\s(]{0,4}(?:hex|oct|hexdec|octdec|bindec|ord)\b|\.(?:hex|oct|ord|to_i\(\s?(?:16|8|2|36)\s?\))\.chr\b|\.bytes\b.{0,60}\^|\bord\b.{0,40}\^|ToByte\([^)]{0,60},\s{0,2}16\)|\[Convert\]::FromHex|\b(?:tr|y)\/[^/\n]{1,60}\/N-ZA-M|[nN]-[zZ][aA]-[mM]|Base64\.(?:urlsafe_)?decode|MIME::QuotedPrint|unpack1?\s{0,4}\(?\s{0,4}%?["'{]?[Muw]\b|urldecode\s{0,4}\(|rawurldecode|quoted_printable_decode|convert_uu|strrev\s{0,4}\(\s{0,4}["'$]|iconv_mime_decode|inflate\s{0,4}\(/i,
    "decoded",
    "encoded text",
  ],
  [
    /(?:Get-ChildItem|gci|dir|ls)\s{1,4}(?:-Path\s{1,4})?env:|GetEnvironmentVariables|\bENV\.(?:to_h|to_a|to_json|each|map|inspect|select)|%ENV\b|ENV\.(?:filter_map|reject|sort|each_pair|slice|dup|clone|entries|values|merge|reduce|sum|inject|transform_values|filter)|(?<![\w$.])ENV(?=\s{0,2}[),}\]]|\s{0,4}$)|\$_ENV\b(?!\[)|\$_SERVER\b(?!\[)|getenv\(\s{0,2}\)|\bphpinfo\s{0,2}\(|system\s{1,4}attribute\b|^\s{0,20}[(@]?\s{0,4}set\s{0,4}(?:>|\|\s)|Get-Item\s{1,4}(?:-Path\s{1,4})?env:|\bkeys\s{1,4}%ENV\b|ENV\.each|EnvironmentVariables\b|\bprintenv\b/i,
    "env-all",
    "the environment",
  ],
  [
    /Get-Clipboard|\bthe clipboard\b|Clipboard\]::Get\w|\bpbpaste\b|\bxclip\b.{0,40}-o\b|\bxsel\b.{0,20}-o|\bwl-paste\b|Win32::Clipboard|Clipboard\.paste/i,
    "user-data",
    "the clipboard",
  ],
  [
    /CopyFromScreen|\bscreencapture\b|\bscrot\b|gnome-screenshot|\bimport\s{1,4}-window|\bgrim\b|imagegrabscreen|Get-Screenshot|Graphics\]?::FromImage/i,
    "user-data",
    "the screen",
  ],
  [
    /\b(?:imagesnap|fswebcam)\b|ffmpeg\b.{0,80}(?:avfoundation|v4l2|dshow)|capCreateCaptureWindow/i,
    "user-data",
    "camera",
  ],
  [/\barecord\b|mciSendString|waveIn(?:Open|Start)|sox\b.{0,20}-d\b/i, "user-data", "microphone"],
  [
    /GetAsyncKeyState|GetKeyboardState|SetWindowsHookEx|keystroke logger|\/dev\/input\/(?:event|by-)|\bxinput\s{1,4}test|\bshowkey\b|\blogkeys\b/i,
    "user-data",
    "keyboard",
  ],
  [
    /display dialog.{0,300}hidden answer|Get-Credential|PromptForCredential|find-generic-password|dump-keychain|Get-StoredCredential|PasswordVault|CredEnumerate|CredRead|cmdkey\s{1,4}\/list|\bvaultcmd\b|RetrievePassword|ProtectedData\]?::Unprotect|CryptUnprotectData|key=clear|\bsecret-tool\b|kwallet-query|find-internet-password|\bpass\s{1,4}show\b|ConvertFrom-SecureString.{0,40}-AsPlainText|(?:gh|gcloud|az|aws|git|vault|op)["',\s]{1,6}(?:auth["',\s]{1,6}(?:token|print-access-token)|credential["',\s]{1,6}fill|account["',\s]{1,6}get-access-token|configure["',\s]{1,6}export-credentials)/i,
    "secret-file",
    "a password that the user is asked for, or that is kept",
  ],
  [
    /\$env:(?:COMPUTERNAME|USERNAME)|\bwhoami\b|Socket\.gethostname|php_uname|hostname\(|Get-ComputerInfo|systeminfo/i,
    "host-info",
    "the machine",
  ],
];

/** What a statement does. */
export const ACTS: [RegExp, Act, string][] = [
  [
    /(?:^|[\s|;&({=])(?:iex|Invoke-Expression)\b|\[scriptblock\]::create|\bInvokeScript\b|\$ExecutionContext\.InvokeCommand|\.InvokeCommand\.InvokeScript|Assembly\]::Load/i,
    "evaluate",
    "Invoke-Expression",
  ],
  [
    /(?:^|[\s;={(@.])(?:eval|instance_eval|class_eval|module_eval|create_function)\b(?!\s{0,4}\{|\s{0,4}\(?\s{0,4}["'{]{0,2}\s{0,4}(?:require|use|package)\b|\s{0,4}\(?\$[\w:]{1,60}::VERSION)|\bassert\s{0,4}\(\s{0,4}(?:\$|base64|str_)/,
    "evaluate",
    "eval",
  ],
  [
    /Upload(?:String|Data|File|Values)|(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)\b.{0,300}(?:-Method\s{1,4}["']?(?:Post|Put)|-Body|-InFile|-Form)|Net::HTTP\.post|\.post_form|HTTParty\.post|RestClient\.post|Faraday\.post|Send-MailMessage|\.Send\(|->(?:post|put|post_form|request)\s{0,4}\(|CURLOPT_POSTFIELDS|ftp_put|\bputbinaryfile\b|storbinary|(?<![\w-])mail\s{0,4}\(\s{0,4}["'$]|wp_remote_post|Net::HTTP::(?:Post|Put)|Excon\.(?:post|put)|Typhoeus\.(?:post|put)|HTTP\.(?:post|put)|(?:Post|Put)(?:AsJson)?Async|PostAsync|(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)\b.{0,200}\s@[a-z]\w{0,40}|Start-BitsTransfer\b.{0,200}-TransferType\s{1,4}Upload|file_get_contents\s{0,4}\([^;]{1,300},\s{0,4}(?:false|true|0)\s{0,4},|(?:HttpClient|XMLHTTP|WinHttp)\b.{0,80}Send|\b(?:http|https|conn|connection|client|session|agent|faraday|api|h|c|ua|web|wc)\.(?:post|put|patch|send_request|request|upload\w{0,8})\b\s{0,2}\(?\s{0,2}["'(:$A-Za-z@]|\bcurl(?:\.exe)?\b.{0,300}\s(?:-T|-F|-d|--data\S{0,12}|--upload-file|--form\S{0,8}|--json)[\s=]|\bwget\b.{0,200}--(?:post|body)-(?:file|data)|\b(?:ftp|tftp|scp|pscp|psftp|winscp|rclone|azcopy|nc|ncat)(?:\.exe|\.com)?\s{1,4}-?\S.{0,200}(?:-s:|put\b|\bcopy\b|@|<)/i,
    "send",
    "a request",
  ],
  [
    /Remove-Item\b.{0,200}-Recurse|(?:Get-ChildItem|gci|ls|dir)\b.{0,200}-Recurse\b.{0,200}\|\s{0,4}(?:Remove-Item|ri|rm|del)\b|\b(?:rd|rmdir)\s{1,4}\/s|\bdel\s{1,4}(?:\/[a-z]\s{1,4}){0,4}\/s|FileUtils\.(?:rm_rf|rm_r|remove_dir)|File::Path|\bremove_tree\b|\brmtree\b|Format-Volume|Clear-Disk|\bformat\s{1,4}[a-z]:/i,
    "delete-tree",
    "a removal",
  ],
  [
    /Set-MpPreference\b.{0,200}-(?:Disable|Exclusion)|Add-MpPreference|netsh\s{1,4}(?:advfirewall|firewall)\b.{0,80}\boff\b|Stop-Service\b.{0,40}(?:WinDefend|Sense|wscsvc)|sc(?:\.exe)?\s{1,4}(?:stop|config|delete)\s{1,4}WinDefend|vssadmin\b.{0,20}delete|wbadmin\b.{0,20}delete|bcdedit\b.{0,80}recoveryenabled|amsiInitFailed|AmsiScanBuffer|Set-ExecutionPolicy\b.{0,40}(?:Bypass|Unrestricted).{0,40}LocalMachine|Unblock-File|EnableLUA/i,
    "disable-protection",
    "Windows",
  ],
  [
    /\bRegister-ScheduledTask|New-ScheduledTask\b|schtasks\b.{0,40}\/create|(?:Set-Item|New-Item|Set-ItemProperty|New-ItemProperty|sp|\breg(?:\.exe)?\s{1,4}add|SetValue|RegWrite|Win32::Registry|Registry).{0,300}CurrentVersion[\\/]{1,2}Run|(?:Copy-Item|Move-Item|New-Item|Set-Content|Out-File|copy|xcopy|CreateShortcut|WriteAll\w{1,8}).{0,200}(?:Start Menu[\\/]{1,2}Programs[\\/]{1,2}Startup|GetFolderPath\(["']Startup)|New-Service\b|\bsc(?:\.exe)?\s{1,4}create\b|login item|WScript\.Shell.{0,60}RegWrite|__EventFilter|CommandLineEventConsumer/i,
    "write",
    "a start entry",
  ],
  [
    /Start-Process\b.{0,200}-Verb\s{1,4}RunAs|with administrator privileges|\brunas\b/i,
    "elevate",
    "administrator rights",
  ],
  [/CopyFromScreen|GetAsyncKeyState|SetWindowsHookEx|Get-Clipboard|Clipboard\]::GetText/i, "capture", "capture"],
  [/\bkeystroke\b|tell application "System Events"|\bSendKeys\b|SetCursorPos/i, "control", "System Events"],
];

/** Text that another program is to run: the quoted text after these is a command line. */
export const COMMANDS =
  /(?:\b(?:system|exec|shell_exec|passthru|popen|proc_open|spawn|IO\.popen|Open3\.\w{3,12}|Process\.spawn|Kernel\.system|do shell script)\s{0,4}\(?\s{0,4}|%x\(|`)(?:"((?:[^"\\\n]|\\.){2,4000})"|'([^'\n]{2,4000})'|([^`)\n]{2,2000})(?=[`)]))/g;

/** A connection and a shell in one script are a shell for whoever answers. */
export const SHELL_OVER_SOCKET = {
  socket: /TCPClient|TCPSocket|IO::Socket|\bsocket\s{0,4}\(\s{0,4}\w|fsockopen|stream_socket_client/i,
  shell:
    /\b(?:iex|Invoke-Expression)\b|exec\s{0,4}\(?\s{0,4}["'{][^"'\n]{0,20}\/(?:ba|z|da)?sh|["']\/bin\/(?:ba|z)?sh|cmd\.exe|\bproc_open\b|spawn\s{0,4}\(?["'][^"'\n]{0,12}sh\b|open\s{0,4}\(?\s{0,4}STD(?:IN|OUT)|%x[({[]|IO\.popen|\$stdin\.reopen/i,
};

/** What is said on an open connection, where the statement speaks of one. */
export const SPOKEN =
  /\.(?:write|puts|print|send\w{0,6}|syswrite|<<|Flush|WriteLine)\b|\b(?:fwrite|fputs|syswrite|socket_write|stream_socket_sendto|send)\b|(?:^|[\s;{])print\s{1,4}\{?\s?\$\w/i;

/** A file is written: whatever path or name the statement speaks of holds what it holds. */
export const WRITING =
  /WriteAll(?:Bytes|Text|Lines)|\b(?:Set-Content|Add-Content|Out-File|sc|Tee-Object)\b|-OutFile\b|DownloadFile|Start-BitsTransfer|File(?:::|\.)(?:bin)?write|IO\.(?:bin)?write|File\.open|Tempfile|file_put_contents|\bfwrite\b|\bfputs\b|\bcopy\s{0,4}\(|(?:^|[\s;{])(?:print|say|printf)\s{1,4}\{?\s?\$\w|\.(?:write|puts|print|syswrite)\b|getstore|mirror\s{0,4}\(|spew|-o\s{1,4}\S|\bcertutil\b|\bbitsadmin\b|copy_stream|:content_file|Expand-Archive|[^-]>{1,2}\s{0,2}["$%]/i;

/** A file is started: as a program, as a script, as a library. */
export const STARTING =
  /\b(?:Start-Process|saps|Invoke-Item|ii|Import-Module|Add-Type\s{1,4}-Path|LoadFrom|LoadFile|ShellExecute|Invoke-CimMethod)\b|(?:^|[\s;({|=])[&.]\s{1,4}["'(]?\$|(?:^|[\s;({=.])(?:system|exec|spawn|popen|popen[23]e?|capture[23]e?|proc_open|passthru|shell_exec|qx|IO\.popen|instance_eval|dlopen)\s{0,4}[({]?\s{0,4}[$"'@(a-z_]|(?:^|[\s;({=.])(?:load|require|require_once|require_relative|include|include_once|do)(?:\s{0,4}\(\s{0,4}|\s{1,4})[$"'@a-z_]|(?:^|\s)(?:start|call|cmd(?:\.exe)?\s{1,4}\/c|cscript|wscript|powershell|python3?|perl|ruby|php|node|bash|sh)(?:\.exe)?\s{1,4}(?:\S{1,30}\s{1,4}){0,4}["]?[%$]|-FilePath\s|^\s{0,8}"?%\w{1,20}%\S{0,80}\.(?:exe|cmd|bat|vbs|ps1|com|scr)\b/i;

/** Names of functions that start programs, where a text says which function is called. */
export const RUNNING_NAME = /["'](?:system|exec|shell_exec|passthru|popen|proc_open|eval|assert|create_function)["']/i;
export const CALLED_BY_NAME =
  /\$\w{1,40}(?:\[[^\]]{1,80}\])?\s{0,2}\(|call_user_func|array_map\s{0,4}\(|usort\s{0,4}\(|->\$\w|\.(?:public_)?send\s{0,2}\(|\bmethod\(/;

/** What a program does with files that it meets below a folder of the user's. */
export const WALKING =
  /-Recurse\b|RecursiveDirectoryIterator|\bFind\.find\b|\bfind\s{0,4}\(|Dir(?:\.glob|\[)[^\n]{0,80}\*\*|Dir\.(?:glob|children|each_child|entries)|File::Find|\bfinddepth\b|\bglob\s{0,4}[(<]|scandir|\bPathname\b.{0,60}(?:find|glob|children)|GetFiles\(|EnumerateFiles|\bopendir\b|for\s{1,4}\/[rd]\b|\b(?:Documents|Desktop|Pictures|Downloads|Music|Videos|Movies|OneDrive|Projects)\b[\s'",\\/]{1,6}(?:~\/|\$HOME\/)?(?:Documents|Desktop|Pictures|Downloads|Music|Videos|Movies|OneDrive|Projects)\b/i;
export const USER_ROOT =
  /Dir\.home|\$HOME\b|\$_SERVER\[["']HOME|\$ENV\{["']?HOME|ENV\[["']HOME|getenv\(["']HOME|\$env:USERPROFILE|%USERPROFILE%|["']~\/?["']|["']~\/(?:Documents|Desktop|Pictures|Downloads|Music|Videos|Projects|src|code|work)\b|["']\/(?:home|Users|var\/www|srv|mnt|media|Volumes|root)\/?(?:\*+\/?)*["']|[A-Z]:\\{1,2}(?:Users|\*|["'])|MyDocuments|MyPictures|UserProfile\b|\bDesktop\b["'),]|Get-PSDrive|Get-Volume|\[(?:System\.)?IO\.DriveInfo\]/i;
export const REMOVING =
  /\bunlink\b|\brmdir\b|\brmtree\b|remove_tree|File\.(?:delete|unlink)|FileUtils\.(?:rm|remove)\w{0,8}|\bRemove-Item\b|(?:^|[\s;{|(])(?:ri|del|erase|rd)\s|\.Delete\(|\bshred\b|\bsdelete\b|cipher\s{1,4}\/w/i;
/** What is in a file is written over with what nobody reads. */
export const OVERWRITING =
  /\bClear-Content\b|\bf?truncate\b|SetLength\(0|(?:WriteAll\w{4,8}|Set-Content|Out-File|file_put_contents|File\.(?:bin)?write|IO\.(?:bin)?write|\.write\b|\bfwrite\b|\bprint\b)[^\n]{0,160}(?:\\0|byte\[\]|["']\s{0,2}x\s{1,2}(?:\$|\d|length|-s)|str_repeat|random_bytes|SecureRandom|\*\s{0,2}(?:File\.size|\d{2})|,\s{0,2}(?:''|""|\$null)|-Value\s{1,2}(?:''|""|\$null))/;
/** A shell is given a command that stands in a variable. */
export const SHELL_GIVEN =
  /\b(?:powershell|pwsh|cmd|bash|sh|wsl)(?:\.exe)?["']?,?\s.{0,120}?(?:-c(?:ommand)?|\/[ck]|-ArgumentList)["']?[\s,(@"']{1,6}(?:\/[ck]\s{1,4})?(?:\$\{?(\w{1,40})|%(\w{1,40})%)/i;
export const LOCKING =
  /openssl_encrypt|OpenSSL::Cipher|\.encrypt\b|CreateEncryptor|Crypt::(?:CBC|AES|Rijndael|Blowfish)|\[(?:System\.)?Security\.Cryptography\.(?:Aes|Rijndael)|sodium_crypto_(?:secretbox|aead\w{0,40}encrypt)|Rijndael|SecureRandom\.(?:random_bytes|bytes)|random_bytes|RandomNumberGenerator/i;
