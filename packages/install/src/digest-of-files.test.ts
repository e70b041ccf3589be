import { sha256Hex } from "@gaia/archive";
import { expect, test } from "vitest";
import { digestOfFiles } from "./digest-of-files.ts";

const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });

test("two sets of files never share a digest, whatever their paths hold", () => {
  const text = (sha256: string, path: string) => `${sha256}  ${path}\n`;
  const [a, b] = ["one", "two"].sort((left, right) =>
    sha256Hex(Buffer.from(left)) < sha256Hex(Buffer.from(right)) ? -1 : 1,
  );
  const [first, second] = [a ?? "", b ?? ""];
  const apart = [file("p", first), file("q", second)];
  // One file whose path reads as the end of its line and the whole of the next.
  const asOne = [file(`p\n${sha256Hex(Buffer.from(second))}  q`, first)];
  expect(`${text(sha256Hex(Buffer.from(first)), `p\n${sha256Hex(Buffer.from(second))}  q`)}`).toBe(
    apart.map(({ path, bytes }) => text(sha256Hex(bytes), path)).join(""),
  );
  expect(digestOfFiles(asOne)).not.toBe(digestOfFiles(apart));
  expect(digestOfFiles([file("a\\n", "x")])).not.toBe(digestOfFiles([file("a\n", "x")]));
  expect(digestOfFiles(apart.toReversed())).toBe(digestOfFiles(apart));
});
