import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileMail } from "./files.ts";

test("a letter is a file for this user alone, and its headers are one line each", async () => {
  const dir = await mkdtemp(join(tmpdir(), "mail-"));
  const mailer = fileMail({ dir: join(dir, "mail"), from: "Registry <r@example.org>" });
  await mailer.send({ to: "a@example.org\nBcc: b@example.org", subject: "Hello\r\nX: y", text: "text\n" });
  const [name = ""] = await readdir(join(dir, "mail"));
  const path = join(dir, "mail", name);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readFile(path, "utf8")).split("\n")).toEqual([
    "From: Registry <r@example.org>",
    "To: a@example.org Bcc: b@example.org",
    "Subject: Hello X: y",
    "",
    "text",
    "",
  ]);
  await rm(dir, { recursive: true });
});
