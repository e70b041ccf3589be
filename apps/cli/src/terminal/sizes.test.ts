import { expect, test } from "vitest";
import { countedFiles, inBytes, partInBytes } from "./sizes.ts";

test("sizes are in the unit that shows them, and one is one", () => {
  expect([0, 1, 970, 1024, 34_816, 3_565_158].map(inBytes)).toEqual([
    "0 bytes",
    "1 byte",
    "970 bytes",
    "1.0 KiB",
    "34.0 KiB",
    "3.4 MiB",
  ]);
  expect([partInBytes(0, 970), partInBytes(512, 2048), partInBytes(1_258_291, 3_565_158)]).toEqual([
    "0 of 970 bytes",
    "0.5 of 2.0 KiB",
    "1.2 of 3.4 MiB",
  ]);
  expect([1, 2].map(countedFiles)).toEqual(["1 file", "2 files"]);
});
