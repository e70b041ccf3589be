import type { Act } from "../engine/event.ts";
import type { Taint } from "../engine/value.ts";

/** Where data comes from in a statement. */
export const ORIGINS: [RegExp, Taint, string][] = [
  [
    /Download(?:String|Data|File)|\b(?:iwr|irm|curl|wget|Invoke-WebRequest|Invoke-RestMethod|Start-BitsTransfer|bitsadmin|certutil\b.{0,60}-urlcache)\b|Net::HTTP|URI\.open|open-uri|HTTParty|Faraday|RestClient|LWP::|HTTP::Tiny|file_get_contents\s{0,4}\(\s{0,4}["']https?:|curl_exec|XMLHTTP|WinHttp/i,
    "network",
    "a download",
  ],
  [
    /TCPClient|UdpClient|TCPSocket|IO::Socket|socket\s{0,4}\(|fsockopen|stream_socket_client|GetStream\(|\.gets\b|recv\s{0,4}\(/i,
    "network",
    "a connection",
  ],
  [
    /FromBase64String|decode64|strict_decode64|decode_base64|base64_decode|unpack1?\s{0,4}\(?\s{0,4}["'](?:m|H|u)|gzinflate|gzuncompress|str_rot13|convert_uudecode|GzipStream|DeflateStream|\[char\]|\bpack\s{0,4}\(?\s{0,4}["'](?:H|C|c|U)|chr\(\d{1,3}\)(?:\s{0,4}[.+]\s{0,4}chr\(\d{1,3}\)){3}|-join\s{0,4}\(|hex2bin|ConvertFrom-Base64|FromHexString/i,
    "decoded",
    "encoded text",
  ],
  [
    /(?:Get-ChildItem|gci|dir|ls)\s{1,4}(?:-Path\s{1,4})?env:|GetEnvironmentVariables|\bENV\.(?:to_h|to_a|to_json|each|map|inspect|select)|%ENV\b|\$_ENV\b|getenv\(\s{0,2}\)|system\s{1,4}attribute\b/i,
    "env-all",
    "the environment",
  ],
  [/Get-Clipboard|\bthe clipboard\b|Clipboard\]::GetText|pbpaste/i, "user-data", "the clipboard"],
  [/CopyFromScreen|screencapture/i, "user-data", "the screen"],
  [/GetAsyncKeyState|SetWindowsHookEx|keystroke logger/i, "user-data", "keyboard"],
  [
    /display dialog.{0,300}hidden answer|Get-Credential|PromptForCredential|find-generic-password|dump-keychain|Get-StoredCredential|PasswordVault|CredEnumerate|cmdkey\s{1,4}\/list/i,
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
    /(?:^|[\s;={(@])(?:eval|instance_eval|class_eval|create_function)\b|\bassert\s{0,4}\(\s{0,4}(?:\$|base64|str_)/,
    "evaluate",
    "eval",
  ],
  [
    /Upload(?:String|Data|File|Values)|(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)\b.{0,300}(?:-Method\s{1,4}["']?(?:Post|Put)|-Body|-InFile|-Form)|Net::HTTP\.post|\.post_form|HTTParty\.post|RestClient\.post|Faraday\.post|Send-MailMessage|->post\s{0,4}\(|CURLOPT_POSTFIELDS|ftp_put|mail\s{0,4}\(\s{0,4}["'$]|\.Write\(|\.puts\b|\bfwrite\s{0,4}\(\s{0,4}\$s/i,
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
    /Register-ScheduledTask|New-ScheduledTask\b|schtasks\b.{0,40}\/create|CurrentVersion\\{1,2}Run|Start Menu\\{1,2}Programs\\{1,2}Startup|New-Service\b|\bsc(?:\.exe)?\s{1,4}create\b|login item|WScript\.Shell.{0,60}RegWrite|__EventFilter/i,
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
