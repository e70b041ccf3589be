import { expect, test } from "vitest";
import { proxyFor, readProxies } from "./proxies.ts";

const PROXY = "http://ada:p%40ss%@proxy.example:3128";
const through = (url: string, env: Record<string, string>) => {
  const proxy = proxyFor(new URL(url), readProxies(env));
  return proxy === null || "unusable" in proxy ? proxy : proxy.origin;
};

test.each([
  ["each scheme has its own", "http://a.example", { HTTPS_PROXY: PROXY }, null],
  ["each scheme has its own", "https://a.example", { HTTP_PROXY: PROXY }, null],
  ["upper case", "https://a.example", { HTTPS_PROXY: PROXY }, "http://proxy.example:3128"],
  [
    "lower case comes first",
    "https://a.example",
    { HTTPS_PROXY: "http://b:1", https_proxy: PROXY },
    "http://proxy.example:3128",
  ],
  ["an empty one is none", "https://a.example", { HTTPS_PROXY: PROXY, https_proxy: " " }, "http://proxy.example:3128"],
  ["without a scheme", "http://a.example", { http_proxy: "proxy.example:3128" }, "http://proxy.example:3128"],
  ["over TLS", "http://a.example", { http_proxy: "https://proxy.example" }, "https://proxy.example"],
  [
    "of another kind",
    "http://a.example",
    { http_proxy: "socks5://u:s@b:1" },
    { unusable: true, variable: "http_proxy" },
  ],
  ["no address", "http://a.example", { HTTP_PROXY: "http://u:s@:x" }, { unusable: true, variable: "HTTP_PROXY" }],
  ["not this machine", "http://localhost:8080", { http_proxy: PROXY }, null],
  ["not this machine", "http://127.0.0.9:8080", { http_proxy: PROXY }, null],
  ["not this machine", "http://[::1]:8080", { http_proxy: PROXY }, null],
])("H-B10 the proxy of an address: %s", (_what, url, env, expected) => {
  expect(through(url, env)).toEqual(expected);
});

test.each([
  ["*", "https://a.example", true],
  ["a.example", "https://a.example", true],
  ["A.Example.", "https://a.example", true],
  ["example", "https://a.example", true],
  [".example", "https://a.example", true],
  ["*.example", "https://a.example", true],
  ["b.example a.example", "https://a.example", true],
  ["b.example, a.example", "https://a.example", true],
  ["a.example:443", "https://a.example", true],
  ["a.example:8443", "https://a.example", false],
  ["ample", "https://a.example", false],
  ["a.example.org", "https://a.example", false],
  ["10.0.0.0/8", "https://10.1.2.3", true],
  ["10.0.0.0/8", "https://11.1.2.3", false],
  ["10.0.0.0/8", "https://a.example", false],
  ["10.0.0.0/99", "https://10.1.2.3", false],
  ["10.1.2.3:443", "https://10.1.2.3", true],
  ["2.3", "https://10.1.2.3", false],
  ["2001:db8::1", "https://[2001:db8::1]", true],
  ["[2001:db8::1]:443", "https://[2001:db8::1]", true],
  ["[2001:db8::1]:8443", "https://[2001:db8::1]", false],
  ["2001:db8::/32", "https://[2001:db8::1]", true],
])("H-B10 NO_PROXY=%s and %s", (none, url, isDirect) => {
  expect(through(url, { HTTPS_PROXY: PROXY, NO_PROXY: none })).toBe(isDirect ? null : "http://proxy.example:3128");
  expect(through(url, { HTTPS_PROXY: PROXY, no_proxy: none })).toBe(isDirect ? null : "http://proxy.example:3128");
});

test("H-B10 a user and a password become a header, and are in nothing that is shown", () => {
  const { https } = readProxies({ HTTPS_PROXY: PROXY });
  expect(https).toEqual({
    origin: "http://proxy.example:3128",
    shown: "proxy.example:3128",
    authorization: `Basic ${Buffer.from("ada:p%40ss%").toString("base64")}`,
    variable: "HTTPS_PROXY",
  });
  expect(readProxies({ HTTPS_PROXY: "http://ada:p%40ss@b" }).https).toMatchObject({
    authorization: `Basic ${Buffer.from("ada:p@ss").toString("base64")}`,
  });
  expect(readProxies({ HTTPS_PROXY: "http://ada@b" }).https).toMatchObject({
    authorization: `Basic ${Buffer.from("ada:").toString("base64")}`,
  });
});
