import { describe, expect, test } from "vitest";
import { addressOf } from "./host-filter.ts";

const asked = (pattern: string, host: string, resolvesTo: string[], near: string[] = [host]) =>
  addressOf({ hosts: [pattern], methods: "all", near }, { host, port: 443 }, "plain", async () => resolvesTo);

describe("a granted name", () => {
  const name = "api.example.com";

  test.each([
    "127.0.0.1",
    "169.254.169.254",
    "100.100.100.200",
    "0.0.0.0",
    "::1",
    "fe80::1",
    "fd00:ec2::254",
    "::ffff:127.0.0.1",
    "::7f00:1",
    "168.63.129.16",
    "::ffff:168.63.129.16",
  ])("Q3 does not lead to %s: whoever owns the name says what it resolves to", async (address) => {
    for (const pattern of [name, "*.example.com", "*"]) expect(await asked(pattern, name, [address])).toBe("denied");
  });

  test("H-B4 leads into a company's network where a person lets it, never by what is granted alone", async () => {
    for (const address of ["10.0.0.7", "172.16.3.4", "192.168.1.1", "::ffff:10.0.0.7"])
      expect(await asked(name, name, [address], []), address).toBe("near");
    expect(await asked(name, name, ["10.0.0.7"], ["other.example.com"])).toBe("near");
    expect(await asked(name, "API.Example.com.", ["10.0.0.7"], [name])).toEqual({ address: "10.0.0.7" });
    for (const host of ["127.0.0.1", "10.0.0.7", "169.254.169.254", "localhost"])
      expect(await asked(host, host, ["127.0.0.1"], []), host).toBe("near");
  });

  test("leads into a company's network when it is named whole, and not by a pattern", async () => {
    expect(await asked(name, name, ["10.0.0.7"])).toEqual({ address: "10.0.0.7" });
    expect(await asked("*.example.com", name, ["10.0.0.7"])).toBe("denied");
    expect(await asked("*", name, ["10.0.0.7"])).toBe("denied");
  });

  test("leads to what is public of what it resolves to", async () => {
    expect(await asked("*.example.com", name, ["127.0.0.1", "93.184.215.14"])).toEqual({ address: "93.184.215.14" });
  });
});

test("a granted name without an address is unknown, and no permission is missing", async () => {
  expect(await asked("api.example.com", "api.example.com", [])).toBe("unknown");
  expect(await asked("api.example.com", "other.example.com", [])).toBe("denied");
});

test("an address that is granted as such, and localhost, are what they say", async () => {
  expect(await asked("127.0.0.1", "127.0.0.1", [])).toEqual({ address: "127.0.0.1" });
  expect(await asked("localhost", "localhost", ["127.0.0.1"])).toEqual({ address: "127.0.0.1" });
  expect(await asked("*", "localhost", ["127.0.0.1"])).toBe("denied");
});
