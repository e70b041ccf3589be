import type { Asked, PageRoute } from "../asked.ts";
import { changeAccount, showAccount } from "../people/account.tsx";
import { comeFromProvider, goToProvider, showWelcome, welcome } from "../people/by-provider.tsx";
import { answerDevice, showDevice } from "../people/device.tsx";
import { confirm, login, loginWithCode, showConfirm, showLogin, showLoginCode } from "../people/sign-in.tsx";
import { claim, reset, showClaim, showReset, showSignUp, showVerify, signUp, verify } from "../people/sign-up.tsx";

/** Signing in begins with nobody, in a closed registry, too. */
const policy = { access: "anyone", cache: "none", whenClosed: "open" } as const;
/** What is of somebody who is signed in: its own addresses say so to strangers where the registry is open. */
const personal = { access: "anyone", cache: "none" } as const;

/** A page with a form, and what takes the form. */
function page(
  path: string,
  show: (asked: Asked) => Promise<Response>,
  take: (asked: Asked) => Promise<Response>,
  held: PageRoute["policy"] = policy,
): PageRoute[] {
  return [
    { method: "GET", path, policy: held, answer: (asked) => show(asked) },
    { method: "POST", path, policy: { ...held, bodyLimitBytes: 8_192 }, answer: take },
  ];
}

/** Who somebody is: signing up, in and out, and one's own account. */
export const PEOPLE_ROUTES: readonly PageRoute[] = [
  ...page("/login", showLogin, login),
  { method: "GET", path: "/login/with/:provider", policy, answer: goToProvider },
  { method: "GET", path: "/login/from/:provider", policy, answer: comeFromProvider },
  ...page("/login/welcome", (asked) => showWelcome(asked), welcome),
  ...page("/login/code", showLoginCode, loginWithCode),
  ...page("/signup", showSignUp, signUp),
  ...page("/verify", showVerify, verify),
  ...page("/reset", showReset, reset),
  ...page("/claim", showClaim, claim),
  ...page("/confirm", showConfirm, confirm, personal),
  ...page("/device", showDevice, answerDevice),
  ...page("/account", showAccount, changeAccount, personal),
];
