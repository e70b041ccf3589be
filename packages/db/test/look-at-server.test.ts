import { expect, it } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { freshDatabase } from "../../../test/harness/services.ts";
import { lookAtServer } from "../src/index.ts";
import { whyUnfit } from "../src/look-at-postgres.ts";

it("PostgreSQL 14 is the oldest that will do (first week, B8)", () => {
  expect(whyUnfit({ version: 130_022, encoding: "UTF8" })).toMatch(/PostgreSQL 13; the registry needs 14/);
  expect(whyUnfit({ version: 140_000, encoding: "UTF8" })).toBeNull();
});

await describeWith("postgres", "a server is looked at before it is used", () => {
  it("a database of another encoding is refused with what to do (first week, B8)", async () => {
    const latin = await freshDatabase("encoding 'LATIN1' locale 'C'");
    await expect(lookAtServer({ url: latin, directUrl: null })).rejects.toMatchObject({
      code: "server_unfit",
      message: expect.stringMatching(/encoding is LATIN1; .* ENCODING 'UTF8'/),
    });
    expect(await lookAtServer({ url: await freshDatabase(), directUrl: null })).toEqual({ lending: "session" });
  });
});
