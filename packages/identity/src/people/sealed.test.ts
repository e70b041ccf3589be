import { expect, test } from "vitest";
import { seal, unseal } from "./sealed.ts";

const SECRET = "an earlier release's AUTH_SECRET, 32 letters and more";
/** As better-auth 1.7.5 wrote it. */
const FORMER =
  "8cda39e4d1a27cef29d389d8574130b97526e26df91d550442944bcea2c2af6c4618d4b94fe4123c92c486519da573eea0e1c50973d6d3a244632419ac2c088b582f6426d38ef5ab";

test("what a former release sealed is read, and what is sealed now has the same form", () => {
  expect(unseal(FORMER, SECRET)).toBe("KyqXUzpDwQ7sVtYbLmNcRfHgJkEaBd35");
  const sealed = seal("KyqXUzpDwQ7sVtYbLmNcRfHgJkEaBd35", SECRET);
  expect(sealed).toMatch(new RegExp(`^[0-9a-f]{${FORMER.length}}$`));
  expect(unseal(sealed, SECRET)).toBe("KyqXUzpDwQ7sVtYbLmNcRfHgJkEaBd35");
  expect(seal("x", SECRET)).not.toBe(seal("x", SECRET));
});

test("what was sealed with another secret, or changed, is not read", () => {
  expect(() => unseal(FORMER, `${SECRET}.`)).toThrow();
  expect(() => unseal(`${FORMER.slice(0, -1)}0`, SECRET)).toThrow();
  expect(() => unseal("", SECRET)).toThrow();
});
