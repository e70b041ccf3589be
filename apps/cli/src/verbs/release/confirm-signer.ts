import type { components } from "@gaia/client";
import { parseRelease } from "@gaia/install/installed";
import { NOBODY, toldSigner } from "@gaia/install/judged";
import { signersText, signerText } from "@gaia/policy";
import { CliError, EXIT, refused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { shellWord } from "../../terminal/shell-word.ts";
import { bold, t } from "../../terminal/shown-text.ts";

type SignerChangeList = components["schemas"]["SignerChangeList"];

const MAX_PAGES = 100;

/** `confirm-signer`: what waits for a word on who signed it: my publishers' versions, or everybody's for an admin. */
export async function listHeld(session: Session, input: { all?: boolean | undefined }): Promise<void> {
  const { terminal } = session;
  const api = await openRegistry(session);
  const items: SignerChangeList["items"] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = { query: { limit: 100, ...(cursor !== null && { cursor }) } };
    const answer: SignerChangeList = await ensureAnswer(
      input.all ? api.GET("/admin/signer-changes", { params }) : api.GET("/signer-changes", { params }),
    );
    items.push(...answer.items);
    cursor = answer.next_cursor;
    if (cursor === null) break;
  }
  terminal.result({ items });
  if (items.length === 0) terminal.note("Nothing waits to be confirmed.");
  for (const { name, version, from, to } of items)
    terminal.line(
      t`${bold(`${name}@${version}`)} signed by ${signersText(to.map(toldSigner))}; until then by ${signersText(from.map(toldSigner))}`,
    );
}

/**
 * `confirm-signer <name@version>`: shows both and asks, or takes the new signers by name; what is confirmed is what was shown, and nothing
 * that was signed since.
 */
export async function confirmSigner(
  session: Session,
  input: { release: string; signer?: readonly string[] | undefined },
): Promise<void> {
  const { terminal } = session;
  const path = parseRelease(input.release);
  const subject = `${path.name} ${path.version}`;
  const api = await openRegistry(session);
  const held = await ensureAnswer(api.GET("/skills/{name}/{version}", { params: { path } }));
  const change = held.signer_change;
  if (change?.status !== "pending")
    throw new CliError(EXIT.refused, "conflict", `Nothing about who signed ${subject} waits to be confirmed`);
  const [from, to] = [change.from.map(toldSigner), change.to.map(toldSigner)];
  terminal.note(
    t`${bold(subject)} was signed by ${signersText(to)}; until then ${path.name} was signed by ${signersText(from)}.`,
  );
  const signers = to.map(signerText);
  if (input.signer === undefined) await ensureAgreed(session, subject, signers);
  const named = input.signer?.filter((one) => one !== NOBODY) ?? signers;
  const version = await ensureAnswer(
    api.POST("/skills/{name}/{version}/confirm-signer", { params: { path }, body: { signers: named } }),
  );
  terminal.result(version);
  terminal.line(t`Confirmed: ${bold(version.name)} ${version.version} is ${version.security_tier}`);
}

async function ensureAgreed({ terminal }: Session, subject: string, signers: readonly string[]): Promise<void> {
  if (terminal.canAsk && (await terminal.ask(t`Confirm who signed ${subject}?`))) return;
  const words = (signers.length === 0 ? [NOBODY] : signers).map((one) => `--signer ${shellWord(one)}`).join(" ");
  throw refused(
    "consent_missing",
    terminal.canAsk
      ? "Nothing was confirmed"
      : `This run cannot ask you whether ${subject} was signed by the right one`,
    `if it was, \`${calledAs("confirm-signer")} ${subject.replace(" ", "@")} ${words}\``,
  );
}
