import { afterEach, expect, test } from "vitest";
import { type SmtpServer, startSmtpServer } from "../../../test/harness/smtp-server.ts";
import { smtpMail } from "./smtp.ts";

let server: SmtpServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function sendTo(to: string, subject = "Hello"): Promise<SmtpServer> {
  server = await startSmtpServer();
  const from = "Registry <r@example.org>";
  const mailer = smtpMail({ url: `smtp://127.0.0.1:${server.port}`, from });
  // Whether it is sent or refused: nobody else gets it.
  await mailer.send({ to, subject, text: "text\r\n.\r\nMAIL FROM:<x@example.org>\r\n" }).catch(() => {});
  await mailer.close();
  return server;
}

test.each([
  "a@example.org\r\nBcc: b@example.org",
  "a@example.org, b@example.org",
  "a@example.org; b@example.org",
  "Friends: a@example.org, b@example.org;",
  "a@example.org> <b@example.org",
  "a@example.org>\r\nRCPT TO:<b@example.org",
])("an address is one receiver or none, and never a header: %j", async (to) => {
  const { letters } = await sendTo(to);
  for (const letter of letters) {
    expect(letter.to).toHaveLength(1);
    expect(letter.to).not.toContain("b@example.org");
    expect(letter.headers.has("bcc")).toBe(false);
  }
});

test("a subject is one line, and a text's dots end nothing", async () => {
  const { letters } = await sendTo("a@example.org", "Hello\r\nX-Added: yes\r\n\r\nnot a text");
  expect(letters).toHaveLength(1);
  expect(letters[0]?.headers.get("subject")).toEqual([expect.stringMatching(/^Hello X-Added: yes +not a text$/)]);
  expect(letters[0]?.headers.has("x-added")).toBe(false);
  expect(letters[0]?.text).toContain("\r\n.\r\nMAIL FROM:<x@example.org>\r\n");
});
