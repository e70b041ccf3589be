import { tarEntryHead, TAR_END_BYTES, tarPadding } from "@gaia/archive";

/** Where a file of the tar lies: `head` stands at `at`, the bytes behind it, zeros up to `end`. */
export interface Placed {
  path: string;
  sizeBytes: number;
  head: Uint8Array;
  at: number;
  bytesAt: number;
  end: number;
}

/** Everything of a tar but the bytes of its files follows from paths and sizes. */
export function layOut(entries: readonly { path: string; sizeBytes: number }[]): {
  placed: Placed[];
  sizeBytes: number;
} {
  let at = 0;
  const placed = entries.map(({ path, sizeBytes }, index): Placed => {
    const head = tarEntryHead({ path, sizeBytes }, index);
    const bytesAt = at + head.length;
    const one = { path, sizeBytes, head, at, bytesAt, end: bytesAt + sizeBytes + tarPadding(sizeBytes) };
    at = one.end;
    return one;
  });
  return { placed, sizeBytes: at + TAR_END_BYTES };
}
