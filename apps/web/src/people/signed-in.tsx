import { isSignedOut, type Typed } from "../typed.ts";

/** The way to sign in without leaving what was typed, for who was signed out meanwhile. */
export const SignInAgain = ({ typed }: { typed: Typed }) =>
  isSignedOut(typed) ? (
    <p>
      <a href="/login" target="_blank">
        Sign in (on another page)
      </a>
    </p>
  ) : null;
