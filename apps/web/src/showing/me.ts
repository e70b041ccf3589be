import type { RegistryClient } from "@gaia/client";
import type { Viewer } from "../../types.d.ts";
import { findData, type Me } from "../registry-api.ts";
import type { Visit } from "../visit.ts";

/** Whoever the cookie of the request says is here; null: nobody, or it cannot be told now. */
export async function findMe(api: RegistryClient, viewer: Viewer): Promise<Me | null> {
  if (viewer !== "account") return null;
  return findData(api.GET("/whoami")).catch(() => null);
}

/** A page that is somebody's was asked for by nobody: `show` leads them to sign in. */
export class NotSignedIn extends Error {}

/** Who is signed in. Throws `NotSignedIn`. */
export function ensureMe({ me }: Visit): Me {
  if (me === null) throw new NotSignedIn("no one is signed in");
  return me;
}
