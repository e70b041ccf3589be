import { expect, test } from "vitest";
import { readInstallationReport } from "../src/requirements/installation-report.ts";

interface Wheel {
  name: string;
  version?: string;
  requires?: string[];
  extras?: string[];
  asked?: boolean;
  metadata?: object;
  sha256?: string;
}

const reportOf = (wheels: Wheel[]): string =>
  JSON.stringify({
    version: "1",
    install: wheels.map(({ name, version = "1.0", requires, extras, asked = false, metadata, sha256 }) => ({
      download_info: { url: "https://index.example/x.whl", archive_info: { hashes: sha256 ? { sha256 } : {} } },
      is_direct: false,
      requested: asked,
      ...(extras && { requested_extras: extras }),
      metadata: { name, version, ...(requires && { requires_dist: requires }), ...metadata },
    })),
  });
const needsOf = (wheels: Wheel[]) =>
  Object.fromEntries(
    (readInstallationReport(reportOf(wheels)) ?? []).map(({ name, needs, needsMore }) => [
      name,
      needsMore ? [...(needs ?? []), "…"] : needs,
    ]),
  );

test("a package needs what it requires, by the one spelling of a name, and for an extra only where somebody asks for it", () => {
  const wheels: Wheel[] = [
    { name: "App", asked: true, requires: ["Zope.Interface (>=5)", 'socks; extra == "proxy"', "lib[fast]>=1"] },
    { name: "zope-interface", version: "6.0" },
    { name: "lib", requires: ['speed ; extra == "fast"', 'slow; extra == "Slow_Mode"', 'lib[deep]; "fast" == extra'] },
    { name: "speed" },
    { name: "slow" },
  ];
  expect(needsOf(wheels)).toEqual({
    app: ["lib@1.0", "zope-interface@6.0"],
    "zope-interface": [],
    lib: ["speed@1.0"],
    speed: [],
    slow: [],
  });
  const asked = wheels.map((each) => (each.name === "App" ? { ...each, extras: ["Proxy"] } : each));
  // What the extra needs is not in the report: pip would have put it there, so something is left out.
  expect(needsOf(asked)["app"]).toEqual(["lib@1.0", "zope-interface@6.0", "…"]);
});

test("what a marker leaves out on this machine, and what cannot be read, is more than is known", () => {
  expect(
    needsOf([
      { name: "a", requires: ['colorama; platform_system == "Windows"', "b"] },
      { name: "b", requires: ["c @ https://files.example/c.whl"] },
      { name: "c", requires: ['b; python_version < "3"'] },
      { name: "d", requires: Array.from({ length: 501 }, () => "b") },
    ]),
  ).toEqual({ a: ["b@1.0", "…"], b: ["…"], c: ["b@1.0"], d: ["b@1.0", "…"] });
});

test("extras that ask for each other come to an end, and too many of them are said not to be known", () => {
  const requires = (extra: string, next: string): string => `loop[${next}]; extra == "${extra}"`;
  expect(
    needsOf([{ name: "loop", asked: true, extras: ["a"], requires: [requires("a", "b"), requires("b", "a")] }]),
  ).toEqual({
    loop: [],
  });
  const many = Array.from({ length: 100 }, (_, index) => `x${index}`).join(",");
  const wheels = Array.from({ length: 100 }, (_, index) => ({
    name: `w${index}`,
    requires: Array.from({ length: 100 }, (_each, other) => `w${other}[${many}]`),
  }));
  expect(Object.values(needsOf(wheels)).every((needs) => JSON.stringify(needs) === '["…"]')).toBe(true);
});

test("a licence is the expression, or a short text, or the classifiers; never the text of a licence", () => {
  const licenseOf = (metadata: object) => readInstallationReport(reportOf([{ name: "a", metadata }]))?.[0]?.license;
  expect(licenseOf({ license_expression: "MIT OR Apache-2.0", license: "MIT" })).toBe("MIT OR Apache-2.0");
  expect(licenseOf({ license: "BSD 3-Clause" })).toBe("BSD 3-Clause");
  const classifier = ["License :: OSI Approved", "License :: OSI Approved :: MIT License", "Topic :: X"];
  expect(licenseOf({ license: "MIT License\n\nPermission is hereby granted", classifier })).toBe("MIT License");
  expect(licenseOf({ license: "UNKNOWN", classifier })).toBe("MIT License");
  expect(licenseOf({ license: `M${"I".repeat(300)}T` })).toBeNull();
  expect(licenseOf({ license: ["MIT"] })).toBeNull();
  expect(licenseOf({ license: "M\u0000I\u202eT" })).toBe("M I T");
});

test("the supplier is whoever made it, by name and without an address", () => {
  const supplierOf = (metadata: object) => readInstallationReport(reportOf([{ name: "a", metadata }]))?.[0]?.supplier;
  expect(supplierOf({ author: "Ada Lovelace", maintainer: "Bo" })).toBe("Ada Lovelace");
  expect(supplierOf({ author_email: '"Ada Lovelace" <ada@mail.example>, bo@mail.example' })).toBe("Ada Lovelace");
  expect(supplierOf({ author_email: "ada@mail.example", maintainer_email: "Bo <bo@mail.example>" })).toBe("Bo");
  expect(supplierOf({ author: "ada@mail.example", author_email: "ada@mail.example" })).toBeNull();
  expect(supplierOf({ author: "UNKNOWN" })).toBeNull();
  expect(supplierOf({ author_email: "<ada@mail.example>" })).toBeNull();
  // Whatever it is made of, it takes no longer than its first letters.
  expect(supplierOf({ author_email: "\u00a0".repeat(100_000) })).toBeNull();
});

test("it says what the skill asks for, and the hash of the wheel", () => {
  const sha256 = "ab".repeat(32);
  expect(
    readInstallationReport(
      reportOf([
        { name: "A_b", asked: true, sha256 },
        { name: "c", sha256: "AB" },
      ]),
    ),
  ).toMatchObject([
    { name: "a-b", isAsked: true, hashes: [`sha256:${sha256}`] },
    { name: "c", isAsked: false, hashes: [] },
  ]);
});

test.each([
  ["no report", "Collecting x"],
  ["a package without a version", JSON.stringify({ install: [{ metadata: { name: "a" } }] })],
  ["a name that is none", reportOf([{ name: "../a" }])],
  [
    "a package from an address",
    JSON.stringify({ install: [{ is_direct: true, metadata: { name: "a", version: "1" } }] }),
  ],
])("%s is no answer", (_what, stdout) => {
  expect(readInstallationReport(stdout)).toBeNull();
});
