import { expect, test } from "vitest";
import { readUpload } from "./form.ts";

const MOST_BYTES = 1_000_000;

/** What `readUpload` makes of a form that a page of this site sent. */
function read(body: string | FormData, type?: string) {
  const headers = { "sec-fetch-site": "same-origin", ...(type !== undefined && { "content-type": type }) };
  const request = new Request("https://skills.example.com/publish", { method: "POST", body, headers });
  const asked = { request, env: { publicUrl: "https://skills.example.com" }, policy: { bodyLimitBytes: MOST_BYTES } };
  return readUpload(asked as unknown as Parameters<typeof readUpload>[0]);
}

const form = (fields: number) => {
  const all = new FormData();
  for (let at = 0; at < fields; at += 1) all.append(`field-${at}`, "x");
  all.append("package", new Blob(["PK\r\n--not a boundary"]), "skill.zip");
  return all;
};

test("a form with a file is read, whatever its bytes look like", async () => {
  const upload = await read(form(3));
  if (upload instanceof Response) throw new Error("it was refused");
  expect(upload.fields.get("field-2")).toBe("x");
  expect(Buffer.from((await upload.file("package")) ?? []).toString()).toBe("PK\r\n--not a boundary");
});

test("a form of more fields than any of ours, or of many without a file, is refused before it is taken apart", async () => {
  expect(await read(form(500))).toMatchObject({ status: 400 });
  expect(await read("a&".repeat(100_000), "application/x-www-form-urlencoded")).toMatchObject({ status: 400 });
  expect(await read("a=1&b=2", "application/x-www-form-urlencoded")).not.toBeInstanceOf(Response);
});
