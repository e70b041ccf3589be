import { expect, test } from "vitest";
import { securityTxt } from "./security-txt.ts";

const textAt = (now: string) =>
  securityTxt({ contact: "mailto:security@acme.example", publicUrl: "https://skills.example", now: new Date(now) });

test("security.txt has what RFC 9116 requires, expires within a year, and stays the same for a month", () => {
  expect(textAt("2026-12-31T23:59:59Z")).toBe(
    [
      "Contact: mailto:security@acme.example",
      "Expires: 2027-07-01T00:00:00.000Z",
      "Preferred-Languages: en",
      "Canonical: https://skills.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
  expect(textAt("2026-12-01T00:00:00Z")).toBe(textAt("2026-12-31T23:59:59Z"));
});
