import type { Asked, PageRoute } from "../asked.ts";
import { showing, taking } from "../deeds/deeds.tsx";
import { ACCOUNT_DEEDS, accountPage } from "../people/account.tsx";
import { AGREE, CANCEL, CONFIRM } from "../people/address-links.tsx";
import { ADDRESS_DEEDS, addressPage } from "../people/address.tsx";
import { comeFromProvider, goToProvider, showWelcome, welcome } from "../people/by-provider.tsx";
import { answerClientLogin, showClientLogin } from "../people/client-login.tsx";
import { DELETION_DEEDS, deletionPage } from "../people/delete-account.tsx";
import { answerDevice, showDevice } from "../people/device.tsx";
import { NOTICE_DEEDS, noticesPage } from "../people/notices.tsx";
import { ORGANISATION_DEEDS, organisationsPage } from "../people/organisations.tsx";
import { PASSWORD_DEEDS, passwordPage } from "../people/password.tsx";
import { confirm, login, loginWithCode, showConfirm, showLogin, showLoginCode } from "../people/sign-in.tsx";
import { claim, reset, showClaim, showReset, showSignUp, showVerify, signUp, verify } from "../people/sign-up.tsx";
import { TOKEN_DEEDS, tokensPage } from "../people/tokens.tsx";

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
  ...page("/cli/auth", showClientLogin, answerClientLogin),
  ...page("/account", showing(accountPage), taking(ACCOUNT_DEEDS, accountPage), personal),
  ...page("/account/password", showing(passwordPage), taking(PASSWORD_DEEDS, passwordPage), personal),
  ...page("/account/address", showing(addressPage), taking(ADDRESS_DEEDS, addressPage), personal),
  ...page("/account/address/agree", showing(AGREE.page), taking(AGREE.deeds, AGREE.page)),
  ...page("/account/address/confirm", showing(CONFIRM.page), taking(CONFIRM.deeds, CONFIRM.page), personal),
  ...page("/account/address/cancel", showing(CANCEL.page), taking(CANCEL.deeds, CANCEL.page)),
  ...page("/account/delete", showing(deletionPage), taking(DELETION_DEEDS, deletionPage), personal),
  ...page("/account/tokens", showing(tokensPage), taking(TOKEN_DEEDS, tokensPage), personal),
  ...page(
    "/account/organisations",
    showing(organisationsPage),
    taking(ORGANISATION_DEEDS, organisationsPage),
    personal,
  ),
  ...page("/account/notices", showing(noticesPage), taking(NOTICE_DEEDS, noticesPage), personal),
];
