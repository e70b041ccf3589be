import { describe, expect, test } from "vitest";
import { readProxyTrust } from "./proxy-trust.ts";
import { clientAddress } from "./client-address.ts";

function addressOf(trust: string, peer: string | undefined, forwarded?: string): string {
  return clientAddress({ forwarded: forwarded ?? null, remoteAddress: peer, proxies: readProxyTrust(trust) });
}

describe("T10: where a request came from", () => {
  test("T10 nobody is believed when no proxy is", () => {
    expect(addressOf("0", "203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
  });

  test("T10 so many proxies are believed, counted from the right, and nothing to the left of them", () => {
    expect(addressOf("1", "10.0.0.1", "198.51.100.1")).toBe("198.51.100.1");
    expect(addressOf("1", "10.0.0.1", "1.1.1.1, 198.51.100.1")).toBe("198.51.100.1");
    expect(addressOf("2", "10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2")).toBe("198.51.100.1");
  });

  test("T10 proxies of certain networks are believed, and nobody who reaches the port otherwise", () => {
    const trust = "10.0.0.0/8, 2001:db8:f::/48,192.0.2.7";
    expect(addressOf(trust, "10.0.0.1", "198.51.100.1")).toBe("198.51.100.1");
    expect(addressOf(trust, "::ffff:10.0.0.1", "198.51.100.1")).toBe("198.51.100.1");
    expect(addressOf(trust, "2001:db8:f::1", "198.51.100.1, 10.9.9.9")).toBe("198.51.100.1");
    expect(addressOf(trust, "192.0.2.7", "1.1.1.1, 198.51.100.1")).toBe("198.51.100.1");
    expect(addressOf(trust, "192.0.2.8", "198.51.100.1")).toBe("192.0.2.8");
    // Only proxies: whoever is named first asked.
    expect(addressOf(trust, "10.0.0.1", "10.0.0.3, 10.0.0.2")).toBe("10.0.0.3");
  });

  test.each([
    "",
    " ",
    "unknown",
    "_hidden",
    "for=198.51.100.1",
    "0x7f.1",
    "127.1",
    "999.1.1.1",
    "a".repeat(9_000),
    "::g",
  ])("T10 %j is no address, and whoever wrote it counts", (garbage) => {
    expect(addressOf("1", "10.0.0.1", `198.51.100.1, ${garbage}`)).toBe("10.0.0.1");
    expect(addressOf("10.0.0.0/8", "10.0.0.1", `198.51.100.1, ${garbage}`)).toBe("10.0.0.1");
    expect(addressOf("10.0.0.0/8", "10.0.0.1", `198.51.100.1, ${garbage}, 10.0.0.2`)).toBe("10.0.0.2");
  });

  test("ports are no part of an address", () => {
    expect(addressOf("1", "10.0.0.1", "198.51.100.1:4711")).toBe("198.51.100.1");
    expect(addressOf("1", "10.0.0.1", "[2001:db8::1]:443")).toBe("2001:db8:0:0");
  });

  test("IPv6 counts by its /64, however it is written, and IPv4 inside it as IPv4", () => {
    const written = ["2001:db8:1:2::1", "2001:DB8:0001:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"];
    expect(new Set(written.map((peer) => addressOf("0", peer)))).toEqual(new Set(["2001:db8:1:2"]));
    expect(addressOf("0", "2001:db8:1:3::1")).toBe("2001:db8:1:3");
    expect(addressOf("0", "::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(addressOf("0", "fe80::1%eth0")).toBe("fe80:0:0:0");
  });

  test("T10 those whose address is not known share no key", () => {
    expect(addressOf("0", undefined)).not.toBe(addressOf("0", undefined));
    expect(addressOf("1", undefined, "198.51.100.1")).toBe("198.51.100.1");
    // Whoever cannot be told to be a proxy is believed nothing.
    expect(addressOf("10.0.0.0/8", undefined, "198.51.100.1")).not.toBe("198.51.100.1");
  });

  test.each(["-1", "9", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "proxy.example", "10.0.0.1,", "::1/129"])(
    "%j is no setting of TRUST_PROXY",
    (text) => {
      expect(() => readProxyTrust(text)).toThrow();
    },
  );
});
