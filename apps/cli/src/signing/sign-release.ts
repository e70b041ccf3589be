import { parseSums } from "@gaia/archive";
import type { components } from "@gaia/client";
import { CliError, EXIT } from "../failures/failures.ts";
import { ensureAnswer, openRegistry } from "../session/registry.ts";
import type { Session } from "../session/session.ts";
import { t } from "../terminal/shown-text.ts";
import type { SignSums } from "./signing-method.ts";

type Version = components["schemas"]["Version"];

/** The version as it is afterwards; `attested`: what was sent signs nothing, and says this. */
export interface SignedRelease {
  version: Version;
  attested: string | null;
}

/**
 * Signs a published release. `sums` was computed from the author's files; the registry's text is only compared with it, and a difference
 * ends here with the files that differ (exit 4).
 */
export async function signRelease(
  session: Session,
  input: { name: string; version: string; sums: string; signSums: SignSums },
): Promise<SignedRelease> {
  const { name, version, sums, signSums } = input;
  const api = await openRegistry(session);
  const path = { name, version };
  const theirs = await ensureAnswer(api.GET("/skills/{name}/{version}/sums", { params: { path }, parseAs: "text" }));
  if (theirs !== sums) throw differs(sums, theirs);
  const { text, mediaType } = await signSums(Buffer.from(sums, "utf8"));
  const signed = await ensureAnswer(
    api.POST("/skills/{name}/{version}/signatures", {
      params: { path },
      body: text,
      bodySerializer: (body) => body,
      headers: { "content-type": mediaType },
    }),
  );
  const { attestedTypeOf, kindOf } = await import("@gaia/trust");
  const attested = await attestedTypeOf(kindOf(text), text);
  if (attested !== null)
    session.terminal.warn(
      t`What was sent is an attestation (${attested}), not a signature: it is shown with the release and raises no tier.`,
    );
  return { version: signed, attested };
}

function differs(ours: string, theirs: string): CliError {
  const found = differences(ours, theirs);
  const errors = found.map((message) => ({
    code: "sums_differ",
    severity: "error",
    file: null,
    line: null,
    column: null,
    message,
    hint: null,
  }));
  // Whoever signs for an organisation and does not say so has all files right.
  const publisher =
    found.length === 1
      ? (/^publisher: .* here, ([a-z0-9-]+) at the registry$/.exec(found[0] ?? "")?.[1] ?? null)
      : null;
  return new CliError(EXIT.refused, "sums_differ", "Not signed: your files are not the ones that were published", {
    errors,
    hint: publisher === null ? "sign the directory that you published, or publish a new version" : asAnother(publisher),
  });
}

const asAnother = (publisher: string): string => `it was published as ${publisher}: add --publisher ${publisher}`;

/** In words, what the registry has otherwise than these sums. */
function differences(ours: string, theirs: string): string[] {
  const mine = parseSums(ours);
  let published: ReturnType<typeof parseSums>;
  try {
    published = parseSums(theirs);
  } catch {
    return ["the registry's SHA256SUMS cannot be read"];
  }
  const found: string[] = [];
  for (const field of ["publisher", "name", "version"] as const)
    if (mine.header?.[field] !== published.header?.[field])
      found.push(
        `${field}: ${mine.header?.[field] ?? "none"} here, ${published.header?.[field] ?? "none"} at the registry`,
      );
  const remaining = new Map(published.entries.map(({ path, sha256 }) => [path, sha256]));
  for (const { path, sha256 } of mine.entries) {
    const theirSum = remaining.get(path);
    if (theirSum === undefined) found.push(`${path}: only here`);
    else if (theirSum !== sha256) found.push(`${path}: other content`);
    remaining.delete(path);
  }
  for (const path of remaining.keys()) found.push(`${path}: only at the registry`);
  return found;
}
