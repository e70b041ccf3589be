export type { Letter, Mailer } from "./mailer.ts";
