import { describe, expect, test } from "vitest";
import { hasTokenChecksum, newTokenSecret } from "./token-secret.ts";

describe("a token's checksum", () => {
  test("is the one that anybody computes from the documented form", () => {
    // CRC-32 of "gsk_" and 43 times "A", by Python: base64.urlsafe_b64encode(zlib.crc32(b"gsk_" + b"A" * 43).to_bytes(4, "big")).
    expect(hasTokenChecksum(`gsk_${"A".repeat(43)}AAAAAA`)).toBe(false);
    expect(hasTokenChecksum(`gsk_${"A".repeat(43)}fE5ieQ`)).toBe(true);
  });

  test("is that of every new secret, and of none with a changed character", () => {
    for (let round = 0; round < 50; round += 1) {
      const secret = newTokenSecret();
      expect(secret).toMatch(/^gsk_[\w-]{49}$/);
      expect(hasTokenChecksum(secret)).toBe(true);
      const at = 4 + (round % 43);
      const other = secret[at] === "x" ? "y" : "x";
      expect(hasTokenChecksum(secret.slice(0, at) + other + secret.slice(at + 1))).toBe(false);
    }
  });
});
