import { inPieces } from "@gaia/reading";
import { HOLE } from "./value.ts";

/**
 * What stands between the scheme and the path of a URL, lower case, without user and port; the text itself when it is a
 * bare host; null when it is neither or not known.
 */
export function hostOf(target: string): string | null {
  const match = /^(?:[a-z][a-z0-9+.-]{0,20}:)?\/\/(?:[^/?#@\s]{0,200}@)?(\[[0-9a-f:.]{2,45}\]|[^/?#:\s]{1,255})/i.exec(
    target,
  );
  const host =
    match?.[1] ??
    (/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+(?::\d{1,5})?(?:\/|$)/i.exec(target)?.[0] ?? "").replace(/[:/].*$/, "");
  if (host === "" || host.includes(HOLE)) return null;
  return host.toLowerCase().replaceAll(/^\[|\]$/g, "");
}

/** An address instead of a name, other than this machine's and private networks'. */
export function isRawAddress(host: string): boolean {
  if (/^(?:0x[0-9a-f]{6,8}|\d{8,10})$/i.test(host)) return true;
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host);
  if (parts === null) return host.includes(":") && host !== "::1" && !/^f[cd]|^fe80/i.test(host);
  const [a = 0, b = 0] = parts.slice(1).map(Number);
  return !(
    a === 127 ||
    a === 10 ||
    a === 0 ||
    (a === 192 && b === 168) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 169 && b === 254) ||
    a === 255
  );
}

export function isLocalHost(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host.endsWith(".local") ||
    host === "::1" ||
    /^(?:127|10|0)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^host\.docker\.internal$/.test(host)
  );
}

/** Where anybody can put text or files without a name: pastes, shares, shorteners, tunnels, request bins. */
const ANONYMOUS = inPieces(
  "i",
  String.raw`(?:^|\.)(?:pastebin|paste|hastebin|ghostbin|rentry|dpaste|termbin|controlc|privatebin|0x0|ix|sprunge|`,
  String.raw`transfer|file|gofile|anonfiles?|catbox|litterbox|tmpfiles|temp|uguu|bashupload|wetransfer|bit|tinyurl|t|`,
  String.raw`is|cutt|rb|ngrok|ngrok-free|trycloudflare|serveo|localtunnel|loca|localhost|requestbin|webhook|`,
  String.raw`pipedream|beeceptor|interact|oast|burpcollaborator|hookbin|requestcatcher|glot|mockbin)\.(?:com|org|net|`,
  String.raw`io|co|st|sh|me|ly|gd|site|app|dev|run|lt|fun|pro|live|online|ws|in|im|gg|moe|ee|link|page|rocks|cc|gl)$`,
);

const IS_ANONYMOUS_HOST_PATTERN = inPieces(
  "i",
  String.raw`(?:^|\.)(?:oast|interact)(?:\.|$)|(?:^|[.-])(?:paste|pastes|hastebin|requestbin|webhook-?site|`,
  String.raw`burpcollaborator|ngrok|tunnel)(?:[.-]|$)`,
);

export function isAnonymousHost(host: string): boolean {
  return ANONYMOUS.test(host) || host.endsWith(".onion") || IS_ANONYMOUS_HOST_PATTERN.test(host);
}

const IS_CHAT_HOOK_PATTERN = inPieces(
  "i",
  String.raw`(?:discord(?:app)?\.[a-z]+\/api\/(?:v\d+\/)?webhooks\/|hooks\.slack\.[a-z]+\/|`,
  String.raw`api\.telegram\.[a-z]+\/bot|\/api\/webhooks?\/|webhook\.office\.|\/sendDocument|\/sendMessage\b)`,
);

/** A chat's incoming webhook or bot: data sent there leaves without an account of the sender's. */
export function isChatHook(url: string): boolean {
  return IS_CHAT_HOOK_PATTERN.test(url.slice(0, 2_000));
}
