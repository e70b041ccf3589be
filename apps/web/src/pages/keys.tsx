import type { components } from "@gaia/client";
import type { WebEnv } from "../../types.d.ts";
import { Day } from "../figures.tsx";
import { cliCommand } from "../install.ts";
import { findHubKey } from "./hub-key.ts";
import { CommandBox } from "../parts/command-box.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import type { Page, Visit } from "../visit.ts";

type Keys = components["schemas"]["RegistryKeys"];
type Key = Keys["keys"][number];
type Log = NonNullable<Keys["log"]>;

const STATES: Readonly<Record<NonNullable<Key["state"]>, string>> = {
  current: "Signs now",
  next: "Announced: signs after the current one",
  former: "Signed before: what it signed until then counts",
  revoked: "Revoked: nothing that it signed counts",
};

/** `/keys`: what the registry signs with, as people compare it with what its operator publishes elsewhere. */
export async function keysPage(visit: Visit, env: WebEnv): Promise<Page> {
  const { publicUrl, registryName } = visit;
  const { keys, log } = await ensureData(visit.api.GET("/keys"));
  const hub = await findHubKey(env, publicUrl);
  return {
    title: "Public keys",
    description: `The keys that ${registryName} signs with: its statements, its log, and bundles for GAIA’s client.`,
    canonical: "/keys",
    body: (
      <div class="keys">
        <h1>Public keys</h1>
        <p class="lead">
          {registryName} signs each of its decisions. Compare a fingerprint with what the registry’s operator publishes
          elsewhere before you trust it: a page cannot vouch for itself.
        </p>
        <h2>Statements</h2>
        <p class="measure">
          Verdicts, tiers and states, and the list of revocations. <a href="/docs/trust">How to check them</a>.
        </p>
        {keys.map((key) => (
          <RegistryKey key_={key} />
        ))}
        <CommandBox
          command={{
            title: "Pin it with the command line; it shows the fingerprint and asks",
            text: cliCommand(`trust add ${publicUrl}`, publicUrl),
          }}
        />
        <CommandBox command={{ title: "Fetch all keys as JSON", text: `curl ${publicUrl}/api/v1/keys` }} />
        {log === undefined ? null : <LogKeys log={log} publicUrl={publicUrl} />}
        {hub === null ? null : <HubKey raw={hub} publicUrl={publicUrl} />}
        <h2>Publishers</h2>
        <p class="measure">
          Keys and identities of publishers are on their pages: <a href="/publishers">all publishers</a>.
        </p>
      </div>
    ),
  };
}

function RegistryKey({ key_: key }: { key_: Key }) {
  return (
    <section class="key">
      <h3>{key.state === undefined ? "Key" : STATES[key.state]}</h3>
      <dl class="key-facts">
        <dt>Fingerprint</dt>
        <dd>
          <code class="digest">{shortText(key.fingerprint, 200)}</code>
        </dd>
        {key.ssh_fingerprint === undefined ? null : (
          <>
            <dt>As OpenSSH calls it</dt>
            <dd>
              <code class="digest">{shortText(key.ssh_fingerprint, 200)}</code>
            </dd>
          </>
        )}
        <dt>Algorithm</dt>
        <dd>{key.algorithm === "ed25519" ? "Ed25519" : shortText(key.algorithm, 40)}</dd>
        {key.valid_from ? (
          <>
            <dt>Signs since</dt>
            <dd>
              <Day at={key.valid_from} />
            </dd>
          </>
        ) : null}
        {key.valid_until ? (
          <>
            <dt>Signed until</dt>
            <dd>
              <Day at={key.valid_until} />
            </dd>
          </>
        ) : null}
      </dl>
      <details>
        <summary>The key as PEM</summary>
        <pre tabindex={0}>
          <code>{shortText(key.public_key, 4_000)}</code>
        </pre>
      </details>
    </section>
  );
}

function LogKeys({ log, publicUrl }: { log: Log; publicUrl: string }) {
  return (
    <>
      <h2>Transparency log</h2>
      <p class="measure">
        Every decision is a leaf of the log <code>{shortText(log.origin, 200)}</code>. Verifier keys as C2SP signed-note
        writes them:
      </p>
      <dl class="key-facts">
        <dt>Signs checkpoints</dt>
        <dd>
          <code class="digest">{shortText(log.key, 400)}</code>
        </dd>
        <dt>As a witness of its own log</dt>
        <dd>
          <code class="digest">{shortText(log.cosigner, 400)}</code>
        </dd>
        {log.next ? (
          <>
            <dt>Announced</dt>
            <dd>
              <code class="digest">{shortText(log.next, 400)}</code>
            </dd>
          </>
        ) : null}
      </dl>
      <CommandBox command={{ title: "The newest checkpoint", text: `curl ${publicUrl}/log/checkpoint` }} />
    </>
  );
}

function HubKey({ raw, publicUrl }: { raw: string; publicUrl: string }) {
  return (
    <>
      <h2>Bundles for GAIA’s own client</h2>
      <p class="measure">
        A key of its own signs what this registry promoted, for that client alone; the registry’s key vouches for it.{" "}
        <a href="/docs/gaia">What to set there</a>.
      </p>
      <pre tabindex={0} class="key-text">
        <code>{raw}</code>
      </pre>
      <CommandBox
        command={{
          title: "Fetch it, and what the registry’s key says of it",
          text: `curl -O ${publicUrl}/hub/keys/registry.pub\ncurl ${publicUrl}/hub/keys/registry.json`,
        }}
      />
    </>
  );
}
