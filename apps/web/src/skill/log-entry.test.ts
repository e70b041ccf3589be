import { expect, test } from "vitest";
import { readLogEntry } from "./log-entry.ts";

const PROOF = [
  "c2sp.org/tlog-proof@v1",
  "extra aW5kZXggNwo=",
  "index 141",
  "CO1zb/PD672/gIPyv+7s7ZpmdooLu4EqdS45R7zgVLU=",
  "",
  "registry.example/log",
  "148",
  "X8Kh59estOm286VbTY1D8zFtphW4STkS7s94QSZ76hc=",
  "",
  "— registry.example/log qrbeqQ==",
  "— registry.example/log 0OkFgQ==",
  "— witness.example/w1 AAAAAA==",
  "",
].join("\n");

test("of a proof the page shows index, size and who else signed the checkpoint", () => {
  expect(readLogEntry(PROOF)).toEqual({ index: 141, size: 148, witnesses: ["witness.example/w1"] });
});

test("what is no proof is no entry", () => {
  for (const text of [
    "",
    "index 1\n\nlog\n2\n",
    PROOF.replace("index 141", "index -1"),
    PROOF.replace("\n148\n", "\nmany\n"),
  ])
    expect(readLogEntry(text)).toBeNull();
});
