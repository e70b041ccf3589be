import { CODE_APIS } from "./apis/code-apis.ts";
import { FILE_APIS } from "./apis/file-apis.ts";
import { NETWORK_APIS } from "./apis/network-apis.ts";
import { PROCESS_APIS } from "./apis/process-apis.ts";
import type { Api, ApiTable } from "./program/js-api.ts";

const TABLES: ApiTable = [...PROCESS_APIS, ...FILE_APIS, ...NETWORK_APIS, ...CODE_APIS];

/** What is known of a name; null for nothing. */
export function findApi(name: string): Api | null {
  if (name.length > 160 || name.startsWith("function#")) return null;
  return TABLES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** All names that are known, for the digest. */
export const API_NAMES: readonly string[] = TABLES.map(([pattern]) => pattern.source);
