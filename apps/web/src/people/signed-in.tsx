import type { Asked } from "../asked.ts";
import { inPerson, outcome } from "../in-person.ts";
import { isSignedOut, type Typed } from "../typed.ts";

export const isSignedIn = async (asked: Asked): Promise<boolean> =>
  (await outcome(inPerson(asked).auth.GET("/account"))).isOk;

/** The way to sign in without leaving what was typed, for who was signed out meanwhile. */
export const SignInAgain = ({ typed }: { typed: Typed }) =>
  isSignedOut(typed) ? (
    <p>
      <a href="/login" target="_blank">
        Sign in (on another page)
      </a>
    </p>
  ) : null;
