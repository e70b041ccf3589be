import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolParameters } from "./tool-parameters.ts";

describe("toolParameters", () => {
  it("reads name, type, whether required, limits", () => {
    const properties = {
      count: { type: "integer", default: 10, minimum: 1, maximum: 50, description: "How many." },
      kind: { enum: ["a", "b"] },
      names: { type: "array", items: { type: "string" }, maxItems: 3 },
    };
    expect(toolParameters({ properties, required: ["kind"] })).toEqual([
      { name: "count", type: "integer", required: false, description: "How many.", limits: ["default 10", "1 to 50"] },
      { name: "kind", type: "choice", required: true, description: "", limits: ['one of "a", "b"'] },
      { name: "names", type: "array of string", required: false, description: "", limits: ["at most 3 items"] },
    ]);
  });

  it("survives any JSON, and says little about much", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("properties", "required", "type", "x"), fc.jsonValue()), (schema) => {
        for (const { type, limits } of toolParameters(schema))
          expect(type.length + limits.join().length).toBeLessThan(1_500);
      }),
    );
    const properties = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`p${at}`, { enum: Array(500).fill("x") }]),
    );
    expect(toolParameters({ properties })).toHaveLength(60);
    let nested: Record<string, unknown> = { type: "string" };
    for (let depth = 0; depth < 48; depth++) nested = { type: "array", items: nested };
    expect(toolParameters({ properties: { nested } })[0]?.type.length).toBeLessThanOrEqual(61);
  });
});
