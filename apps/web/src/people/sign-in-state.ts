import type { AuthShapes } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { inPerson, outcome } from "../in-person.ts";

export type SignInState = AuthShapes["SignInState"];

/** How one signs in here; null: that cannot be told now, and the pages offer less. */
export async function findSignInState(asked: Asked): Promise<SignInState | null> {
  const state = await outcome(inPerson(asked).auth.GET("/state"));
  return state.isOk ? state.data : null;
}
