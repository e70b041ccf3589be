import { expect, test } from "vitest";
import { judged } from "./judged-code.ts";
import { HONEST_AFTERWARDS, LENDING_AFTERWARDS } from "./mining-afterwards.ts";
import { HARDLY_ASKED, HONEST_CREDITED, LENDING_CREDITED } from "./mining-credited.ts";
import { HONEST_WORK } from "./mining-honest.ts";
import { HONEST_OTHERWISE, LENDING_OTHERWISE } from "./mining-otherwise.ts";
import { LENDING } from "./mining-programs.ts";

test.each(
  [...LENDING, ...LENDING_OTHERWISE, ...LENDING_CREDITED, ...HARDLY_ASKED, ...LENDING_AFTERWARDS].map(
    ([path, text], index) => [`${index} ${path}`, path, text],
  ),
)("a program that works for somebody else is held: %s", async (_title, path, text) => {
  const { held, found } = await judged({ [path]: text });
  expect(held.length, `${found.join("\n")}\n---\n${text}`).toBeGreaterThan(0);
});

test.each(
  [...HONEST_WORK, ...HONEST_OTHERWISE, ...HONEST_CREDITED, ...HONEST_AFTERWARDS].map(([path, text], index) => [
    `${index} ${path}`,
    path,
    text,
  ]),
)("a program that works for its user is not: %s", async (_title, path, text) => {
  const { held } = await judged({ [path]: text });
  expect(held, text).toEqual([]);
});
