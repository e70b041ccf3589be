import type { components } from "@gaia/client";
import { Day } from "../figures.tsx";
import { shortText } from "../plain-text.ts";
import type { ScanReport, Version } from "../registry-api.ts";
import { readStatement } from "../statement.ts";
import { cliCommand } from "../install.ts";
import { skillAddress } from "../skill-address.ts";
import { Backing } from "./backing.tsx";
import { BuildProvenance } from "./build-provenance.tsx";
import { CommandBox } from "../parts/command-box.tsx";
import type { LogEntry } from "./log-entry.ts";

type Shapes = components["schemas"];
type Signature = Shapes["SignatureList"]["signatures"][number];
type Attestation = Shapes["AttestationList"]["attestations"][number];
type RegistryKey = Shapes["RegistryKeys"]["keys"][number];

/** What can be checked without believing this page: digests, signatures with their keys, what the registry signed. */
export function TrustTab(props: {
  version: Version;
  scan: ScanReport | null;
  signatures: Signature[];
  attestations: Attestation[];
  keys: RegistryKey[];
  logEntry: LogEntry | null;
  publicUrl: string;
}) {
  const { version, signatures } = props;
  return (
    <section class="tab" aria-labelledby="trust">
      <h2 id="trust">Signatures and proofs</h2>
      <Backing version={version} scan={props.scan} />
      <h3>Digests</h3>
      <dl class="digests">
        <dt>Release digest</dt>
        <dd>
          <code class="digest">{version.release_digest}</code> this content as this version of this skill of this
          publisher
        </dd>
        <dt>Content digest</dt>
        <dd>
          <code class="digest">{version.content_digest}</code> the files alone
        </dd>
        {version.artifacts.map(({ archive, integrity }) => (
          <>
            <dt>{archive === "zip" ? "zip" : "tar.gz"}</dt>
            <dd>
              <code class="digest">{integrity}</code>
            </dd>
          </>
        ))}
      </dl>
      <h3>Signatures</h3>
      {signatures.length === 0 ? (
        <p class="empty">This version is not signed.</p>
      ) : (
        <ul class="signatures">
          {signatures.slice(0, 20).map((signature) => (
            <SignatureItem signature={signature} />
          ))}
        </ul>
      )}
      <BuildProvenance version={version} />
      <CheckIt version={version} publicUrl={props.publicUrl} signed={signedWith(signatures)} />
      <Attestations attestations={props.attestations} version={version} logEntry={props.logEntry} />
      <RegistryKeysNote keys={props.keys} publicUrl={props.publicUrl} />
    </section>
  );
}

function SignatureItem({ signature }: { signature: Signature }) {
  return (
    <li>
      <p>
        <b>{STATUS_WORDS[signature.status]}</b>, {signature.kind}
        {signature.signer === "" ? null : (
          <>
            , by <code class="digest">{shortText(signature.signer, 200)}</code>
          </>
        )}
      </p>
      {signature.file === undefined ? null : (
        <p class="quiet">
          The package brings it over its own files, as <code>{shortText(signature.file, 200)}</code> (OpenSSF Model
          Signing). It names no skill and no version, and carries no tier. {shortText(signature.reason ?? "", 400)}
        </p>
      )}
      {signature.predicate_type === undefined ? null : (
        <p class="quiet">
          An attestation about this release, which says <code>{shortText(signature.predicate_type, 200)}</code>. It is
          no signature, and carries no tier.
        </p>
      )}
      <p class="quiet">
        Signed <Day at={signature.signed_at} />, verified by the registry <Day at={signature.verified_at} />.
      </p>
      <details>
        <summary>Signature and key</summary>
        <pre tabindex={0}>{shortText(signature.signature, 20_000)}</pre>
        <pre tabindex={0}>{shortText(signature.public_key, 20_000)}</pre>
      </details>
    </li>
  );
}

const STATUS_WORDS: Record<Signature["status"], string> = {
  valid: "Valid",
  revoked: "Revoked: its key was withdrawn as compromised",
  unregistered: "Proven, by a signer whom the publisher did not register",
  unknown: "Unproven: its key is not known here",
  invalid: "Does not hold for these files",
};

type SignedWith = keyof typeof CHECKS | null;

/** The kind by which its signature is checked by hand: what more people have the program for comes first. */
function signedWith(signatures: readonly Signature[]): SignedWith {
  const kinds = signatures.filter(({ kind }) => kind !== "oms" && kind !== "attestation").map(({ kind }) => kind);
  if (kinds.includes("openpgp")) return "openpgp";
  return kinds.includes("sigstore") ? "sigstore" : null;
}

interface CheckItProps {
  version: Version;
  publicUrl: string;
  signed: SignedWith;
}

/** Identities are text of their publisher's: they are filled in by hand, never pasted into a command. */
const CHECKS = {
  openpgp: "gpg --import key.asc\ngpg --verify SHA256SUMS.asc SHA256SUMS",
  sigstore:
    "cosign verify-blob --bundle SHA256SUMS.sigstore.json --certificate-identity SUBJECT --certificate-oidc-issuer ISSUER SHA256SUMS",
};

function CheckIt({ version, publicUrl, signed }: CheckItProps) {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(version.name) || !/^\d[0-9A-Za-z.+-]{0,127}$/.test(version.version))
    return null;
  const sums = `${publicUrl}/api/v1/skills/${version.name}/${encodeURIComponent(version.version)}/sums`;
  const files = `curl -fLo SHA256SUMS ${sums}\nsha256sum -c SHA256SUMS`;
  return (
    <>
      <h3>Check it yourself</h3>
      <p class="measure">
        {signed === "sigstore" ? (
          <>
            In the unpacked package, with the signature from above saved as <code>SHA256SUMS.sigstore.json</code>, and
            the subject and issuer that you expect (for a managed key, <code>--key</code> and its PEM instead):
          </>
        ) : signed === "openpgp" ? (
          <>
            In the unpacked package, with the publisher’s key and signature from above saved as <code>key.asc</code> and{" "}
            <code>SHA256SUMS.asc</code>:
          </>
        ) : (
          "In the unpacked package; without a signature this shows that the files are the registry’s, not who made them:"
        )}
      </p>
      <CommandBox
        command={
          signed
            ? {
                title: "Files and signature",
                text: `${files}\n${CHECKS[signed]}`,
              }
            : { title: "Files", text: files }
        }
      />
    </>
  );
}

function Attestations(props: { attestations: Attestation[]; version: Version; logEntry: LogEntry | null }) {
  const { attestations, logEntry } = props;
  const address = `/api/v1${skillAddress(props.version.name, props.version.version)}`;
  return (
    <>
      <h3>What the registry signed</h3>
      {logEntry === null ? null : (
        <p class="measure">
          Each statement is a leaf of the registry’s transparency log. The newest is leaf {logEntry.index} of{" "}
          {logEntry.size}
          {logEntry.witnesses.length === 0
            ? "; no witness has cosigned that checkpoint."
            : `, cosigned by ${logEntry.witnesses.map((name) => shortText(name, 80)).join(", ")}.`}
        </p>
      )}
      <p class="quiet">
        <a href="/docs/trust">Who vouches for what, and how to check it</a>. <a href="/keys">The registry’s keys</a>.
      </p>
      {attestations.length === 0 ? (
        <p class="empty">The registry has signed nothing about this version yet.</p>
      ) : (
        <ol class="attestations">
          {attestations.slice(-30).map((one) => (
            <li>
              <p>
                <b>{decisionWords(one)}</b>, <Day at={one.created_at} />, statement {one.sequence}
                {logEntry === null ? null : (
                  <>
                    {" · "}
                    <a href={`${address}/proof?sequence=${one.sequence}`}>proof of its leaf</a>
                  </>
                )}
              </p>
              <details>
                <summary>Statement</summary>
                <pre tabindex={0}>{readStatement(one.envelope.payload).text}</pre>
              </details>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function RegistryKeysNote({ keys, publicUrl }: { keys: RegistryKey[]; publicUrl: string }) {
  return (
    <>
      {keys.map((key) => (
        <p class="quiet">
          Registry key <code class="digest">{shortText(key.fingerprint, 120)}</code>: pin it with{" "}
          <code>{cliCommand(`trust add ${publicUrl}`, publicUrl)}</code>.
        </p>
      ))}
    </>
  );
}

const MOVES = {
  yank: "Yanked",
  unyank: "No longer yanked",
  quarantine: "Quarantined",
  release: "Released from quarantine",
  purge: "Purged",
};

function decisionWords({ decision, envelope }: Attestation): string {
  const { verdict, tier } = readStatement(envelope.payload);
  if (decision === "verdict") return `Verdict${verdict ? ` ${shortText(verdict, 20)}` : ""}`;
  if (decision === "tier") return `Tier${tier ? ` ${shortText(tier, 20)}` : ""}`;
  const move: Partial<Record<string, string>> = MOVES;
  return move[decision] ?? "Published";
}
