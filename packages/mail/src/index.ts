export type { Mailer } from "./mailer.ts";
