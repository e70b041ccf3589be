import { describe, expect, test } from "vitest";
import { DEFAULT_RESERVED_NAMES, readReservedNames, refusalOfHandle, refusalOfName } from "./reserved-names.ts";

describe("RESERVED_NAMES", () => {
  test("has the prefixes of the specification where nothing else is said, and nothing for none", () => {
    expect(readReservedNames(DEFAULT_RESERVED_NAMES)).toEqual([
      { name: "amd-", publishers: ["amd"] },
      { name: "gaia-", publishers: ["gaia"] },
      { name: "mcp-", publishers: null },
    ]);
    expect(readReservedNames(" none ")).toEqual([]);
    expect(readReservedNames("acme-= acme | acme-labs, web-search=,x=y")).toEqual([
      { name: "acme-", publishers: ["acme", "acme-labs"] },
      { name: "web-search", publishers: [] },
      { name: "x", publishers: ["y"] },
    ]);
  });

  test.each(["acme-", "=acme", "ACME-=acme", "a b=c", "acme-=ACME", "acme-=a|", "amd-=amd,", "amd-=*|amd", ""])(
    "%j is refused with how it is written",
    (text) => {
      expect(() => readReservedNames(text)).toThrow(/is not written amd-=amd/);
    },
  );

  test("the longest entry says whose a name is", () => {
    const reserved = readReservedNames("acme-=acme,acme-labs-=labs,web-search=ada,mcp-=*,held-=");
    const may = (name: string, publisher: string) => refusalOfName(reserved, { name, publisher }) === null;
    expect(may("acme-tool", "acme")).toBe(true);
    expect(may("acme-tool", "eve")).toBe(false);
    expect(may("acme-labs-tool", "acme")).toBe(false);
    expect(may("acme-labs-tool", "labs")).toBe(true);
    expect(may("web-search", "ada")).toBe(true);
    expect(may("web-search", "eve")).toBe(false);
    expect(may("web-searches", "eve")).toBe(true);
    expect(may("mcp-tool", "eve")).toBe(true);
    expect(may("acmetool", "eve")).toBe(true);
    expect(may("held-tool", "ada")).toBe(false);
    expect(refusalOfName(reserved, { name: "acme-x", publisher: "eve" })).toContain(
      "Names that begin with acme- are reserved for the publisher acme",
    );
  });

  test("a handle is given out by an admin where it would give somebody a reserved name, or look as if it did", () => {
    const reserved = readReservedNames("acme-=acme|red-team,mcp-=*,web-search=ada");
    const may = (handle: string, own: string[] = []) => refusalOfHandle(reserved, { handle, own }) === null;
    for (const handle of ["acme", "red-team", "acme-official", "mcp", "ada"])
      expect([handle, may(handle)]).toEqual([handle, false]);
    for (const handle of ["acmes", "mcp-fan", "web-search", "eve"])
      expect([handle, may(handle)]).toEqual([handle, true]);
    expect(may("acme-labs", ["eve", "acme"])).toBe(true);
    expect(may("acme", ["red-team"])).toBe(false);
  });
});
