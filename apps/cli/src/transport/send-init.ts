/** A request of the transport: its body is in memory, so that it can be sent again. */
export interface SendInit {
  method: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer> | null;
  signal: AbortSignal;
}
