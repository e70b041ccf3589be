import type { Settings } from "../config/config.ts";

/** A year (RFC 6797). For this host alone: what else its domain serves is not ours to say. */
const HEADER = { "strict-transport-security": "max-age=31536000" };

/** What every answer carries where the registry's own address is https. */
export const transportSecurity = ({ PUBLIC_URL }: Settings): Partial<typeof HEADER> =>
  PUBLIC_URL?.startsWith("https:") === true ? HEADER : {};
