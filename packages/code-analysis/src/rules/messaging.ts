import { inPieces } from "@gaia/reading";
/** Libraries by which programs talk to others without a request or a socket of their own. */
const LIBRARY = inPieces(
  "i",
  String.raw`\b(?:zmq|zeromq|pynng|nanomsg|pika|amqp\w{0,4}|celery|kombu|dramatiq|\brq\b|grpc\w{0,3}|paho|mqtt|nats|kafka\w{0,8}|stomp|`,
  String.raw`pulsar|socketio|socket\.io-client|signalr\w{0,6}|autobahn|rpyc|xmlrpc|Pyro[45]|thrift|distributed|\bray\b|bunny|sneakers|`,
  String.raw`sidekiq|libp2p|simple-peer|peerjs|webrtc|RTCPeerConnection|discord|telethon|irc)\b`,
);
const LOCAL = /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|10\.|192\.168\.|[\w-]{1,60}\.(?:local|internal|svc)\b)/i;
/** A host by itself, where its port stands elsewhere. */
const NAMED =
  /=\s{0,3}["'`](?:[a-z][\w-]{0,60}\.){1,4}(?:com|net|org|io|dev|app|xyz|me|co|ai|cloud|info|online|site|example)["'`]/;
const MOST_ADDRESSES = 50;

const ADDRESSES_PATTERN = inPieces(
  "gi",
  String.raw`\b(?:tcp|tls|ssl|amqps?|mqtts?|wss?|https?|nats|rediss?|kafka|dns|`,
  "grpcs?):\\/\\/(?:[^@\\s/\"']{1,80}@)?([\\w.-]{3,100})|[\"'`]([\\w-]{1,60}(?:\\.[\\w-]{1,60}){1,5}):\\d{2,5}[\"'`]|",
  "[\"'`]([a-z][\\w-]{1,60}(?:\\.[a-z][\\w-]{1,60}){1,4})[\"'`]\\s{0,3},\\s{0,3}(?:port\\s{0,2}=\\s{0,2})?\\d{2,5}\\b",
);

/** Whether a program talks through a messaging library to a host that is written in it, and not this one. */
export function isPeered(text: string): boolean {
  if (!LIBRARY.test(text)) return false;
  const addresses = text.matchAll(ADDRESSES_PATTERN);
  if (/\bconnect\w{0,6}\s{0,2}\(/.test(text) && NAMED.test(text)) return true;
  let seen = 0;
  for (const [, url, pair, apart] of addresses) {
    if (!LOCAL.test(url ?? pair ?? apart ?? "")) return true;
    seen += 1;
    if (seen > MOST_ADDRESSES) return false;
  }
  return false;
}
