const UNITS = [
  { unit: "MiB", bytes: 1024 * 1024 },
  { unit: "KiB", bytes: 1024 },
] as const;

/** `17 bytes`, `34.0 KiB`, `3.4 MiB`. */
export function inBytes(bytes: number): string {
  const found = UNITS.find((one) => bytes >= one.bytes);
  if (found !== undefined) return `${(bytes / found.bytes).toFixed(1)} ${found.unit}`;
  return bytes === 1 ? "1 byte" : `${bytes} bytes`;
}

/** `1.2 of 3.4 MiB`: both in the unit of the whole. */
export function partInBytes(bytes: number, whole: number): string {
  const { bytes: one } = UNITS.find((each) => whole >= each.bytes) ?? { bytes: 1 };
  return `${one === 1 ? bytes : (bytes / one).toFixed(1)} of ${inBytes(whole)}`;
}

/** `1 file`, `2 files` */
export const countedFiles = (count: number): string => (count === 1 ? "1 file" : `${count} files`);
