import { apis } from "./api.ts";

const CLIENTS =
  "{requests,requests.api,requests_futures.sessions.FuturesSession(),requests_toolbelt.sessions.BaseUrlSess" +
  "ion(),requests.Session(),requests.session(),requests.sessions.Session(),httpx,httpx.Client(),httpx.Async" +
  "Client(),aiohttp.ClientSession(),cloudscraper.create_scraper(),curl_cffi.requests,curl_cffi.requests.Ses" +
  "sion(),requests_html.HTMLSession(),grequests,treq,httplib2.Http(),niquests,urllib3.PoolManager(),tornado" +
  ".httpclient.AsyncHTTPClient()}";
const BODY = ["data", "json", "files", "params", "content", "body", "fields", "query"];
const AUTH = ["headers", "auth", "cookies"];

/** Libraries that talk to other machines. */
export const NETWORK_APIS = apis([
  [
    `${CLIENTS}.{get,head,options}`,
    "fetch send",
    { target: [0, "url"], inputs: ["params", "data", "json", 0], auth: AUTH, gives: "network" },
  ],
  [
    `${CLIENTS}.{post,put,patch}`,
    "send fetch",
    { target: [0, "url"], inputs: [...BODY, 0, 1], auth: AUTH, gives: "network" },
  ],
  [`${CLIENTS}.{delete,stream,fetch}`, "fetch", { target: [0, "url", 1], inputs: BODY, auth: AUTH, gives: "network" }],
  [
    `${CLIENTS}.{request,urlopen}`,
    "send fetch",
    { target: [1, "url", 0], inputs: [...BODY, 1, 2], auth: AUTH, gives: "network" },
  ],
  ["urllib.request.urlopen", "send fetch", { target: [0, "url"], inputs: ["data", 1, 0], gives: "network" }],
  [
    "urllib.request.build_opener().open urllib.request.OpenerDirector().open",
    "send fetch",
    { target: [0], inputs: ["data", 1, 0], gives: "network" },
  ],
  ["urllib.request.urlretrieve wget.download", "fetch", { target: [0, "url"], gives: "network" }],
  [
    "{http.client,httplib}.{HTTPSConnection,HTTPConnection}().request",
    "send fetch",
    { target: ["place", 1], inputs: ["body", 2, 1], auth: ["headers", 3], gives: "network" },
  ],
  [
    "{http.client,httplib}.{HTTPSConnection,HTTPConnection}().getresponse",
    "fetch",
    { target: ["place"], gives: "network" },
  ],
  ["urllib3.request", "send fetch", { target: [1, "url"], inputs: BODY, auth: AUTH, gives: "network" }],
  ["aiohttp.request httpx.stream", "send fetch", { target: [1, "url"], inputs: BODY, auth: AUTH, gives: "network" }],
  [
    "{urllib3.HTTPConnectionPool,urllib3.HTTPSConnectionPool,urllib3.connection_from_url}().{request,urlopen}",
    "send fetch",
    { target: ["place", 1], inputs: [...BODY, 1, 2], auth: AUTH, gives: "network" },
  ],
  [
    "{http.client,httplib}.{HTTPSConnection,HTTPConnection}().{send,putheader,endheaders,putrequest}",
    "send",
    { target: ["place"], inputs: [0, 1, "message_body"] },
  ],
  ["pycurl.Curl().perform", "send fetch", { target: ["place"], inputs: ["self"], gives: "network" }],
  [
    "{socket.{socket,create_connection,create_server,socketpair},socket.socket().accept(),asyncio.{StreamWrit" +
      "er,open_connection}()}[].{send,sendall,write,writelines}",
    "send",
    { target: ["place"], inputs: [0] },
  ],
  [
    "asyncio.StreamReader().{read,readline,readexactly,readuntil} asyncio.open_connection()[].readuntil " +
      "socket.{socket,create_connection}().{recvmsg,recvfrom_into} " +
      "socket.create_connection().makefile().{read,readline,readlines} " +
      "asyncio.{get_event_loop,get_running_loop,new_event_loop}().{sock_recv,sock_recv_into} " +
      "multiprocessing.connection.{Client,Listener}().{recv,recv_bytes} " +
      "multiprocessing.connection.Listener().accept().recv",
    "fetch",
    { target: ["place"], gives: "network" },
  ],
  [
    "asyncio.StreamWriter().{write,writelines} " +
      "asyncio.{get_event_loop,get_running_loop,new_event_loop}().sock_sendall " +
      "multiprocessing.connection.{Client,Listener}().{send,send_bytes} " +
      "socket.{socket,create_connection}().makefile().{write,writelines}",
    "send",
    { target: ["place"], inputs: [1, 0] },
  ],
  ["multiprocessing.connection.Client", "connect", { target: [0, "address"] }],
  ["multiprocessing.connection.Listener socket.create_server", "listen", { target: [0, "address"] }],
  [
    "socket.{socket,create_connection}().{send,sendall,sendto,sendfile,sendmsg}",
    "send",
    { target: ["place", 1], inputs: [0] },
  ],
  [
    "ssl.{wrap_socket,SSLSocket,create_default_context}().{send,sendall,write} " +
      "ssl.create_default_context().wrap_socket().{send,sendall,write}",
    "send",
    { target: ["place"], inputs: [0] },
  ],
  [
    "socket.{socket,create_connection}().{recv,recvfrom,recv_into} " +
      "socket.socket().makefile().{read,readline} ssl.create_default_context().wrap_socket().{recv,read} " +
      "socket.socket().accept()[].recv",
    "fetch",
    { target: ["place"], gives: "network" },
  ],
  [
    "socket.create_connection socket.socket().{connect,connect_ex} asyncio.open_connection",
    "connect",
    { target: [0, "address", "host"], inputs: [] },
  ],
  ["socket.socket().{bind,listen}", "listen", { target: [0] }],
  ["socket.socket().accept", "listen", { target: ["place"], gives: "network" }],
  ["asyncio.open_connection()[].{read,readline,readexactly}", "fetch", { target: ["place"], gives: "network" }],
  ["asyncio.open_connection()[].{write,writelines}", "send", { target: ["place"], inputs: [0] }],
  [
    "socket.{gethostbyname,gethostbyname_ex,getaddrinfo} dns.resolver.{resolve,query} " +
      "dns.resolver.Resolver().{resolve,query} dnspython.query aiodns.DNSResolver().query",
    "resolve",
    { target: [0], gives: "network" },
  ],
  [
    "{websocket.create_connection,websockets.connect,websockets.sync.client.connect,websocket.WebSocketApp,we" +
      "bsocket.WebSocket()}().{send,send_binary}",
    "send",
    { target: ["place"], inputs: [0] },
  ],
  [
    "{websocket.create_connection,websockets.connect,websockets.sync.client.connect,websocket.WebSocket()}().recv",
    "fetch",
    { target: ["place"], gives: "network" },
  ],
  [
    "{websocket.create_connection,websockets.connect,websocket.WebSocketApp,websockets.sync.client.connect}",
    "connect",
    { target: [0, "url", "uri"] },
  ],
  ["smtplib.{SMTP,SMTP_SSL}().{sendmail,send_message}", "send", { target: ["place"], inputs: [2, 0, "msg"] }],
  [
    "smtplib.{SMTP,SMTP_SSL} ftplib.{FTP,FTP_TLS} imaplib.{IMAP4,IMAP4_SSL} poplib.{POP3,POP3_SSL} " +
      "telnetlib.Telnet paramiko.SSHClient().connect paramiko.Transport",
    "connect",
    { target: [0, "host", "hostname"] },
  ],
  ["ftplib.{FTP,FTP_TLS}().{storbinary,storlines}", "send", { target: ["place"], inputs: [1, 0] }],
  ["ftplib.{FTP,FTP_TLS}().{retrbinary,retrlines}", "fetch", { target: ["place"], gives: "network" }],
  [
    "paramiko.{SSHClient,Transport}().open_sftp().{put,putfo} paramiko.SFTPClient.from_transport().{put,putfo}",
    "send",
    { target: ["place"], inputs: [0] },
  ],
  ["paramiko.SSHClient().exec_command", "send", { target: ["place"], inputs: [0] }],
  ["telnetlib.Telnet().write", "send", { target: ["place"], inputs: [0] }],
  [
    "boto3.{client,resource}().{upload_file,put_object,upload_fileobj,publish,send_message,invoke} " +
      "boto3.Session().client().{upload_file,put_object,upload_fileobj} " +
      "google.cloud.storage.Client().bucket().blob().{upload_from_filename,upload_from_string} " +
      "azure.storage.blob.BlobServiceClient().upload_blob minio.Minio().{put_object,fput_object}",
    "send",
    { label: "cloud storage", inputs: [0, 1, 2, "Body", "Fileobj", "Message", "data", "Filename"] },
  ],
  [
    "boto3.{client,resource}().{download_file,get_object,download_fileobj} " +
      "google.cloud.storage.Client().bucket().blob().{download_to_filename,download_as_string}",
    "fetch",
    { label: "cloud storage", gives: "network" },
  ],
  [
    "slack_sdk.WebClient().{chat_postMessage,files_upload,files_upload_v2} " +
      "telegram.Bot().{send_message,send_document} discord.Webhook().send " +
      "discord_webhook.DiscordWebhook().{execute,add_file} telebot.TeleBot().{send_message,send_document} " +
      "github.Github().get_user().create_gist",
    "send",
    { label: "a chat", inputs: [0, 1, "text", "file", "content", "document", "self"] },
  ],
  [
    "{http.server,socketserver,SimpleHTTPServer}.{HTTPServer,TCPServer,ThreadingHTTPServer,ThreadingTCPServer} asyncio.start_server",
    "listen",
    { target: [0] },
  ],
  ["uvicorn.run flask.Flask().run aiohttp.web.run_app", "listen", { target: ["host"] }],
  [
    "huggingface_hub.{hf_hub_download,snapshot_download} {transformers,sentence_transformers}.{AutoModel,Auto" +
      "Tokenizer,pipeline,SentenceTransformer} datasets.load_dataset",
    "fetch",
    { label: "https://huggingface.co/" },
  ],
  ["openai.{OpenAI,AsyncOpenAI,ChatCompletion.create}", "connect", { label: "https://api.openai.com/" }],
  ["anthropic.{Anthropic,AsyncAnthropic}", "connect", { label: "https://api.anthropic.com/" }],
  ["git.Repo.clone_from", "fetch", { target: [0], gives: "network" }],
  [
    "mcp.{ClientSession,client.stdio.stdio_client,client.sse.sse_client} mcp.client.streamable_http.streamablehttp_client",
    "mcp",
    { target: [0] },
  ],
]);
