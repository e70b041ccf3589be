import type { AuthShapes } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { inPerson, outcome } from "../in-person.ts";
import { NotSignedIn } from "../showing/me.ts";

/** The account of who is here in person. Throws `NotSignedIn`. */
export async function ensureOwnAccount(asked: Asked): Promise<AuthShapes["OwnAccount"]> {
  const own = await outcome(inPerson(asked).auth.GET("/account"));
  if (own.isOk) return own.data;
  throw new NotSignedIn("no one is here in person");
}
