import { createTransport } from "nodemailer";
import type { Mailer } from "./mailer.ts";

/**
 * Sends by SMTP.
 * @param input.url `smtp://user:password@host:port` (STARTTLS where the server has it; `?requireTLS=true` asks for it) or `smtps://…`
 * @param input.from the sender, as `Registry <registry@example.com>`
 */
export function smtpMail(input: { url: string; from: string }): Mailer {
  const transport = createTransport(
    { url: input.url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from: input.from },
  );
  return {
    async send({ to, subject, text }) {
      // A text would be read as a list, and whoever chose the address would choose several (header injection, CWE-93).
      const receiver = { name: "", address: to };
      await transport.sendMail({ to: receiver, subject, text, disableFileAccess: true, disableUrlAccess: true });
    },
    close: async () => transport.close(),
  };
}
