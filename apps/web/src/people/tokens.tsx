import { type Scope, SCOPE_MEANINGS, SCOPES } from "@gaia/policy";
import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, errorOf, formOf, type Shown } from "../deeds/deeds.tsx";
import { cliCommand } from "../install.ts";
import { CommandBox } from "../parts/command-box.tsx";
import { Boxes, Choice, Line } from "../parts/fields.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import type { Page } from "../visit.ts";

type Token = components["schemas"]["Token"];

const DAY_MS = 86_400_000;
/** How long a token is good, as people choose it; empty: it does not expire. */
const EXPIRY_WORDS = { "7": "7 days", "30": "30 days", "90": "90 days", "365": "a year", never: "It never expires" };
const WANTED_PATTERN = /^[a-z0-9*-]{1,64}$/;

const scopesIn = (typed: string | undefined): Scope[] =>
  (typed ?? "").split(" ").flatMap((word) => SCOPES.find((scope) => scope === word) ?? []);
const patternsIn = (typed: string | undefined): string[] => (typed ?? "").split(/[\s,]+/).filter((one) => one !== "");

/** What is made and ended on `/account/tokens`. */
export const TOKEN_DEEDS: Readonly<Record<string, Deed>> = {
  make: deed({
    fields: ["name", "scopes", "patterns", "expires"],
    said: "The token is made.",
    judge: ({ name = "", scopes, patterns, expires = "" }) => ({
      name: name.trim() === "" ? "Say what it is for." : name.length > 64 ? "That is longer than 64 characters." : null,
      scopes: scopesIn(scopes).length === 0 ? "Choose what it may do." : null,
      patterns: patternsIn(patterns).every((one) => WANTED_PATTERN.test(one))
        ? null
        : "Names of skills, or patterns such as acme-*, with blanks between.",
      expires: Object.hasOwn(EXPIRY_WORDS, expires) ? null : "Choose how long it is good.",
    }),
    about: { 409: "name" },
    act({ api }, { name = "", scopes, patterns, expires = "" }) {
      const names = patternsIn(patterns);
      const days = Number(expires);
      const body = {
        name,
        scopes: scopesIn(scopes),
        patterns: names.length === 0 ? ["*"] : names,
        ...(days > 0 && { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() }),
      };
      return api.POST("/tokens", { body });
    },
    after: (asked, made) => show(asked, null, async ({ publicUrl }) => madePage(made, publicUrl)),
  }),
  revoke: deed({
    said: "The token is revoked: it is worth nothing any more.",
    act: ({ api }, { row = "" }) => api.DELETE("/tokens/{id}", { params: { path: { id: row } } }),
  }),
};

/** `/account/tokens`: which there are, and another one. */
export function tokensPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    ensureMe(visit);
    const { tokens } = await ensureData(visit.api.GET("/tokens"));
    const now = new Date().toISOString();
    const isLive = ({ revoked_at, expires_at }: Token) =>
      revoked_at === null && (expires_at === null || expires_at > now);
    return formPage({
      title: "Tokens",
      lead: "A token lets a program act as you, as far as it was made to. Make one for each program, with as little as it needs.",
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <>
          <DoneNote deeds={TOKEN_DEEDS} url={visit.url} />
          <Live tokens={tokens.filter(isLive)} />
          <NewToken shown={shown} />
          <Ended tokens={tokens.filter((token) => !isLive(token)).slice(0, 50)} />
          <p>
            <a href="/account">Your account</a>
          </p>
        </>
      ),
    });
  });
}

function Live({ tokens }: { tokens: Token[] }) {
  return (
    <section aria-labelledby="live">
      <h2 id="live">In use</h2>
      {tokens.length === 0 ? <p class="empty">You have no token yet.</p> : null}
      <ul class="entries">
        {tokens.map((token) => (
          <li>
            <TokenWords token={token} />
            <Form action="/account/tokens" hidden={{ do: "revoke", row: token.id }} submit="Revoke" />
          </li>
        ))}
      </ul>
    </section>
  );
}

const TokenWords = ({ token }: { token: Token }) => (
  <span>
    <b>{shortText(token.name, 64)}</b> · {token.scopes.includes("*") ? "everything" : token.scopes.join(", ")} · for{" "}
    {token.patterns.includes("*") ? "every skill" : shortText(token.patterns.join(", "), 200)}
    <br />
    <span class="hint">
      made <Moment at={token.created_at} />, last used{" "}
      {token.last_used_at ? <Moment at={token.last_used_at} /> : "never"},{" "}
      {token.expires_at === null ? (
        "never expires"
      ) : (
        <>
          expires <Moment at={token.expires_at} />
        </>
      )}
    </span>
  </span>
);

function NewToken({ shown }: { shown: Shown }) {
  const { hidden, field } = formOf(shown, "make");
  return (
    <section aria-labelledby="new">
      <h2 id="new">A new one</h2>
      <Form
        action="/account/tokens"
        hidden={hidden}
        submit="Create token"
        consequence="It is shown once. A program that has it can do what you tick here, in your name."
      >
        <Line {...field} name="name" label="Name" maxlength={64} hint="What it is for, such as the machine it is on." />
        <Boxes
          {...field}
          name="scopes"
          label="It may"
          now={["publish", "read"]}
          words={Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_MEANINGS[scope]]))}
        />
        <Line
          {...field}
          name="patterns"
          label="For these skills"
          optional
          maxlength={1_000}
          hint="Names or patterns such as acme-*, with blanks between. Empty: every skill of yours."
        />
        <Choice {...field} name="expires" label="It is good for" words={EXPIRY_WORDS} now="90" />
      </Form>
    </section>
  );
}

function Ended({ tokens }: { tokens: Token[] }) {
  if (tokens.length === 0) return null;
  return (
    <details>
      <summary>Revoked and expired</summary>
      <ul class="entries">
        {tokens.map((token) => (
          <li>
            <TokenWords token={token} />
            {token.revoked_at === null ? null : (
              <span class="hint">
                revoked <Moment at={token.revoked_at} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

const madePage = (made: components["schemas"]["TokenCreated"], publicUrl: string): Page => ({
  ...formPage({
    title: "Your new token",
    lead: "Copy it now: it is not shown again. Keep it where you keep passwords.",
    children: (
      <>
        <CommandBox command={{ title: shortText(made.name, 64), text: made.token }} />
        <p>To use it with the command line on your machine:</p>
        <CommandBox command={{ title: "Log in", text: cliCommand("login --token", publicUrl) }} />
        <p>
          <a class="act act-safe" href="/account/tokens">
            I have copied it
          </a>
        </p>
      </>
    ),
  }),
  isPersonal: true,
});
