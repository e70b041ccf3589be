import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./password.ts";

/** As better-auth 1.7.5 wrote them: of a plain password, and of one with letters that NFKC changes. */
const FORMER = {
  plain:
    "b38cf601f95b2a3c72d08210ae0d3b5e:f6c2e502792e42412a1077440de47dc30eef40c1b726d62c4c281b329bfc06c42b74eb42943be3762644f480208a82f2e1632e0bbac3efb3b814fd841c465ea5",
  composed:
    "14c639ee25ec722f74011ae0801b0972:a1c42a122d5ec628550b113b6452549d2acf67771171b4a33b2d5e3e717416bffd0cfa51f08530e2fff3a25b15c85812efcf72e7fca867d9aa7fcf9c3fb58d4b",
};

test("a password of a former release is known again, however its letters are composed", async () => {
  expect(await isPassword(FORMER.plain, "correct horse battery staple")).toBe(true);
  expect(await isPassword(FORMER.plain, "correct horse battery staple ")).toBe(false);
  expect(await isPassword(FORMER.composed, "A\u030angstro\u0308m fine")).toBe(true);
  const made = await hashPassword("correct horse battery staple");
  expect(made).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(await isPassword(made, "correct horse battery staple")).toBe(true);
});

test("what is no hash is nobody's password", async () => {
  for (const hash of [null, "", ":", "x", "00:", `${"0".repeat(32)}:00`]) {
    expect(await isPassword(hash, "correct horse battery staple"), String(hash)).toBe(false);
    expect(await isPassword(hash, ""), String(hash)).toBe(false);
  }
});
