import { inPieces } from "@gaia/reading";
import type { Act } from "../engine/event.ts";
import type { Taint } from "../engine/value.ts";

/** Where data comes from in a statement. */
export const ORIGINS: [RegExp, Taint, string][] = [
  [
    inPieces(
      "i",
      String.raw`Download(?:String|Data|File)|\b(?:iwr|irm|curl|wget|Invoke-WebRequest|Invoke-RestMethod|Start-BitsTransfer|bitsadmin|`,
      String.raw`certutil\b.{0,60}-urlcache)\b|Net::HTTP|URI\.open|open-uri|HTTParty|Faraday|RestClient|Excon\b|Typhoeus|HTTP\.get|LWP::|`,
      String.raw`\bgetstore\b|\bgetprint\b|\bmirror\s{0,2}\(\s{0,2}["']https?:|\bget\s{0,2}\(?\s{0,2}["']https?:|HTTP::Tiny|`,
      String.raw`Mojo::UserAgent|WWW::Mechanize|Guzzle|(?:file_get_contents|fopen|copy|readfile|file)\s{0,4}\(\s{0,4}["']https?:|`,
      String.raw`curl_exec|wp_remote_get|XMLHTTP|WinHttp|HttpClient\b|GetStringAsync|GetByteArrayAsync|WebRequest\]?::Create|`,
      String.raw`URI\.parse\([^)]{0,200}\)\.(?:read|open)|(?:\$|->)\w{1,40}->get\s{0,4}\(\s{0,4}["'$]`,
    ),
    "network",
    "a download",
  ],
  [
    inPieces(
      "i",
      String.raw`TCPClient|UdpClient|ClientWebSocket|TCPSocket|TCPServer|UDPSocket|IO::Socket|Socket\.tcp|`,
      String.raw`socket\s{0,4}\(|p?fsockopen|stream_socket_client|socket_read|GetStream\(|(?:sock|socket|client|conn|`,
      String.raw`connection|server|s|c)\.(?:gets|recv|readpartial|readline)\b|recv\s{0,4}\(`,
    ),
    "network",
    "a connection",
  ],
  [
    inPieces(
      "",
      String.raw`\$_(?:GET|POST|REQUEST|COOKIE|FILES)\b|\$_SERVER\[\s{0,2}["']HTTP_|php:\/\/input|`,
      String.raw`\bgetallheaders\s{0,2}\(|\bparam\s{0,2}\(\s{0,2}["']|\bparams\[:?["']?\w|request\.(?:body|params|env)\b`,
    ),
    "network",
    "a request from outside",
  ],
  [
    inPieces(
      "i",
      String.raw`FromBase64String|decode64|strict_decode64|decode_base64|base64_decode|unpack1?\s{0,4}\(?\s{0,4}["'](?:m|H|u)|gzinflate|`,
      String.raw`gzuncompress|str_rot13|convert_uudecode|GzipStream|DeflateStream|\[char\]|\bpack\s{0,4}\(?\s{0,4}["'](?:H|C|c|U)|`,
      String.raw`chr\(\d{1,3}\)(?:\s{0,4}[.+]\s{0,4}chr\(\d{1,3}\)){3}|-join\s{0,4}\(|hex2bin|ConvertFrom-Base64|FromHexString|`,
      String.raw`FromBase64CharArray|-bxor|CryptoStream|CreateDecryptor|openssl_decrypt|OpenSSL::Cipher|sodium_crypto_\w{0,20}open|`,
      String.raw`Zlib::Inflate|Zlib\.(?:gunzip|inflate)|Zlib::GzipReader|uncompress\s{0,4}\(|memGunzip|\bcertutil\b.{0,40}[-/]decode|`,
      String.raw`\bchr\b[\s(]{0,4}(?:hex|oct|hexdec|octdec|bindec|ord)\b|\.(?:hex|oct|ord|to_i\(\s?(?:16|8|2|36)\s?\))\.chr\b|`,
      String.raw`\.bytes\b.{0,60}\^|\bord\b.{0,40}\^|ToByte\([^)]{0,60},\s{0,2}16\)|\[Convert\]::FromHex|\b(?:tr|`,
      String.raw`y)\/[^/\n]{1,60}\/N-ZA-M|[nN]-[zZ][aA]-[mM]|Base64\.(?:urlsafe_)?decode|MIME::QuotedPrint|`,
      String.raw`unpack1?\s{0,4}\(?\s{0,4}%?["'{]?[Muw]\b|urldecode\s{0,4}\(|rawurldecode|quoted_printable_decode|convert_uu|`,
      String.raw`strrev\s{0,4}\(\s{0,4}["'$]|iconv_mime_decode|inflate\s{0,4}\(`,
    ),
    "decoded",
    "encoded text",
  ],
  [
    inPieces(
      "i",
      String.raw`(?:Get-ChildItem|gci|dir|ls)\s{1,4}(?:-Path\s{1,4})?env:|GetEnvironmentVariables|\bENV\.(?:to_h|to_a|to_json|each|map|`,
      String.raw`inspect|select)|%ENV\b|ENV\.(?:filter_map|reject|sort|each_pair|slice|dup|clone|entries|values|merge|reduce|sum|inject|`,
      String.raw`transform_values|filter)|(?<![\w$.])ENV(?=\s{0,2}[),}\]]|\s{0,4}$)|\$_ENV\b(?!\[)|\$_SERVER\b(?!\[)|getenv\(\s{0,2}\)|`,
      String.raw`\bphpinfo\s{0,2}\(|system\s{1,4}attribute\b|^\s{0,20}[(@]?\s{0,4}set\s{0,4}(?:>|\|\s)|`,
      String.raw`Get-Item\s{1,4}(?:-Path\s{1,4})?env:|\bkeys\s{1,4}%ENV\b|ENV\.each|EnvironmentVariables\b|\bprintenv\b`,
    ),
    "env-all",
    "the environment",
  ],
  [
    inPieces(
      "i",
      String.raw`Get-Clipboard|\bthe clipboard\b|Clipboard\]::Get\w|\bpbpaste\b|\bxclip\b.{0,40}-o\b|\bxsel\b.{0,20}-o|`,
      String.raw`\bwl-paste\b|Win32::Clipboard|Clipboard\.paste`,
    ),
    "user-data",
    "the clipboard",
  ],
  [
    inPieces(
      "i",
      String.raw`CopyFromScreen|\bscreencapture\b|\bscrot\b|gnome-screenshot|\bimport\s{1,4}-window|\bgrim\b|`,
      String.raw`imagegrabscreen|Get-Screenshot|Graphics\]?::FromImage`,
    ),
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
    inPieces(
      "i",
      String.raw`GetAsyncKeyState|GetKeyboardState|SetWindowsHookEx|keystroke logger|\/dev\/input\/(?:event|by-)|`,
      String.raw`\bxinput\s{1,4}test|\bshowkey\b|\blogkeys\b`,
    ),
    "user-data",
    "keyboard",
  ],
  [
    inPieces(
      "i",
      String.raw`display dialog.{0,300}hidden answer|Get-Credential|PromptForCredential|find-generic-password|`,
      String.raw`dump-keychain|Get-StoredCredential|PasswordVault|CredEnumerate|CredRead|cmdkey\s{1,4}\/list|`,
      String.raw`\bvaultcmd\b|RetrievePassword|ProtectedData\]?::Unprotect|CryptUnprotectData|key=clear|\bsecret-tool\b|`,
      String.raw`kwallet-query|find-internet-password|\bpass\s{1,4}show\b|ConvertFrom-SecureString.{0,40}-AsPlainText|`,
      String.raw`(?:gh|gcloud|az|aws|git|vault|op)["',\s]{1,6}(?:auth["',\s]{1,6}(?:token|print-access-token)|`,
      String.raw`credential["',\s]{1,6}fill|account["',\s]{1,6}get-access-token|configure["',\s]{1,6}export-credentials)`,
    ),
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
    inPieces(
      "i",
      String.raw`(?:^|[\s|;&({=])(?:iex|Invoke-Expression)\b|\[scriptblock\]::create|\bInvokeScript\b|`,
      String.raw`\$ExecutionContext\.InvokeCommand|\.InvokeCommand\.InvokeScript|Assembly\]::Load`,
    ),
    "evaluate",
    "Invoke-Expression",
  ],
  [
    inPieces(
      "",
      String.raw`(?:^|[\s;={(@.])(?:eval|instance_eval|class_eval|module_eval|create_function)\b(?!\s{0,4}\{|`,
      String.raw`\s{0,4}\(?\s{0,4}["'{]{0,2}\s{0,4}(?:require|use|package)\b|\s{0,4}\(?\$[\w:]{1,60}::VERSION)|`,
      String.raw`\bassert\s{0,4}\(\s{0,4}(?:\$|base64|str_)`,
    ),
    "evaluate",
    "eval",
  ],
  [
    inPieces(
      "i",
      String.raw`Upload(?:String|Data|File|Values)|(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)`,
      String.raw`\b.{0,300}(?:-Method\s{1,4}["']?(?:Post|Put)|-Body|-InFile|-Form)|Net::HTTP\.post|\.post_form|HTTParty\.post|`,
      String.raw`RestClient\.post|Faraday\.post|Send-MailMessage|\.Send\(|->(?:post|put|post_form|request)\s{0,4}\(|CURLOPT_POSTFIELDS|`,
      String.raw`ftp_put|\bputbinaryfile\b|storbinary|(?<![\w-])mail\s{0,4}\(\s{0,4}["'$]|wp_remote_post|Net::HTTP::(?:Post|Put)|`,
      String.raw`Excon\.(?:post|put)|Typhoeus\.(?:post|put)|HTTP\.(?:post|put)|(?:Post|Put)(?:AsJson)?Async|PostAsync|`,
      String.raw`(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)\b.{0,200}\s@[a-z]\w{0,40}|`,
      String.raw`Start-BitsTransfer\b.{0,200}-TransferType\s{1,4}Upload|file_get_contents\s{0,4}\([^;]{1,300},\s{0,4}(?:false|true|`,
      String.raw`0)\s{0,4},|(?:HttpClient|XMLHTTP|WinHttp)\b.{0,80}Send|\b(?:http|https|conn|connection|client|session|agent|faraday|api|`,
      String.raw`h|c|ua|web|wc)\.(?:post|put|patch|send_request|request|upload\w{0,8})\b\s{0,2}\(?\s{0,2}["'(:$A-Za-z@]|`,
      String.raw`\bcurl(?:\.exe)?\b.{0,300}\s(?:-T|-F|-d|--data\S{0,12}|--upload-file|--form\S{0,8}|--json)[\s=]|`,
      String.raw`\bwget\b.{0,200}--(?:post|body)-(?:file|data)|\b(?:ftp|tftp|scp|pscp|psftp|winscp|rclone|azcopy|nc|ncat)(?:\.exe|`,
      String.raw`\.com)?\s{1,4}-?\S.{0,200}(?:-s:|put\b|\bcopy\b|@|<)`,
    ),
    "send",
    "a request",
  ],
  [
    inPieces(
      "i",
      String.raw`Remove-Item\b.{0,200}-Recurse|(?:Get-ChildItem|gci|ls|dir)\b.{0,200}-Recurse\b.{0,200}\|\s{0,4}(?:Remove-Item|ri|rm|`,
      String.raw`del)\b|\b(?:rd|rmdir)\s{1,4}\/s|\bdel\s{1,4}(?:\/[a-z]\s{1,4}){0,4}\/s|FileUtils\.(?:rm_rf|rm_r|remove_dir)|File::Path|`,
      String.raw`\bremove_tree\b|\brmtree\b|Format-Volume|Clear-Disk|\bformat\s{1,4}[a-z]:`,
    ),
    "delete-tree",
    "a removal",
  ],
  [
    inPieces(
      "i",
      String.raw`Set-MpPreference\b.{0,200}-(?:Disable|Exclusion)|Add-MpPreference|netsh\s{1,4}(?:advfirewall|firewall)\b.{0,80}\boff\b|`,
      String.raw`Stop-Service\b.{0,40}(?:WinDefend|Sense|wscsvc)|sc(?:\.exe)?\s{1,4}(?:stop|config|delete)\s{1,4}WinDefend|`,
      String.raw`vssadmin\b.{0,20}delete|wbadmin\b.{0,20}delete|bcdedit\b.{0,80}recoveryenabled|amsiInitFailed|AmsiScanBuffer|`,
      String.raw`Set-ExecutionPolicy\b.{0,40}(?:Bypass|Unrestricted).{0,40}LocalMachine|Unblock-File|EnableLUA`,
    ),
    "disable-protection",
    "Windows",
  ],
  [
    inPieces(
      "i",
      String.raw`\bRegister-ScheduledTask|New-ScheduledTask\b|schtasks\b.{0,40}\/create|(?:Set-Item|New-Item|Set-ItemProperty|`,
      String.raw`New-ItemProperty|sp|\breg(?:\.exe)?\s{1,4}add|SetValue|RegWrite|Win32::Registry|Registry)`,
      String.raw`.{0,300}CurrentVersion[\\/]{1,2}Run|(?:Copy-Item|Move-Item|New-Item|Set-Content|Out-File|copy|xcopy|CreateShortcut|`,
      String.raw`WriteAll\w{1,8}).{0,200}(?:Start Menu[\\/]{1,2}Programs[\\/]{1,2}Startup|GetFolderPath\(["']Startup)|New-Service\b|`,
      String.raw`\bsc(?:\.exe)?\s{1,4}create\b|login item|WScript\.Shell.{0,60}RegWrite|__EventFilter|CommandLineEventConsumer`,
    ),
    "write",
    "a start entry",
  ],
  [/CopyFromScreen|GetAsyncKeyState|SetWindowsHookEx|Get-Clipboard|Clipboard\]::GetText/i, "capture", "capture"],
  [/\bkeystroke\b|tell application "System Events"|\bSendKeys\b|SetCursorPos/i, "control", "System Events"],
];

/** Text that another program is to run: the quoted text after these is a command line. */
export const COMMANDS = inPieces(
  "g",
  String.raw`(?:\b(?:system|exec|shell_exec|passthru|popen|proc_open|spawn|IO\.popen|Open3\.\w{3,12}|Process\.spawn|`,
  'Kernel\\.system|do shell script)\\s{0,4}\\(?\\s{0,4}|%x\\(|`)(?:"((?:[^"\\\\\\n]|\\\\.){2,4000})"|',
  "'([^'\\n]{2,4000})'|([^`)\\n]{2,2000})(?=[`)]))",
);

/** A connection and a shell in one script are a shell for whoever answers. */
export const SHELL_OVER_SOCKET = {
  socket: /TCPClient|TCPSocket|IO::Socket|\bsocket\s{0,4}\(\s{0,4}\w|fsockopen|stream_socket_client/i,
  shell: inPieces(
    "i",
    String.raw`\b(?:iex|Invoke-Expression)\b|exec\s{0,4}\(?\s{0,4}["'{][^"'\n]{0,20}\/(?:ba|z|da)?sh|["']\/bin\/(?:ba|z)?sh|cmd\.exe|`,
    String.raw`\bproc_open\b|spawn\s{0,4}\(?["'][^"'\n]{0,12}sh\b|open\s{0,4}\(?\s{0,4}STD(?:IN|OUT)|%x[({[]|IO\.popen|\$stdin\.reopen`,
  ),
};
