import type { ExitCode } from "../../failures/failures.ts";
import type { Session } from "../../session/session.ts";
import { migrate, type MigrateOptions } from "./migrate.ts";

/** `convert <path> --to F`: `migrate` for a target that has to be named. */
export const convert = (session: Session, input: { path: string; to: string } & MigrateOptions): Promise<ExitCode> =>
  migrate(session, input);
