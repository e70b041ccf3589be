export { seal, unseal } from "./people/sealed.ts";
export { IdentityError } from "./errors.ts";
export { createAccount, ensureAdminAccount } from "./people/accounts.ts";
export { authenticate, type AuthenticatedActor, findSession, type SessionHolder } from "./authenticate.ts";
export { hasTokenChecksum, newTokenSecret, tokenDigest } from "./token-secret.ts";
export {
  createToken,
  listTokens,
  noteTokenUse,
  revokeLeakedToken,
  revokeToken,
  type TokenRow,
} from "./tokens/tokens.ts";
export { createPublisher } from "./publishers/create-publisher.ts";
export {
  answerInvitation,
  type InvitationRow,
  inviteMember,
  listInvitations,
  listOwnInvitations,
  withdrawInvitation,
} from "./publishers/invitations.ts";
export { changeMember, leavePublisher, listMembers, type MemberRow, removeMember } from "./publishers/members.ts";
export { authenticateWorkload, type AuthenticatedWorkload } from "./workload/authenticate-workload.ts";
export { exchangeIdentity, forgetSpent } from "./workload/exchange.ts";
export { issuerKeys, type IssuerKeys } from "./workload/issuer-keys.ts";
export { findIssuer, type Issuer, knownIssuers } from "./workload/issuers.ts";
export { verifyIdentity } from "./workload/verify-identity.ts";
export { changeRole } from "./standing/change-role.ts";
export { deleteAccount, findDeletionObstacles } from "./standing/delete-account.ts";
export { listAccounts } from "./standing/list-accounts.ts";
export type { AccountRow } from "./standing/hold-accounts.ts";
export { reinstateAccount, suspendAccount } from "./standing/suspend-account.ts";
export { claimAccount, isUnclaimed } from "./people/claim.ts";
export { confirmAddress } from "./people/confirm-address.ts";
export { readCookies, signedCookie } from "./people/cookies.ts";
export { askForAddress, confirmOldAddress } from "./people/address/ask-for-address.ts";
export { cancelAddressChange, confirmNewAddress } from "./people/address/settle-address.ts";
export { changePassword } from "./people/credentials/change-password.ts";
export { deleteOwnAccount } from "./standing/delete-own-account.ts";
export { beginDeviceLogin, decideDeviceLogin, findDeviceLogin, redeemDeviceLogin } from "./people/device-login.ts";
export { beginEnrolment, endEnrolment, removeSecondFactor, renewRecoveryCodes } from "./people/credentials/enrol.ts";
export { inviteToSignUp, listSignUpInvitations, revokeSignUpInvitation } from "./people/invite-to-sign-up.ts";
export { hasAddress, openPeople, type People } from "./people/people.ts";
export type { IdentityProvider, Visitor } from "./people/settings.ts";
export { askForReset, resetPassword } from "./people/credentials/reset-password.ts";
export { confirmSession, signInWithCode, takeCode } from "./people/second-factor.ts";
export { revokeSession, viewOwnAccount } from "./people/credentials/sessions.ts";
export {
  addPasskey,
  askForPasskey,
  beginPasskey,
  hasPasskeys,
  removePasskey,
  signInByPasskey,
} from "./people/credentials/passkeys.ts";
export { beginLink, removeIdentity } from "./people/providers/identities.ts";
export { mappedHandles, warnOfUnmade } from "./people/mapped-handles.ts";
export { findNewcomer, settleNewcomer } from "./people/providers/newcomer.ts";
export { beginByProvider, endByProvider } from "./people/providers/sign-in-by-provider.ts";
export { signIn, signOut } from "./people/sign-in.ts";
export { forgetNeverConfirmed, signUp } from "./people/sign-up.ts";
export { tryMail, tryProvider } from "./people/providers/try-out.ts";
