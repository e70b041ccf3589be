import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, errorOf, formOf, type Shown } from "../deeds/deeds.tsx";
import { Line, Text } from "../parts/fields.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import type { Page } from "../visit.ts";
import { PublisherTabs } from "../parts/publisher-tabs.tsx";

type Key = components["schemas"]["PublisherKey"];

const pathOf = (asked: Asked) => ({ path: { handle: asked.param("handle") } });

/** What is done on the page of a publisher's keys. */
export const KEY_DEEDS: Readonly<Record<string, Deed>> = {
  openpgp: deed({
    fields: ["public_key"],
    said: "The key is added: what it signs counts from now on.",
    judge: ({ public_key: key = "" }) => ({
      public_key: key.includes("-----BEGIN PGP PUBLIC KEY BLOCK-----")
        ? null
        : "Paste the whole block, from BEGIN PGP PUBLIC KEY BLOCK to END.",
    }),
    about: { 400: "public_key", 409: "public_key", 422: "public_key" },
    act: ({ api }, { public_key = "" }, asked) =>
      api.POST("/publishers/{handle}/keys", { params: pathOf(asked), body: { kind: "openpgp", public_key } }),
  }),
  sigstore: deed({
    fields: ["identity", "issuer"],
    said: "The identity is added: what it signs counts from now on.",
    judge: ({ identity = "", issuer = "" }) => ({
      identity: identity === "" ? "Say whose certificates they are." : null,
      issuer: issuer.startsWith("https://") ? null : "An address that begins with https://.",
    }),
    about: { 400: "identity", 409: "identity", 422: "identity" },
    act: ({ api }, { identity = "", issuer = "" }, asked) =>
      api.POST("/publishers/{handle}/keys", { params: pathOf(asked), body: { kind: "sigstore", identity, issuer } }),
  }),
  retire: deed({
    said: "The key is retired.",
    sure: () => ({
      title: "Retire this key?",
      consequence:
        "It signs nothing more for this publisher. What it signed before stays signed. This cannot be undone.",
      submit: "Retire it",
    }),
    act: ({ api }, { row = "" }, asked) =>
      api.DELETE("/publishers/{handle}/keys/{id}", {
        params: { path: { ...pathOf(asked).path, id: row }, query: { as: "retired" } },
      }),
  }),
  compromised: deed({
    said: "The key is revoked as compromised.",
    sure: () => ({
      title: "Is this key in other hands?",
      consequence:
        "Its signatures count no more, and versions that have no other one fall to experimental. This cannot be undone.",
      submit: "Revoke it as compromised",
    }),
    act: ({ api }, { row = "" }, asked) =>
      api.DELETE("/publishers/{handle}/keys/{id}", {
        params: { path: { ...pathOf(asked).path, id: row }, query: { as: "compromised" } },
      }),
  }),
};

/** `/publishers/{handle}/keys`: what a publisher signs with, and adding to it. */
export function keysPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    ensureMe(visit);
    const { path } = pathOf(asked);
    const { keys } = await ensureData(visit.api.GET("/publishers/{handle}/keys", { params: { path } }));
    const action = visit.url.pathname;
    return formPage({
      title: `Keys of ${path.handle}`,
      lead: "A signature by one of these says that a version is this publisher's. Without one, versions stay experimental.",
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <>
          <PublisherTabs handle={path.handle} here="keys" />
          <DoneNote deeds={KEY_DEEDS} url={visit.url} />
          {keys.length === 0 ? <p class="empty">No key yet.</p> : null}
          <ul class="entries">
            {keys.map((key) => (
              <li>
                <KeyWords one={key} />
                {key.revoked_at === null ? (
                  <span class="choices">
                    <Form action={action} hidden={{ do: "retire", row: key.id }} submit="Retire" />
                    <Form action={action} hidden={{ do: "compromised", row: key.id }} submit="It was stolen" />
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
          <NewKeys action={action} shown={shown} />
        </>
      ),
    });
  });
}

function KeyWords({ one }: { one: Key }) {
  const state =
    one.revoked_at === null
      ? one.proven_at === null
        ? "has signed nothing yet: only members see it"
        : "in use"
      : one.revoked_as === "compromised"
        ? "revoked as compromised"
        : "retired";
  return (
    <span>
      <code class="digest">{shortText(one.fingerprint, 300)}</code>
      <br />
      <span class="hint">
        {one.kind === "openpgp" ? "OpenPGP" : "Sigstore"}
        {one.user_ids.length === 0 ? "" : ` · ${shortText(one.user_ids.slice(0, 2).join(", "), 160)}`} · since{" "}
        <Moment at={one.registered_at} /> · {state}
      </span>
    </span>
  );
}

function NewKeys({ action, shown }: { action: string; shown: Shown }) {
  const [openpgp, sigstore] = [formOf(shown, "openpgp"), formOf(shown, "sigstore")];
  return (
    <section aria-labelledby="new">
      <h2 id="new">Add one</h2>
      <details open={openpgp.isTyped}>
        <summary>An OpenPGP key</summary>
        <Form
          action={action}
          hidden={openpgp.hidden}
          submit="Add the key"
          consequence="Versions that it signs are this publisher's. Every owner and admin gets a notice."
        >
          <Text
            {...openpgp.field}
            name="public_key"
            label="Public key"
            maxlength={65_536}
            rows={8}
            hint="The armored block that gpg --armor --export prints. Never the private key."
          />
        </Form>
      </details>
      <details open={sigstore.isTyped}>
        <summary>A Sigstore identity</summary>
        <Form
          action={action}
          hidden={sigstore.hidden}
          submit="Add the identity"
          consequence="Versions with a certificate of this identity are this publisher's. Every owner and admin gets a notice."
        >
          <Line
            {...sigstore.field}
            name="identity"
            label="Identity"
            maxlength={1_024}
            hint="As the certificate has it: a mail address, or the address of a workflow, which may end in @refs/tags/*."
          />
          <Line
            {...sigstore.field}
            name="issuer"
            label="Issuer"
            maxlength={512}
            hint="Such as https://token.actions.githubusercontent.com or https://accounts.google.com."
          />
        </Form>
      </details>
    </section>
  );
}
