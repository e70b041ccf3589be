import { inPieces } from "@gaia/reading";
import { isNetworkPackage } from "../apis/network-packages.ts";
import type { Source } from "../../engine/value.ts";

/** What a server's handler is told by whoever asks: the path, the body, the headers. */
const REQUEST = inPieces(
  "",
  String.raw`(?:^|\.)(?:(?:BaseHTTP|SimpleHTTP|CGIHTTP|Stream|Base|Datagram|SimpleXMLRPC|Web)?RequestHandler|HTTPMethodView|APIView|`,
  String.raw`MethodView|WebSocketHandler)\(\)\.(?:path|rfile|headers|request|requestline|body|args|query|get_(?:query_|`,
  String.raw`body_)?arguments?)$|^(?:flask|quart|bottle|cherrypy|sanic|falcon)\.(?:globals\.)?request\.(?:args|form|json|data|values|`,
  String.raw`files|headers|cookies|query|forms|params|body|stream|path|full_path|query_string|get_json|get_data|view_args)$|^(?:fastapi|`,
  String.raw`starlette\.requests|starlette\.websockets|aiohttp\.web|django\.http|werkzeug(?:\.wrappers)?|flask|sanic|tornado\.httputil|`,
  String.raw`falcon)\.(?:Request|HttpRequest|HTTPServerRequest|WebSocket)\(\)\.(?:\w{2,30})$`,
);

export const isRequest = (name: string | null): boolean => name !== null && name.length < 120 && REQUEST.test(name);

export const fromPeer = (line: number): Source[] => [{ taint: "network", what: "whoever asks", line }];

/** Frameworks whose decorators register what answers a peer. */
const FRAMEWORK = inPieces(
  "",
  String.raw`^(?:flask|quart|sanic|bottle|fastapi|starlette|aiohttp\.web|litestar|falcon|cherrypy|tornado|socketio|`,
  String.raw`flask_socketio|flask_sockets|discord|nextcord|disnake|hikari|telebot|telegram|telethon|pyrogram|aiogram|`,
  String.raw`slack_bolt|nats|faust|faststream|mitmproxy|websockets|paho\.mqtt|asyncio_mqtt|rpyc|jsonrpcserver|`,
  String.raw`nonebot|twitchio|irc3|sopel|slixmpp|robyn|blacksheep|microdot)\b`,
);
const REGISTERING = inPieces(
  "",
  String.raw`\.(?:route|get|post|put|patch|delete|any|head|websocket|websocket_route|api_route|on|event|command|`,
  String.raw`message|message_handler|callback_query_handler|on_message|listen|agent|subscriber|method|expose|handler|`,
  String.raw`topic_callback|before_request|after_request|app_command|view)(?:\(\))?$`,
);

/** Whether what a decorator or a call registers is called with what a peer says. */
export const isPeerCallback = (name: string): boolean =>
  name.length < 200 && FRAMEWORK.test(name) && REGISTERING.test(name);

const ADDING = inPieces(
  "",
  String.raw`(?:^|\.)(?:add_(?:url_rule|get|post|put|route|api_route|handler|websocket_route|event_handler)|register_function|`,
  String.raw`message_callback_add|basic_consume|start_server|start_unix_server|serve|make_server|run_simple|simple_server|WSGIServer|`,
  String.raw`wsgi\.server|bjoern\.run|cheroot\.wsgi\.Server|run_wsgi_app|set_app|BaseManager\(?\)?\.register|rpc_method|add_rpc|`,
  String.raw`register_instance|subscribe|consume|add_callback|StreamServer|UnixStreamServer|create_server|asyncssh\.(?:listen|`,
  String.raw`create_server)|CommandHandler|MessageHandler|sniff|AsyncSniffer|WebSocketApp|run_forever)$`,
);
const NAMED = inPieces(
  "",
  String.raw`^(?:on_(?:message|data|text|event|packet|recv|receive|command|request)(?:_callback)?|prn|client_connected_cb|`,
  String.raw`message_callback|message_handler|view_func|callable|process_factory|application|wsgi_app|on_request|handler_func)$`,
);

const HANDED = /^(?:cb|callback|handler|listener|func|fn|on_msg|receiver|consumer)$/;

/** Whether a function is handed over to be called with what arrives: `start_server(f)`, `WebSocketApp(url, on_message=f)`. */
export const isPeerSlot = (callee: string | null, keyword: string | null): boolean =>
  (keyword !== null && (NAMED.test(keyword) || (HANDED.test(keyword) && isNetworkPackage(callee ?? "")))) ||
  (callee !== null && keyword === null && ADDING.test(callee));

/** `client.on_message = f` */
export const isPeerAttribute = (name: string): boolean => NAMED.test(name);

const PROTOCOL = inPieces(
  "",
  String.raw`(?:^|\.)(?:Protocol|DatagramProtocol|LineReceiver|StreamListener|WebSocketServerProtocol|`,
  String.raw`WebSocketClientProtocol|Thing|ClientXMPP|SingleServerIRCBot|Cog|MessageHandler)$`,
);
const HANDLING =
  /^(?:on_|handle_?|process_)\w{0,40}$|^(?:get|post|put|patch|delete|dispatch|received?|(?:data|datagram|line)_?[rR]eceived)$/;

const IS_SERVED_PATTERN = inPieces(
  "",
  String.raw`^\(\s*(?:(?:self|cls)\s*,\s*)?\w{1,40}\s*(?::[^,]{1,40})?,\s*(?:start_response|start_resp)\b|`,
  String.raw`^\(\s*(?:(?:self|cls)\s*,\s*)?scope\s*,\s*receive\s*,\s*send\b`,
);

/** A function that a server of the standard protocol calls, by what it is handed: `app(environ, start_response)`. */
export const isServed = (parameters: string): boolean => IS_SERVED_PATTERN.test(parameters.slice(0, 200));

/** Whether a method of a class that is derived from a framework's is called with what a peer says. */
export const isPeerMethod = (base: string, method: string): boolean =>
  base.length < 120 && HANDLING.test(method) && (FRAMEWORK.test(base) || PROTOCOL.test(base));
