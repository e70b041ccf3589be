import type { AuthShapes } from "@gaia/client";
import type { Child } from "hono/jsx";
import { plural } from "../figures.tsx";
import { cliCommand } from "../install.ts";
import { CommandBox } from "../parts/command-box.tsx";
import { findData, type Me } from "../registry-api.ts";
import type { Visit } from "../visit.ts";

/** What an account did so far, and what waits for it. */
export interface SoFar {
  me: Me;
  publicUrl: string;
  hasToken: boolean;
  hasKey: boolean;
  hasVersion: boolean;
  unread: number;
  invitations: number;
}

/** null: nobody is signed in */
export async function findSoFar({ api, me, publicUrl }: Visit): Promise<SoFar | null> {
  if (me === null) return null;
  const [tokens, keys, notices, invitations] = await Promise.all([
    findData(api.GET("/tokens")),
    Promise.all(
      me.publishers
        .slice(0, 10)
        .map((handle) => findData(api.GET("/publishers/{handle}/keys", { params: { path: { handle } } }))),
    ),
    findData(api.GET("/notices", { params: { query: { unread: "true", limit: 100 } } })),
    findData(api.GET("/invitations")),
  ]);
  return {
    me,
    publicUrl,
    hasToken: tokens?.tokens.some(({ revoked_at }) => revoked_at === null) === true,
    hasKey: keys.some((list) => list?.keys.some(({ revoked_at }) => revoked_at === null)),
    hasVersion: me.storage?.some(({ versions }) => versions > 0) === true,
    unread: notices?.items.length ?? 0,
    invitations: invitations?.invitations.filter(({ status }) => status === "pending").length ?? 0,
  };
}

interface Step {
  isDone: boolean;
  title: Child;
  words: Child;
}

/** From an account that is new to a first skill: what is done, and what comes next. Gone once all is done. */
export function NextSteps({ own, sofar }: { own: AuthShapes["OwnAccount"]; sofar: SoFar }) {
  const steps = stepsOf(own, sofar);
  const left = steps.filter(({ isDone }) => !isDone).length;
  if (left === 0) return null;
  return (
    <section aria-labelledby="next">
      <h2 id="next">What to do next</h2>
      <ol class="steps">
        {steps.map(({ isDone, title, words }) => (
          <li class={isDone ? "is-done" : undefined}>
            <p>
              {title}
              {isDone ? <b class="hint"> Done</b> : null}
            </p>
            {isDone ? null : <div class="hint">{words}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepsOf(own: AuthShapes["OwnAccount"], { me, publicUrl, hasToken, hasKey, hasVersion }: SoFar): Step[] {
  const publisher = encodeURIComponent(me.publishers.includes(me.handle) ? me.handle : (me.publishers[0] ?? me.handle));
  return [
    {
      isDone: own.has_second_factor || own.passkeys.length > 0,
      title: <a href="#second-factor">Set up a second factor</a>,
      words: "With your password alone, another person could publish in your name.",
    },
    {
      isDone: hasToken,
      title: (
        <>
          Log in with the command line, or <a href="/account/tokens">make a token</a>
        </>
      ),
      words: (
        <>
          The command line shows a code; you type it in <a href="/device">here</a>.
          <CommandBox command={{ title: "On your machine", text: cliCommand("login", publicUrl) }} />
        </>
      ),
    },
    {
      isDone: hasKey,
      title: <a href={`/publishers/${publisher}/keys`}>Add the key that you sign with</a>,
      words: (
        <>
          What is signed rises above experimental. An OpenPGP key or a Sigstore identity will do:{" "}
          <a href="/docs/signing">how signing works</a>.
        </>
      ),
    },
    {
      isDone: hasVersion,
      title: <a href="/publish">Publish your first skill</a>,
      words: (
        <>
          Upload an archive: you see what is wrong with it before anything is published.{" "}
          <a href="/docs/first-skill">Step by step</a>.
        </>
      ),
    },
  ];
}

/** The pages of one's own, each with what waits there. */
export function OwnPages({ own, sofar }: { own: AuthShapes["OwnAccount"]; sofar: SoFar }) {
  const { me, unread, invitations } = sofar;
  const unreadWords = unread >= 100 ? "100 or more are new." : `${plural(unread, "notice")} you have not read.`;
  return (
    <section aria-labelledby="own-pages">
      <h2 id="own-pages">Your pages</h2>
      <ul class="own-pages">
        <li>
          <a href="/account/notices">Notices</a>
          <span>{unread === 0 ? "What happened to your skills." : <b>{unreadWords}</b>}</span>
        </li>
        <li>
          <a href="/account/tokens">Tokens</a>
          <span>For programs that act as you.</span>
        </li>
        <li>
          <a href="/account/organisations">Organisations</a>
          <span>
            {invitations === 0 ? "Where you publish with others." : <b>{plural(invitations, "invitation")} for you.</b>}
          </span>
        </li>
        <li>
          <a href="/reports">Reports</a>
          <span>What you reported, and what was upheld against your skills.</span>
        </li>
        {me.publishers.slice(0, 20).map((handle) => (
          <li>
            <a href={`/publishers/${encodeURIComponent(handle)}/dashboard`}>{handle}</a>
            <span>
              {handle === me.handle ? "Your own publisher" : "An organisation of yours"}:{" "}
              <a href={`/publishers/${encodeURIComponent(handle)}/keys`}>keys</a>
              {handle === me.handle ? null : (
                <>
                  {", "}
                  <a href={`/publishers/${encodeURIComponent(handle)}/members`}>members</a>
                </>
              )}
            </span>
          </li>
        ))}
        {own.role === "admin" ? (
          <li>
            <a href="/admin">Admin</a>
            <span>What waits for a decision.</span>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
