import { isNetworkPackage } from "./apis/network-packages.ts";
import type { Source } from "../engine/value.ts";

/** What a server's handler is told by whoever asks: the path, the body, the headers. */
const REQUEST =
  /(?:^|\.)(?:(?:BaseHTTP|SimpleHTTP|CGIHTTP|Stream|Base|Datagram|SimpleXMLRPC|Web)?RequestHandler|HTTPMethodView|APIView|MethodView|WebSocketHandler)\(\)\.(?:path|rfile|headers|request|requestline|body|args|query|get_(?:query_|body_)?arguments?)$|^(?:flask|quart|bottle|cherrypy|sanic|falcon)\.(?:globals\.)?request\.(?:args|form|json|data|values|files|headers|cookies|query|forms|params|body|stream|path|full_path|query_string|get_json|get_data|view_args)$|^(?:fastapi|starlette\.requests|starlette\.websockets|aiohttp\.web|django\.http|werkzeug(?:\.wrappers)?|flask|sanic|tornado\.httputil|falcon)\.(?:Request|HttpRequest|HTTPServerRequest|WebSocket)\(\)\.(?:\w{2,30})$/;

export const isRequest = (name: string | null): boolean => name !== null && name.length < 120 && REQUEST.test(name);

export const fromPeer = (line: number): Source[] => [{ taint: "network", what: "whoever asks", line }];

/** Frameworks whose decorators register what answers a peer. */
const FRAMEWORK =
  /^(?:flask|quart|sanic|bottle|fastapi|starlette|aiohttp\.web|litestar|falcon|cherrypy|tornado|socketio|flask_socketio|flask_sockets|discord|nextcord|disnake|hikari|telebot|telegram|telethon|pyrogram|aiogram|slack_bolt|nats|faust|faststream|mitmproxy|websockets|paho\.mqtt|asyncio_mqtt|rpyc|jsonrpcserver|nonebot|twitchio|irc3|sopel|slixmpp|robyn|blacksheep|microdot)\b/;
const REGISTERING =
  /\.(?:route|get|post|put|patch|delete|any|head|websocket|websocket_route|api_route|on|event|command|message|message_handler|callback_query_handler|on_message|listen|agent|subscriber|method|expose|handler|topic_callback|before_request|after_request|app_command|view)(?:\(\))?$/;

/** Whether what a decorator or a call registers is called with what a peer says. */
export const isPeerCallback = (name: string): boolean =>
  name.length < 200 && FRAMEWORK.test(name) && REGISTERING.test(name);

const ADDING =
  /(?:^|\.)(?:add_(?:url_rule|get|post|put|route|api_route|handler|websocket_route|event_handler)|register_function|message_callback_add|basic_consume|start_server|start_unix_server|serve|make_server|run_simple|simple_server|WSGIServer|wsgi\.server|bjoern\.run|cheroot\.wsgi\.Server|run_wsgi_app|set_app|BaseManager\(?\)?\.register|rpc_method|add_rpc|register_instance|subscribe|consume|add_callback|StreamServer|UnixStreamServer|create_server|asyncssh\.(?:listen|create_server)|CommandHandler|MessageHandler|sniff|AsyncSniffer|WebSocketApp|run_forever)$/;
const NAMED =
  /^(?:on_(?:message|data|text|event|packet|recv|receive|command|request)(?:_callback)?|prn|client_connected_cb|message_callback|message_handler|view_func|callable|process_factory|application|wsgi_app|on_request|handler_func)$/;

const HANDED = /^(?:cb|callback|handler|listener|func|fn|on_msg|receiver|consumer)$/;

/** Whether a function is handed over to be called with what arrives: `start_server(f)`, `WebSocketApp(url, on_message=f)`. */
export const isPeerSlot = (callee: string | null, keyword: string | null): boolean =>
  (keyword !== null && (NAMED.test(keyword) || (HANDED.test(keyword) && isNetworkPackage(callee ?? "")))) ||
  (callee !== null && keyword === null && ADDING.test(callee));

/** `client.on_message = f` */
export const isPeerAttribute = (name: string): boolean => NAMED.test(name);

const PROTOCOL =
  /(?:^|\.)(?:Protocol|DatagramProtocol|LineReceiver|StreamListener|WebSocketServerProtocol|WebSocketClientProtocol|Thing|ClientXMPP|SingleServerIRCBot|Cog|MessageHandler)$/;
const HANDLING =
  /^(?:on_|handle_?|process_)\w{0,40}$|^(?:get|post|put|patch|delete|dispatch|received?|(?:data|datagram|line)_?[rR]eceived)$/;

/** A function that a server of the standard protocol calls, by what it is handed: `app(environ, start_response)`. */
export const isServed = (parameters: string): boolean =>
  /^\(\s*(?:(?:self|cls)\s*,\s*)?\w{1,40}\s*(?::[^,]{1,40})?,\s*(?:start_response|start_resp)\b|^\(\s*(?:(?:self|cls)\s*,\s*)?scope\s*,\s*receive\s*,\s*send\b/.test(
    parameters.slice(0, 200),
  );

/** Whether a method of a class that is derived from a framework's is called with what a peer says. */
export const isPeerMethod = (base: string, method: string): boolean =>
  base.length < 120 && HANDLING.test(method) && (FRAMEWORK.test(base) || PROTOCOL.test(base));
