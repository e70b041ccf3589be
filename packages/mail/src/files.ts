import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mailer } from "./mailer.ts";

/**
 * Writes each letter into a file of its own, `DIR/<time>-<id>.txt`, for this user alone: for whoever runs the registry to read or to
 * forward.
 */
export function fileMail(input: { dir: string; from: string }): Mailer {
  return {
    async send({ to, subject, text }) {
      await mkdir(input.dir, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}.txt`;
      const path = join(input.dir, name);
      const head = [`From: ${input.from}`, `To: ${to}`, `Subject: ${subject}`].map(oneLine).join("\n");
      await writeFile(`${path}.part`, `${head}\n\n${text}`, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: async () => {},
  };
}

const oneLine = (header: string): string => header.replaceAll(/[\r\n]+/g, " ");
