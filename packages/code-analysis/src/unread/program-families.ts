import { type CodeLanguage, inPieces } from "@gaia/reading";

/** What a family of languages calls the things that a person has to look at, by its libraries and its own words. */
export interface Family {
  languages: readonly CodeLanguage[];
  /** A program starts. */
  starts: RegExp;
  /** An address is fetched, sent to or listened at. */
  fetches: RegExp;
  /** A text or a fetched file becomes code. */
  evaluates: RegExp;
}

/** A language more is a word in a row, or a row of its own with its name in `packages/reading/src/code/source-languages.ts`. */
export const FAMILIES: readonly Family[] = [
  {
    // What is followed elsewhere, where it does not parse.
    languages: ["python"],
    starts: inPieces(
      "",
      String.raw`\bsubprocess\b|\bos\s{0,2}\.\s{0,2}(?:system|popen|exec\w{1,4}|spawn\w{1,4}|posix_spawn\w?|startfile|fork)|\bPopen\b|`,
      String.raw`\bpty\b|\bcreate_subprocess\w{2,8}|\bpexpect\b|\bparamiko\b|\bctypes\b|\bcffi\b|__import__|\bimportlib\b|`,
      String.raw`\bgetattr\s{0,2}\(|\bglobals\s{0,2}\(|\bbuiltins\b|__builtins__|__globals__|__subclasses__`,
    ),
    fetches: inPieces(
      "",
      String.raw`\brequests\b|\burllib\d?\b|\burlopen\b|\bhttp\.client\b|\bhttpx\b|\baiohttp\b|\bsocket\b|\bwebsockets?\b|\bftplib\b|`,
      String.raw`\bsmtplib\b|\bpycurl\b|\btelnetlib\b|\bopen_connection\b|\bxmlrpc\b|\bboto3\b`,
    ),
    evaluates: inPieces(
      "",
      String.raw`\bexec\s{0,2}\(|\beval\s{0,2}\(|\bcompile\s{0,2}\(|\bpickle\b|\bmarshal\b|\bb(?:64|85|32)decode\b|\bfromhex\b|`,
      String.raw`\bzlib\b|\brunpy\b|\bcodecs\.decode`,
    ),
  },
  {
    languages: ["javascript", "typescript", "tsx"],
    starts: inPieces(
      "",
      String.raw`child_process|\bexec(?:File)?(?:Sync)?\s{0,2}\(|\bspawn(?:Sync)?\b|\bexeca\b|\bDeno\.(?:run|Command)|\bBun\.(?:spawn|`,
      String.raw`\$)|\bprocess\.(?:binding|dlopen|mainModule)|\brequire\s{0,2}\(\s{0,2}[^"'\x60\s]|\bimport\s{0,2}\(\s{0,2}[^"'\x60\s]|`,
      String.raw`\$\x60`,
    ),
    fetches: inPieces(
      "",
      String.raw`\bfetch\s{0,2}\(|\bXMLHttpRequest\b|\baxios\b|\bWebSocket\b|\bEventSource\b|\bsendBeacon\b|\bimportScripts\b|`,
      String.raw`["'\x60](?:node:)?(?:https?|net|tls|dgram|dns|got|undici|ws)["'\x60]`,
    ),
    evaluates: inPieces(
      "",
      String.raw`\beval\b|\bFunction\s{0,2}\(|["'](?:node:)?vm["']|\batob\b|\bBuffer\.from\b|\bfromCharCode\b|\bWebAssembly\b|`,
      String.raw`\bconstructor\s{0,2}[([]`,
    ),
  },
  {
    languages: ["go", "rust", "zig", "d", "v", "c", "objective-c", "swift"],
    starts: inPieces(
      "",
      String.raw`\bexec\.Command|\bsyscall\.(?:Exec|ForkExec|StartProcess)|\bos\.StartProcess|\bCommand::new|\b(?:system|popen|`,
      String.raw`exec[lv]p?e?|execvpe|fexecve|posix_spawnp?|spawn\w{0,12}|WinExec|ShellExecute\w{0,4}|CreateProcess\w{0,8}|dlopen|`,
      String.raw`LoadLibrary\w{0,4}|VirtualAlloc\w{0,4}|CreateRemoteThread|(?:execute|pipe|spawn)(?:Shell|Process)|mach_vm_\w{2,12}|`,
      String.raw`mprotect)\s{0,2}\(|\bos\.(?:execute|system|exec|new_process|process)\w{0,12}\s{0,2}\(|\bprocess\.Child\b|`,
      String.raw`\bChildProcess\b|\bexecv\w{0,4}\b|\bNSTask\b|\bProcess(?:\(\)|\.run)|\blaunch(?:Path|edProcess)\b|\b(?:NSAppleScript|`,
      String.raw`OSAScript|NSUserUnixTask)\b|\b(?:sh|cmd)\.Run\(|\bpty\.Start|\bCommand\.new|\basm!?\s{0,2}(?:volatile)?\s{0,2}[({]|`,
      String.raw`\bsyscall\s{0,2}\(`,
    ),
    fetches: inPieces(
      "",
      String.raw`\bhttp\.(?:Get|Post|PostForm|Head|NewRequest\w{0,12}|DefaultClient|Client|Transport|get|post|fetch|download_file|`,
      String.raw`Serve\w{0,3}|ListenAndServe\w{0,3})\b|\b(?:net|tls|ssh|ftp|websocket|dialer)\.(?:Dial|Listen|connect|dial|`,
      String.raw`listen)\w{0,12}|\bLookup(?:TXT|Host|IP)|\breqwest\b|\bureq\b|\bhyper::|\bisahc\b|\b(?:Tcp|Udp|Unix)(?:Stream|Socket|`,
      String.raw`Listener)\b|\bcurl_easy\w{2,20}|\bcurl::|\bURLDownloadToFile\w?|\b(?:Internet(?:Open|Connect)|WinHttp|`,
      String.raw`HttpSendRequest)\w{0,20}|\b(?:connect|socket|sendto|getaddrinfo|gethostbyname|WSASocket\w?|inet_pton|`,
      String.raw`inet_addr)\s{0,2}\(|\bURLSession\b|\bURLRequest\b|\bNSURL(?:Connection|Session)|\bNSMutableURLRequest\b|`,
      String.raw`WithContentsOfURL|\bcontentsOf:\s{0,2}(?:URL|url)|\bNW(?:Connection|Listener)\b|\bCFStream\w{2,30}|\bstd\.(?:http|`,
      String.raw`net\.curl|socket)\b|\btcpConnectTo|\b(?:TCP|UDP)?Socket\s{0,2}\(|\bAlamofire\b|\bAF\.(?:request|download)|\bresty\b|`,
      String.raw`\bcolly\b`,
    ),
    evaluates: inPieces(
      "",
      String.raw`\bplugin\.Open|\b(?:yaegi|goja|otto|gopher-lua|rhai|boa_engine|mlua|JSContext|evaluateScript|luaL_\w{2,20}|`,
      String.raw`PyRun_\w{2,20}|Py_CompileString|rb_eval_\w{2,20}|JS_Eval\w{0,10}|duk_\w{0,4}eval\w{0,10})\b|\binterp\.New|`,
      String.raw`\blibloading\b|\bdlsym\s{0,2}\(|\binclude_bytes!|\(\s{0,2}void\s{0,2}\(\s{0,2}\*\s{0,2}\)`,
    ),
  },
  {
    languages: ["java", "kotlin", "scala", "groovy", "csharp", "fsharp", "vbnet", "dart"],
    starts: inPieces(
      "",
      String.raw`getRuntime\s{0,2}\(|\bProcessBuilder\b|\bProcess(?:StartInfo)?\s{0,2}[({]|\bProcess\s{0,2}\.\s{0,2}(?:Start|run|start|`,
      String.raw`runSync)\b|"\s{0,2}\.\s{0,2}!{1,2}|\.lineStream|sys\.process|\.execute\s{0,2}\(\s{0,2}\)|\bcommandLine\b|`,
      String.raw`\bexec\s{0,2}[({]|\b(?:Shell|System\.load(?:Library)?|DllImport|VirtualAlloc\w{0,4}|CreateThread|CreateRemoteThread|`,
      String.raw`AppActivate)\b|\bWScript\.Shell\b|\bShell\.Application\b|\bwinmgmts|\.(?:ShellExecute|Exec|Run)\s{0,2}\(|`,
      String.raw`\bADODB\.Stream\b|\bManagementClass\b|\bWin32_Process|\b(?:sh|bat|powershell|pwsh)\s{0,2}\(?\s{0,2}(?:script:\s{0,2})?`,
      String.raw`['"]`,
    ),
    fetches: inPieces(
      "",
      String.raw`\b(?:HttpClient|HttpURLConnection|HttpsURLConnection|URLConnection|OkHttp\w{0,8}|RestTemplate|WebClient|HttpRequest|`,
      String.raw`HttpPost|HttpGet|HttpWebRequest|WebRequest|RestClient|TcpClient|UdpClient|TcpListener|ServerSocket|SocketChannel|`,
      String.raw`DatagramSocket|ClientWebSocket|WebSocket|FtpWebRequest|SmtpClient|Dio|XMLHTTP\w{0,8}|ServerXMLHTTP\w{0,8}|`,
      String.raw`WinHttpRequest|Ktor\w{0,8}|sttp|scalaj|Jsoup|Fuel|Dns)\b|\bopen(?:Connection|Stream)\s{0,2}\(|\b(?:Socket|URL|`,
      String.raw`URI)\s{0,2}\(\s{0,2}["@$']|\bSocket\.connect|\bnew\s{1,4}(?:ssl)?Socket\b|\bhttp\.(?:get|post|put|read|Client|Request|`,
      String.raw`send|MultipartRequest)\b|\.(?:Download|Upload)(?:String|Data|File)\w{0,10}|\.toURL\s{0,2}\(|\bURI\.create|\bfromURL|`,
      String.raw`\.readText\(\)|"https?:[^"\n]{1,200}"\s{0,2}\.\s{0,2}to[A-Z]`,
    ),
    evaluates: inPieces(
      "",
      String.raw`\bAssembly\.Load\w{0,8}|\bScriptEngine\w{0,8}|\bGroovy(?:Shell|ClassLoader|ScriptEngine)|\bEval\.me|\bdefineClass\b|`,
      String.raw`\bURLClassLoader\b|\bClassLoader\b|\bCSharpScript\b|\bCodeDom\w{0,10}|\bJavaCompiler\b|\bObjectInputStream\b|`,
      String.raw`\bBinaryFormatter\b|\bToolBox\b|\bnew\s{1,2}Function\b|\beval\s{0,2}\(|\bapply\s{1,2}from:|\bspawnUri\b|`,
      String.raw`\bActivator\.CreateInstance|\.Invoke\s{0,2}\(\s{0,2}null|\bForName\b`,
    ),
  },
  {
    // A page's own script is JavaScript; only what Windows' script host lends it counts here.
    languages: ["jscript"],
    starts: inPieces(
      "i",
      String.raw`WScript\.Shell|Shell\.Application|winmgmts|Win32_Process|new\s{1,4}ActiveXObject\s{0,2}\(\s{0,2}(?!["'](?:MSXML2?|`,
      String.raw`Microsoft\.XML\w{0,4}|Scripting|ShockwaveFlash|AcroPDF|PDF|htmlfile|WMPlayer|TDC)\b)|\bsystem\.callSystem|`,
      String.raw`\.execute\s{0,2}\(\s{0,2}\)|\bBridgeTalk\b|\bdoScript\b|\bExternalObject\b`,
    ),
    fetches: /ServerXMLHTTP|WinHttp|ADODB\.Stream|\bnew\s{1,4}Socket\b|\bHttpConnection\b/i,
    evaluates: /#@~\^|ScriptControl/i,
  },
  {
    languages: ["vbscript", "autohotkey", "autoit"],
    starts: inPieces(
      "i",
      String.raw`WScript\.Shell|Shell\.Application|winmgmts|Win32_Process|\.(?:Run|Exec|ShellExecute|Create)\b|`,
      String.raw`\bShell(?:Execute\w{0,4})?\s{0,2}[("]|^\s{0,40}(?:Run|RunWait|RunAs)\b|\bRun(?:Wait|As)?\s{0,2}\(|\bDllCall\b|`,
      String.raw`\bDeclare\s{1,4}(?:PtrSafe\s{1,4})?(?:Function|Sub)\b|\bCreateObject\s{0,2}\(\s{0,2}(?!"(?:Scripting\.(?:Dictionary|`,
      String.raw`FileSystemObject)|Excel\.Application|Word\.Application)"\s{0,2}\))|\bComObj(?:Create|ect)\b|\bObjCreate\b|\bRegWrite\b|`,
      String.raw`\bAppActivate\b|\bSendKeys\b`,
    ),
    fetches: inPieces(
      "i",
      String.raw`XMLHTTP|WinHttp|ADODB\.Stream|URLDownloadToFile|UrlDownloadToFile|\bInet(?:Get|Read)\b|\bDownload\s{0,2}[(,]|`,
      String.raw`InternetExplorer\.Application|\bTCP(?:Connect|Send|Listen)\b|CDO\.Message|\bQueryTables\b|_INetSmtp`,
    ),
    evaluates: /\b(?:ExecuteGlobal|Execute|Eval|ScriptControl|MSScriptControl)\b|#@~\^|\bExecuteStatement\b/i,
  },
  {
    languages: ["lua"],
    starts: inPieces(
      "",
      String.raw`\bos\.exec\w{0,4}|\bio\.popen|\bvim\.(?:fn\.)?(?:system\w{0,4}|jobstart|termopen|cmd)\b|\.spawn\s{0,2}\(|\bjobstart\b|`,
      String.raw`\bffi\.(?:C|cdef|load)\b|\bpackage\.loadlib|\bposix\b|\bstdnse\.\w{0,12}exec|\bos\[|\bio\[|_G\[|_ENV\[`,
    ),
    fetches: inPieces(
      "",
      String.raw`\bhttps?\.(?:request|get|post)|\bsocket\b|\bsocket\.http|\bhttpc\b|\blua-?resty\b|\bcurl\b|\bcqueues\b|\bHttp(?:Get|`,
      String.raw`Post|Service)\b|\bcopas\b`,
    ),
    evaluates:
      /\b(?:loadstring|load|dofile|loadfile|dostring)\s{0,2}[("]|\bstring\.dump|\brequire\s{0,2}\(\s{0,2}[^"'\s)]/,
  },
  {
    languages: ["r", "julia", "elixir", "erlang", "nim", "crystal"],
    starts: inPieces(
      "",
      String.raw`\b(?:system2?|shell|shell\.exec|pipe|run|exec\w{0,10}|execCmd\w{0,4}|startProcess|gorge\w{0,2}|staticExec|open_port|`,
      String.raw`dyn\.load|ccall|processx::\w{2,12}|sys::exec\w{0,12})!?\s{0,2}[("]|\brun\b[^\n]{0,40}\x60|\b(?:read|pipeline|readchomp|`,
      String.raw`success|open)\s{0,2}\(\s{0,2}\x60|\bCmd\s{0,2}\(|\bSystem\.(?:cmd|shell)\b|\bPort\.open|\bos:cmd|:os\.cmd|`,
      String.raw`\bProcess\.(?:run|new|exec)|\bProcessBuilder|\bdo\.call\s{0,2}\(|(?:=|\(|^)\s{0,4}\x60[^\x60\n]{2,300}\x60|%x[[({]|`,
      String.raw`\bgetFromNamespace|\bget\s{0,2}\(\s{0,2}paste`,
    ),
    fetches: inPieces(
      "",
      String.raw`\b(?:GET|POST|PUT|curl\w{0,16}|download\.file|url|getURL|postForm|socketConnection|make\.socket|request|`,
      String.raw`httr2?::\w{2,12}|RCurl::\w{2,12})\s{0,2}\(|\bread\w{0,12}\s{0,2}\(\s{0,2}["']https?:|\bHTTP\.\w{2,12}|`,
      String.raw`\bDownloads?\.\w{2,12}|\bdownload\s{0,2}\(|\bconnect\s{0,2}\(|\b(?:HTTPoison|Req|Tesla|Finch|Mint|Hackney|hackney)\b|`,
      String.raw`\bhttpc:|:httpc|\bgen_(?:tcp|udp)|\bssl:connect|\bnew(?:Async)?(?:HttpClient|Socket)|\b(?:HTTP::Client|TCPSocket|`,
      String.raw`OpenSSL::SSL)|\bsource\s{0,2}\(\s{0,2}["']https?:|\bsource_url|\bNode\.connect`,
    ),
    evaluates: inPieces(
      "",
      String.raw`\beval\s{0,2}\(|\bparse\s{0,2}\(\s{0,2}text|\binclude_string|\bMeta\.parse|\bCode\.(?:eval|compile|require)\w{0,10}|`,
      String.raw`\bbinary_to_term\b|\bunserialize\s{0,2}\(|\breadRDS\s{0,2}\(\s{0,2}(?:url|gzcon)|\berl_(?:eval|scan)|`,
      String.raw`\bcode:load_binary|\bsource\s{0,2}\(\s{0,2}(?:url|text|https?)|\bbase64(?:enc|_)?:?:?decode`,
    ),
  },
  {
    languages: ["lisp", "clojure"],
    starts: inPieces(
      "",
      String.raw`\b(?:(?:async-)?shell-command\S{0,12}|call-process\S{0,16}|start-(?:file-)?process\S{0,16}|make-process|`,
      String.raw`process-lines\S{0,8}|run-program|run-shell-command|open-process|launch-program|open-pipe\S{0,4}|system\*|`,
      String.raw`ProcessBuilder|getRuntime|subprocess|process\*?\/\w{1,12}|make-network-process|inferior-shell|foreign-funcall|`,
      String.raw`module-load)(?![\w-])|\((?:sh|shell|system\S{0,6}|process|exec\S{0,4}|shell\/sh|sh\/sh|sb-ext:\S{2,20}|uiop:\S{2,20}|`,
      String.raw`compile|os\.execute|io\.popen|subprocess\.\w{2,12}|os\.system)\s`,
    ),
    fetches: inPieces(
      "",
      String.raw`\burl-(?:retrieve|copy-file|insert)\S{0,20}|\bopen-network-stream\b|\bmake-network-process\b|\b(?:client|http|httpkit|`,
      String.raw`hato|curl|drakma|dexador|dex|req)[/:]{1,2}\S{2,16}|\bclj-http|\(slurp\s{1,4}(?:"https?:|\(|[a-z])|\bhttp-(?:request|`,
      String.raw`get|post|client)\S{0,12}|\bget-pure-port|\bpost-pure-port|\btcp-connect|\bsocket-(?:connect|stream)|\busocket\b|`,
      String.raw`\bplz\b|\brequest\s{1,4}"https?:|java\.net\.`,
    ),
    evaluates: inPieces(
      "",
      String.raw`\((?:eval|load-string|load-reader|read-string|read-from-string|eval-(?:buffer|region|string)|compile-string|`,
      String.raw`fennel\.eval|loadstring|byte-code-function|funcall\s{1,4}\(intern)(?![\w-])|\(load(?:-file)?\s{1,4}(?:"\/|"https?:|tmp|`,
      String.raw`\(make-temp)|#\.\(|\bbase64-decode`,
    ),
  },
  {
    languages: ["ocaml", "haskell"],
    starts: inPieces(
      "",
      String.raw`\bSys\.command|\bUnix\.(?:open_process|exec|create_process|system|fork)\w{0,10}|\bSystem\.Process\b|\bSystem\.Cmd\b|`,
      String.raw`\b(?:readProcess\w{0,16}|call(?:Command|Process)|createProcess\w{0,2}|spawn(?:Command|Process)|rawSystem|runCommand|`,
      String.raw`executeFile|forkProcess|shelly)\b|\bBos\.OS\.Cmd|\bLwt_process|\bsystem\s{1,2}["$(]|\bforeign\s{1,2}import`,
    ),
    fetches: inPieces(
      "",
      String.raw`\bNetwork\.(?:HTTP|Socket|Wreq|Browser|Simple)\w{0,12}|\bhttpLbs\b|\bsimpleHttp\b|\bparseRequest\b|\bWreq\b|`,
      String.raw`\bCohttp\w{0,12}|\bCurl\b|\bEzcurl|\bUnix\.(?:connect|socket|gethostbyname|open_connection)|\bPiaf\b|\bHttp_client|`,
      String.raw`\bconnectTo\b`,
    ),
    evaluates: /\bToploop\b|\bDynlink\b|\bMarshal\.from|\bLanguage\.Haskell\.Interpreter|\bunsafeCoerce\b|\bObj\.magic/,
  },
  {
    languages: ["tcl", "awk", "vim"],
    starts: inPieces(
      "m",
      String.raw`\bexec\s|\bopen\s{1,4}["{[]{0,2}\s{0,2}\||\bspawn\s|\bsystem(?:list)?\s{0,2}\(|\|\s{0,4}(?:getline|"|&)|\b(?:print|`,
      String.raw`printf)\b[^\n|]{0,300}\|\s{0,4}["\w]|\bjob_?start\s{0,2}\(|\bterm(?:open|_start)\s{0,2}\(|\blibcall|(?:^|[\s"':|`,
      String.raw`])(?:silent!?\s{1,4})?!\s{0,4}[a-z./~]|^\s{0,20}(?:python3?|py3?x?|lua|ruby|perl)\s|\bload\s{1,4}\S{1,200}\.(?:so|dll)`,
    ),
    fetches:
      /\bgeturl\b|\bsocket\s|\/inet\d?\/|\bpackage\s{1,4}require\s{1,4}(?:http|tls|TclCurl|ftp)|\bch_open|\bnetrw|\bsockconnect/,
    evaluates: inPieces(
      "",
      String.raw`\beval\s|\buplevel\b|\bsubst\s|\bsource\s{1,4}\[|\bexe(?:cute)?\s{1,4}(?:"call|[a-z]:|\w{1,40}\()|@include|@load|`,
      String.raw`\bdecode\s{1,4}base64`,
    ),
  },
  {
    languages: ["fish", "nushell", "bash"],
    starts: inPieces(
      "m",
      String.raw`\|\s{0,4}(?:ba|z|da|fi)?sh\b|\b(?:ba|z|da|k|fi)?sh\s{1,4}-c|\b(?:python3?|node|perl|ruby|php|lua|osascript|nc|ncat|`,
      String.raw`sudo|crontab|launchctl|systemctl|nohup|chmod|run-external|powershell|pwsh)\b|^\s{0,20}\^|\bexec\s|\/dev\/(?:tcp|udp)|`,
      String.raw`\brm\s{1,4}-\w{0,6}r`,
    ),
    fetches:
      /\b(?:curl|wget|aria2c|scp|rsync|ssh|ftp|nc|ncat|socat|http\s{1,4}(?:get|post|put|head))\b|\bfetch\s{1,4}["']?https?:/,
    evaluates:
      /\beval\b|\bsource\s{1,4}\(|\|\s{0,4}source\b|\bbase64\b|\bdecode\s{1,4}(?:base64|hex)|\bxxd\b|^[ \t]{0,40}["']?\$\w/m,
  },
  {
    languages: ["sql"],
    starts: inPieces(
      "i",
      String.raw`xp_cmdshell|\bPROGRAM\s{1,4}(?:E?'|\$)|sp_OACreate|sys_exec|lo_export|\bDBMS_SCHEDULER\b|\bINTO\s{1,4}(?:OUT|DUMP)FILE\b|`,
      String.raw`^\s{0,4}\\!|\bCREATE\s{1,4}(?:OR\s{1,4}REPLACE\s{1,4})?FUNCTION\b[^;]{0,200}\bLANGUAGE\s{1,4}(?:plpython|plperl|plsh|`,
      String.raw`c\b)`,
    ),
    fetches: /UTL_HTTP|UTL_TCP|\bdblink_connect|OPENROWSET|sp_OAMethod/i,
    evaluates: /load_extension|pg_read_file|\bLOAD_FILE\s{0,2}\(/i,
  },
];

/** Where nothing says which family it is: all of them. */
const joined = (part: "starts" | "fetches" | "evaluates"): RegExp =>
  new RegExp(FAMILIES.map((family) => `(?:${family[part].source})`).join("|"), "im");

const UNKNOWN_FAMILY: Family = {
  languages: ["unknown"],
  starts: joined("starts"),
  fetches: joined("fetches"),
  evaluates: joined("evaluates"),
};

export const familyOf = (language: CodeLanguage): Family =>
  FAMILIES.find(({ languages }) => languages.includes(language)) ?? UNKNOWN_FAMILY;
