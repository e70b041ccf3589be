import { inPieces } from "@gaia/reading";
import type { Taint } from "../engine/value.ts";

/** One variable of the environment, by its name. */
export const ENV_ONE = inPieces(
  "g",
  String.raw`(?:getenv|Getenv|LookupEnv|lookup_env|env::var(?:_os)?|option_env!|env!|GetEnvironmentVariable|get_env|`,
  String.raw`fetch_env!?|lookupEnv|getEnv|getEnvVar|environment|ENV|ENVIRON|fromEnvironment|EnvGet|GetEnv|Environ\$?|`,
  String.raw`ExpandEnvironmentStrings|\.env|expand)\s{0,2}[([{]{0,2}\s{0,4}"[%$]?([A-Za-z_]\w{1,80})%?"|`,
  String.raw`\$(?:::)?env[.(:]{1,2}([A-Za-z_]\w{1,80})`,
);

/** All of it. What hands it to a program of one's own is no reading. */
export const ENV_ALL = inPieces(
  "",
  String.raw`os\.Environ\(\)|env::vars(?:_os)?\(\)|System\.getenv\(\s{0,4}\)|System\/getenv\s{0,2}\)|`,
  String.raw`\bSystem\.env\b(?!\s{0,2}[.[])|GetEnvironmentVariables\b|Sys\.getenv\(\s{0,4}\)|`,
  String.raw`processInfo\.environment\b(?!\s{0,2}[[?])|processInfo\]\s{0,2}environment\]|System\.get_env\(\s{0,4}\)|`,
  String.raw`Platform\.environment\b(?!\s{0,2}\[)|\bgetEnvironment\b|\benvPairs\(|\bos:getenv\(\s{0,4}\)|\bos:env\(|`,
  String.raw`array\s{1,4}get\s{1,4}(?:::)?env\b|\bprocess-environment\b|Unix\.environment|`,
  String.raw`\bextern\s{1,4}char\s{0,4}\*{2}\s{0,2}environ\b|\benviron\[|\*{2}\s{0,2}environ\b|\bin\s{1,4}ENVIRON\b|`,
  String.raw`\bgetEnvMap\b|sys\.env\b(?!\s{0,2}[.(])|\bos\.environ\(\)|(?<![\w$.:@])ENV(?=\s{0,2}[),|]|\.(?:map|each|`,
  String.raw`to_|keys|join))|\bsys\.environ\b|\benvironment\(\s{0,2}\)\s{0,2}[;)]|environ\(\)`,
);
export const CHILD_ENV =
  /\.[Ee]nv(?:ironment)?\s{0,2}[(+]?=|\benv(?:ironment|p|s)?\s{0,2}(?::(?!:)|\()|\bcmd\.env|\.envs\(|execve/;

export const CONNECTION = inPieces(
  "",
  String.raw`\bnet\.Dial(?:Timeout|TCP)?\(|tls\.Dial\(|TcpStream::connect|\bnew\s{1,2}(?:Ssl)?Socket\(|`,
  String.raw`\bSocket\s{0,2}\(\s{0,2}"|\bTcpClient\b|\bNWConnection\(|gen_tcp[.:]connect|:gen_tcp|`,
  String.raw`require\s{0,2}\(?\s{0,2}"socket"|\bsocket\.(?:tcp|connect)\(|Socket\.connect|\bsocketConnection\(|`,
  String.raw`\bnewSocket\(|TCPSocket\.new|Sockets\.connect|\bconnect\s{0,2}\(\s{0,2}(?:"\d|s\w{0,12}\b|fd\b|AF_)|`,
  String.raw`^\s{0,40}set\s\w{1,30}\s{0,2}\[\s{0,2}socket\s|\bnet\.(?:dial|connect)\w{0,6}\(|tcpConnectToHost|`,
  String.raw`\bmake-network-process|open-network-stream|usocket:socket-connect|\bWSASocket|"\/inet\/tcp|`,
  String.raw`\bTCPConnect\b|Network\.Socket|CFStreamCreatePairWithSocket|vim\.(?:loop|uv)\.new_tcp|\bsockconnect\(`,
);

/** Where data comes from in a statement. */
export const ORIGINS: readonly [RegExp, Taint, string][] = [
  [
    inPieces(
      "",
      String.raw`\bhttp\.(?:Get|get|request|Request|fetch|read|send)\b|\bhttps\.request\b|\b(?:http\.DefaultClient|`,
      String.raw`[cC]lient)\.(?:Get|get|Do|do|request|execute|send)\w{0,8}!?\s{0,2}\(|reqwest::|ureq::|isahc::|surf::get|`,
      String.raw`attohttpc::|minreq::|HttpClient\b|WebClient\b|WebRequest\b|HttpURLConnection|\bopenConnection\(|`,
      String.raw`\bopenStream\(|URLSession\b|dataTask|downloadTask|Data\(contentsOf|String\(contentsOf:|`,
      String.raw`dataWithContentsOfURL|stringWithContentsOfURL|\bsocket\.http|download\.file\(|\bhttr2?::|\bGET\(|`,
      String.raw`req_perform|getURL\(|curl_(?:download|fetch_\w{1,12}|easy_perform)|HTTPoison\.|\bReq\.(?:get|request|`,
      String.raw`new)|Tesla\.|Finch\.|:?httpc[.:]request|HTTP\.(?:get|request|download)|Downloads\.(?:download|request)|`,
      String.raw`\bgetContent\(|std\.http|simpleHttp|http(?:LBS|BS|JSON)\b|clj-http|(?:client|http|curl)\/(?:get|`,
      String.raw`request)\b|url-retrieve|url-copy-file|get-pure-port|call\/input-url|http-(?:get|request)\b|drakma:http|`,
      String.raw`dex:get|Cohttp|HTTP::Client|std\.net\.curl|http::geturl|`,
      String.raw`^\s{0,40}(?:let\s.{1,40}=\s{0,2}\(?)?http\s{1,4}get\b|U(?:RL|rl)DownloadToFile|\bInetGet\b|\bInetRead\b|`,
      String.raw`XMLHTTP|WinHttp|InternetOpenUrl|DownloadString|DownloadFile|DownloadData|GetStringAsync|`,
      String.raw`GetByteArrayAsync|GetStreamAsync|\bOkHttp|Fuel\.get|Http\(.{0,200}\)\.as|requests\.get\(|khttp|`,
      String.raw`Net::HTTP|\bhttp\.client\b|Dio\(\)|openUri|http_get|fetchurl`,
    ),
    "network",
    "a download",
  ],
  [CONNECTION, "network", "a connection"],
  [
    inPieces(
      "",
      String.raw`(?:base64|b64|hex|base32)\w{0,20}[.:_/!\s(]{0,4}\w{0,24}(?:[dD]ecode|\bdec\b)|(?:[dD]ecode|[fF]rom|FROM|`,
      String.raw`un)[_\-.]?\w{0,12}(?:base64|Base64|BASE64|B64|b64|_64|64\b|Hex|hex)|Base64\.(?:getDecoder|`,
      String.raw`getMimeDecoder|decode)|Data\(base64Encoded|initWithBase64EncodedString|bin\.base64|\bdecodeBase64|`,
      String.raw`\bGZIPInputStream|\bGzipStream|\bDeflateStream|gzip\.NewReader|zlib\.(?:NewReader|inflate)|GzDecoder|`,
      String.raw`ZlibDecoder|\bunbase64|base64-decode|base64\.(?:decode|StdEncoding\.DecodeString|RawStdEncoding\.Decode)`,
      String.raw`|\brawToChar\(|memDecompress\(|utf8ToInt\(|intToUtf8\(|\bbinary\s{1,4}(?:decode|format)\b|`,
      String.raw`Cipher\.getInstance|\.TransformFinalBlock|CreateDecryptor|aes\.NewCipher|rot13|\bzlib:(?:gunzip|`,
      String.raw`uncompress)|:zlib\.|Base\.(?:url_)?decode(?:16|32|64)|\bdecode\s{1,2}base64|`,
      String.raw`\(char\)\s{0,2}\(\s{0,2}\w{1,20}(?:\[\w{1,12}\])?\s{0,2}\^|\bbxor\b|string\.char\s{0,2}\(.{0,80}(?:~|`,
      String.raw`bxor|tonumber)|gsub\(\s{0,2}"(?:\.\.|%x%x)"|Chr\s{0,2}\(\s{0,2}(?:CLng|CInt|Asc|Mid|.{0,20}\bXor\b|`,
      String.raw`"&[hH]")|Integer\.parseInt\(.{0,80},\s{0,2}16\)|\bConvert\.ToByte\(.{0,60},\s{0,2}16\)|`,
      String.raw`\.\s{0,2}nodeTypedValue`,
    ),
    "decoded",
    "encoded text",
  ],
  [
    inPieces(
      "",
      String.raw`GetAsyncKeyState|GetKeyboardState|SetWindowsHookEx|CGEventTapCreate|CGEvent\.tapCreate|`,
      String.raw`addGlobalMonitorForEvents|"\/dev\/input\/event|XRecordCreateContext|XQueryKeymap|NativeKeyListener|`,
      String.raw`rdev::listen|keyhook\.|gohook|device_query|keybd_listener`,
    ),
    "user-data",
    "keyboard",
  ],
  [
    inPieces(
      "",
      String.raw`clipboard\.(?:ReadAll|Read|paste|get)|UIPasteboard\.general|NSPasteboard\b.{0,60}(?:string|data)|`,
      String.raw`getSystemClipboard|Clipboard\.(?:GetText|getData|GetData)|\bA_Clipboard\b|\bClipGet\b|`,
      String.raw`getreg\(\s{0,2}"[+*]"|\.get_text\(\)|GetClipboardData|ClipboardContext|clipr::read_clip|read_clip\(`,
    ),
    "user-data",
    "the clipboard",
  ],
  [
    inPieces(
      "",
      String.raw`CopyFromScreen|createScreenCapture|CGWindowListCreateImage|CGDisplayCreateImage|screenshot\.Capture|`,
      String.raw`\bBitBlt\b|screenshots::|Screen::all\(|capture_screen|_ScreenCapture_Capture`,
    ),
    "user-data",
    "the screen",
  ],
  [
    inPieces(
      "",
      String.raw`ProtectedData\.Unprotect|CryptUnprotectData|CredEnumerate|\bCredRead|`,
      String.raw`SecItemCopyMatching.{0,200}kSecMatchLimitAll|getpass\b.{0,20}login`,
    ),
    "secret-file",
    "passwords that are kept",
  ],
  [
    /\bos\.Hostname\(|getHostName\(|Environment\.(?:MachineName|UserName)|user\.Current\(|whoami::|\.ComputerName\b|\.UserName\b/,
    "host-info",
    "the machine",
  ],
];

/** A fetch by whatever reads an address as if it were a file. */
export const READS_ADDRESS = inPieces(
  "",
  String.raw`\b(?:readLines|scan|source|url|read_\w{2,12}|slurp|fromURL|readText|readBytes|toURL|download\w{0,8}|`,
  String.raw`curl|getStream|copyURLToFile|asUrl|line-seq|load|dofile|staticRead|get|URLClassLoader|LoadFrom|`,
  String.raw`input-stream|get-pure-port)\s{0,2}[(!]|\b(?:slurp|line-seq|load|source|download|curl|input-stream|`,
  String.raw`fromURL)\s{1,2}"|\.(?:text|readText|readBytes|openStream|toURL|getText)\b|\((?:slurp|line-seq|load|`,
  String.raw`(?:io\/)?input-stream)\s`,
);

/** What carries something out. */
export const SEND = inPieces(
  "",
  String.raw`\bhttp\.Post(?:Form)?\(|NewRequest(?:WithContext)?\(.{0,80}(?:"(?:POST|PUT|PATCH)"|http\.Method(?:Post|`,
  String.raw`Put|Patch))|\.(?:post|put|patch)\w{0,12}!?\s{0,2}\(|\.(?:Post|Put|Patch)(?:Form|Async|AsJsonAsync|`,
  String.raw`AsString|)\(|\b(?:httr::)?(?:POST|PUT)\s{0,2}\(|req_body_\w{2,12}|postForm\(|Upload(?:String|Data|File|`,
  String.raw`Values)|uploadString|\.send(?:_json|_string|_form|_bytes|Async|String)?\s{0,2}(?:\(|$)|`,
  String.raw`\.[sS]end\s{1,4}[\w"(]|OutputStream\(|BodyPublishers\.|setRequestBody|[hH][tT][tT][pP]Body\s{0,2}[=:]|`,
  String.raw`setHTTPBody|uploadTask|\.body\(|\bbody\s{0,2}[:=]\s{0,2}[\w"&(]|\.Do\(|\.execute\(|dataTask|`,
  String.raw`HTTPoison\.(?:post|put)|Req\.(?:post|put)|httpc[.:]request\(\s{0,2}:?post|HTTP\.(?:post|put)|`,
  String.raw`[pP]ostContent\(|httpPost|(?:client|http|curl)\/(?:post|put)\b|:method\s{1,4}:(?:post|put)|`,
  String.raw`http::geturl\s.{0,200}-query|\bhttp\s{1,4}(?:post|put)\b|CURLOPT_(?:COPY)?POSTFIELDS|CURLOPT_READDATA|`,
  String.raw`HttpSendRequest|WinHttpSendRequest|InternetWriteFile|FtpPutFile|FtpPut|\bsendto\s{0,2}\(|`,
  String.raw`\.upload\w{0,12}\(|url-request-data|http\.request\s{0,2}[({]|content\s{0,2}:content|smtp\.SendMail|`,
  String.raw`SmtpClient|sendmail|Transport\.send|\.postForm|HttpRequest\(|lookupHost|LookupHost\(|GetHostAddresses|`,
  String.raw`InetAddress\.getByName|getaddrinfo\(`,
);

/** What is said on an open connection, where the statement speaks of one. */
export const SPOKEN = inPieces(
  "",
  String.raw`\.(?:[wW]rite\w{0,12}|[sS]end\w{0,8}|print(?:ln|f)?|WriteLine|Flush|puts)\s{0,2}[!(\s]|Fprint\w{0,3}\(|`,
  String.raw`io\.Copy\(|gen_tcp[.:]send|\b(?:write|send|fputs|writeLines|hPutStr\w{0,3}|cat|puts|output_string|`,
  String.raw`process-send-string)\b|print\s.{0,200}\|&`,
);

export const AUTH = inPieces(
  "i",
  String.raw`Authorization|Bearer|x-api-key|api[-_]?key|bearer_auth|basic_?auth|SetBasicAuth|add_headers|`,
  String.raw`authenticate|DefaultRequestHeaders|private-token|apikey|[?&](?:key|token|api_key|access_token)=`,
);
export const AUTH_CALLS = inPieces(
  "g",
  String.raw`\b(?:header|headers|bearer_auth|basic_auth|set|set_header|addHeader|setHeader|setRequestHeader|`,
  String.raw`setRequestProperty|addRequestProperty|add_headers|setValue|addValue|Header\.(?:Set|Add)|Add|append|`,
  String.raw`insert_header|req_headers|req_auth_bearer_token|authenticate|append_header)\s{0,2}\(`,
);

/** Text that becomes code. */
export const EVALUATES = inPieces(
  "",
  String.raw`\b(?:loadstring|dostring|luaL_dostring)\s{0,2}\(|\beval\s{0,2}\(|\beval\(\s{0,2}(?:parse|str2lang)|`,
  String.raw`\bsource\s{0,2}\(|\.eval\s{0,2}\(|GroovyShell\w{0,4}\([^)]{0,80}\)\.(?:evaluate|run)\s{0,2}\(|`,
  String.raw`\b[sS]hell\.evaluate\s{0,2}\(|\bEval\.(?:me|x|xy)\s{0,2}\(|Assembly\.Load\w{0,8}\(|Assembly\]?::Load|`,
  String.raw`CSharpScript\.|CSharpCodeProvider|\bdefineClass\(|URLClassLoader|\bExecuteGlobal\b|(?:^|\bThen\s{1,4}|`,
  String.raw`:\s{0,4})Execute\s{1,4}\(?\w|\bexecute\s{0,2}\(|^\s{0,20}:?exe(?:c|cute)?\s|Code\.(?:eval|compile|`,
  String.raw`require)_\w{2,8}|Meta\.parse|\binclude_string\(|read-from-string|\bload-string\b|\beval-string\b|`,
  String.raw`\(\s{0,2}eval(?:-buffer|-region)?\b|erl_eval|load_binary|\binterp\s{1,4}eval\b|\buplevel\b|`,
  String.raw`^\s{0,20}eval\s|evaluateScript|JSContext|\bplugin\.Open\(|\bAddScript\(|\bdlopen\(|LoadLibrary\w?\(|`,
  String.raw`\bwindow\.eval|\bVirtualAlloc\w{0,2}\b|CreateRemoteThread|RtlMoveMemory|Interpreter\(\)\.|\bToplevel\b|`,
  String.raw`loadScript\(|new\s{1,2}Function\(`,
);

/** The same in Lua, where a common word means it. */
export const LUA_LOADS = /\bload\s{0,2}\(/;

/** A file or the environment is read, rather than named. */
export const READS = inPieces(
  "",
  String.raw`ReadFile|read_to_string|[rR]eadAll|readString|readText|readBytes|readFile|[rR]eadLines|\bopen\b|`,
  String.raw`\.Open\(|\bfopen\b|slurp|File\.(?:read|open)|fs::(?:read|copy)|\bread\s{0,2}\(|contentsOf|`,
  String.raw`contentsOfFile|[cC]opyFile|getenv\(\s{0,2}\)|Environ\(|env::vars|GetEnvironmentVariables|getEnvironment|`,
  String.raw`readBin\(|insert-file-contents|FileInputStream|FileReader|OpenTextFile|LoadFromFile`,
);

/** A folder and all that is in it goes. */
export const REMOVES_TREE = inPieces(
  "",
  String.raw`\bos\.RemoveAll\s{0,2}\(|remove_dir_all\s{0,2}\(|deleteRecursively|FileUtils\.(?:deleteDirectory|rm_rf|`,
  String.raw`cleanDirectory|forceDelete)\s{0,2}\(?|Directory\.Delete\s{0,2}\(|removeItem\s{0,2}\(|`,
  String.raw`File\.rm_rf!?\s{0,2}\(|\brm\(.{0,200}recursive\s{0,2}=\s{0,2}true|`,
  String.raw`\bunlink\(.{0,200}recursive\s{0,2}=\s{0,2}T|\bdeleteTree\s{0,2}\(|\bremoveDir\s{0,2}\(|`,
  String.raw`removeDirectoryRecursive|removePathForcibly|delete-directory|\brmdirRecurse\s{0,2}\(|`,
  String.raw`file\s{1,4}delete\s{1,4}-force|(?:fs|filesystem)::remove_all\s{0,2}\(|\bDirRemove\b|\bFileRemoveDir\b|`,
  String.raw`\bDirDelete\b|\bDeleteFolder\b|\brmdir_all\s{0,2}\(|\bdeleteDir\s{0,2}\(|\bdelete\(.{0,120}(?:"rf"|`,
  String.raw`recursive:\s{0,2}true)|del_dir_r\s{0,2}\(|vim\.fs\.rm|fs::delete-tree|delete-tree`,
);

/** One file of those that a walk meets goes. */
export const REMOVES = inPieces(
  "",
  String.raw`\bos\.(?:Remove|remove)\s{0,2}\(|remove_file\s{0,2}\(|\.delete\(\)|Files\.delete\w{0,8}\s{0,2}\(|`,
  String.raw`File\.(?:Delete|rm)!?\s{0,2}\(|removeItem\s{0,2}\(|\bunlink\s{0,2}\(|file\.remove\s{0,2}\(|removeFile\b|`,
  String.raw`\bFileDelete\b|\.DeleteFile\b|delete-file|\bremove\s{0,2}\(|file\s{1,4}delete`,
);
export const WALKS = inPieces(
  "",
  String.raw`filepath\.Walk|WalkDir|walkdir|walkFileTree|walkBottomUp|walkTopDown|listFiles|Files\.walk|`,
  String.raw`\.walk(?:TopDown)?\(|Enumerate(?:Files|FileSystem)|GetFiles\(|enumerator\(at|list\.files\(|`,
  String.raw`recursive\s{0,2}=\s{0,2}T|walkDir|Path\.wildcard|directory-files-recursively|file-seq|dirEntries|`,
  String.raw`\bglob\b|\bnftw\s{0,2}\(|\bftw\s{0,2}\(|recursive_directory_iterator|Loop,?\s{1,4}Files|SubFolders|`,
  String.raw`_FileListToArray|walkdir\(|contentsOfDirectory|lfs\.dir`,
);
export const LOCKS = inPieces(
  "",
  String.raw`\bcipher\b|\.Encrypt\w{0,8}\(|encrypt\w{0,12}!?\s{0,2}\(|NewGCM|NewCFBEncrypter|Cipher\.getInstance|`,
  String.raw`CreateEncryptor|ChaCha20|Aes256|AES_|CryptEncrypt|SymmetricKey`,
);

/** A file is written, made or opened to be written. */
export const WRITES = inPieces(
  "",
  String.raw`WriteFile|write_all|write_to|writeText|appendText|[wW]riteString|WriteAll\w{1,8}|AppendAll\w{1,8}|`,
  String.raw`AppendText|\bos\.OpenFile|OpenOptions|\bFile\.Create|\bos\.Create|\bfopen\s{0,2}\(|FileWriter|`,
  String.raw`FileOutputStream|PrintWriter|Files\.(?:write|copy|newBufferedWriter|newOutputStream|move)|`,
  String.raw`fs::(?:write|copy|rename)|File::create|\bio\.open\s{0,2}\(.{0,200}"[aw]b?\+?"|\bio\.Copy\(|`,
  String.raw`\bstd::(?:ofstream|io::copy)|\bofstream\b|\bfwrite\b|writeLines\(|\bwriteBin\(|`,
  String.raw`\bcat\(.{0,400}\bfile\s{0,2}=|\bdownload\.file\(|\.write\w{0,12}\s{0,2}[!(]|:write\s{0,2}\(|`,
  String.raw`File\.(?:write|open|cp|copy)!?\s{0,2}\(|file:(?:write_file|copy)|createFile|CreateTextFile|OpenTextFile|`,
  String.raw`SaveToFile|\bFileAppend\b|\bFileWrite\w{0,4}\b|\bFileCopy\b|FileCreateShortcut|CreateShortcut|\bspit\b|`,
  String.raw`write-region|append-to-file|with-open-file|with-output-to-file|output_string|open_out|`,
  String.raw`^\s{0,20}puts\s{1,4}(?:-nonewline\s{1,4})?\$|RegWrite|SetValue|RegSetValue|CreateSubKey|createSymlink|`,
  String.raw`symlink|writefile\(|writeFile|appendFile|[dD]ownloadFile|output-stream|io\/copy|URLDownloadToFile|`,
  String.raw`UrlDownloadToFile|\bDownload\s|InetGet|copyURLToFile|url-copy-file|download\(|\bsave\s|\.save\(|`,
  String.raw`toFile\(|createDirectory|copy_file|\.to_file\(|\bopen\s{0,2}\(.{0,200}"[aw]b?\+?"|`,
  String.raw`\bopen\s.{0,200}\s"?[aw]\+?"?\s{0,2}\]|newFileSize|transferTo|\.copyTo\(|copyTo|io::copy|ReadFrom\(|`,
  String.raw`readFrom|\bFtpGet`,
);

/** How the standard streams of a shell are tied to a connection. */
export const TIES = inPieces(
  "",
  String.raw`Stdin\s{0,2}[=,:]|Stdout\s{0,2}[=,:]|\bdup2\s{0,2}\(|getInputStream|\.std(?:in|out)\s{0,2}\(|`,
  String.raw`from_raw_fd|RedirectStandard|StandardInput|standardInput|hStdInput|Stdio::|fconfigure|fileevent|:stdio|`,
  String.raw`std_(?:in|out)|stdin_behavior|writeall|\bpopen\b|\bCmd\.Std|inheritIO|:read\(|receive\(`,
);
