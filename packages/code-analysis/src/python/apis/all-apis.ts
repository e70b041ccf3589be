import type { Api } from "./api.ts";
import { FILE_APIS } from "./file-apis.ts";
import { MACHINE_APIS } from "./machine-apis.ts";
import { NETWORK_APIS } from "./network-apis.ts";
import { PROCESS_APIS } from "./process-apis.ts";

/** Every function of a library that is known: its dotted name -> what it does. */
export const APIS: ReadonlyMap<string, Api> = new Map([
  ...NETWORK_APIS,
  ...PROCESS_APIS,
  ...FILE_APIS,
  ...MACHINE_APIS,
]);
