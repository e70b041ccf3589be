import type { z } from "@hono/zod-openapi";
import type { Health, InForce, Status } from "./schemas.ts";

/** What the process that serves the API says of itself; nothing of it is a secret. */
export interface Operating {
  /** The settings that an admin sees, as they are in force. */
  inForce(): z.infer<typeof InForce>;
  health(): Promise<z.infer<typeof Health>>;
  /** What anybody may know, counted at most a minute ago. */
  status(): Promise<z.infer<typeof Status>>;
  /** Sends it and waits for it. Rejects with why it could not be sent. */
  sendMail(letter: { to: string; subject: string; text: string }): Promise<void>;
}
