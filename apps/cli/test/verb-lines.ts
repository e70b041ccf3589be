import { generateKeyPairSync } from "node:crypto";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { SAMPLE_ID } from "./answering-registry.ts";
import { skillFiles } from "./fake-release.ts";
import { everyVerb } from "./verb-walk.ts";

/** A directory with what an author has: skills, keys, records. */
export interface AuthorPlace {
  place(...path: string[]): string;
  registry: string;
}

export async function authorPlace(dir: string, registry: string): Promise<AuthorPlace> {
  const place = (...path: string[]) => join(dir, ...path);
  for (const name of ["my-skill", "old-skill"])
    for (const { path, bytes } of skillFiles({ name, version: "1.0.0" })) {
      await mkdir(dirname(place(name, path)), { recursive: true });
      await writeFile(place(name, path), bytes);
    }
  await cp(place("old-skill"), place("many/old-skill"), { recursive: true });
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  await writeFile(place("key.pem"), publicKey.export({ type: "spki", format: "pem" }));
  await writeFile(place("registry.pem"), registrySigner(generateSigningKey()).publicKey.public_key);
  await writeFile(place("osv.json"), "[]");
  return { place, registry };
}

/** A verb, and a whole command line of it. */
type Line = [words: string, args: string[]];

/** In the order in which they are run: what is installed is used by the next. Their registry serves `web-search`. */
export function linesWithASkill({ place }: AuthorPlace): Line[] {
  return [
    ["resolve", ["resolve", "web-search", "--allow-experimental"]],
    ["install", ["install", "web-search", "--allow-experimental", "--dry-run"]],
    ["install", ["install", "web-search", "--allow-experimental"]],
    ["list", ["list"]],
    ["list", ["list", "--local"]],
    ["update", ["update", "--all", "--allow-experimental"]],
    ["outdated", ["outdated"]],
    ["tree", ["tree"]],
    ["why", ["why", "web-search"]],
    ["verify", ["verify", "web-search", "--offline"]],
    ["audit", ["audit", "--offline"]],
    ["sync", ["sync", "--home", "--check"]],
    ["disable", ["disable", "web-search"]],
    ["enable", ["enable", "web-search"]],
    ["run", ["run", place("my-skill")]],
    ["cache list", ["cache", "list"]],
    ["cache verify", ["cache", "verify"]],
    ["cache clean", ["cache", "clean"]],
    ["remove", ["remove", "web-search"]],
  ];
}

/** At least one line of every other verb: its example of help, or what fits better into the directory. */
export function linesOfRest(author: AuthorPlace): Line[] {
  const told = [...linesWithASkill(author), ...ownLines(author)];
  const rest = everyVerb().filter(({ words }) => !told.some(([own]) => own === words));
  return [...ownLines(author), ...rest.map(({ words, example }): Line => [words, example])];
}

/** Where the example does not fit, or does not show all that there is. */
function ownLines({ place, registry }: AuthorPlace): Line[] {
  return [
    ["info", ["info", "web-search"]],
    ["info", ["info", "web-search@1.0.0"]],
    ["sbom", ["sbom", "web-search@1.0.0", "-o", place("bom.json")]],
    ["trust add", ["trust", "add", registry, "--key", place("registry.pem")]],
    ["trust list", ["trust", "list"]],
    ["trust remove", ["trust", "remove", registry]],
    ["init", ["init", place("new-skill")]],
    ["validate", ["validate", place("my-skill")]],
    ["validate", ["validate", place("my-skill"), place("old-skill")]],
    ["lint", ["lint", place("my-skill")]],
    ["scan", ["scan", place("my-skill")]],
    ["format", ["format", place("my-skill"), "--check"]],
    ["migrate", ["migrate", place("old-skill"), "--output", place("out")]],
    ["migrate", ["migrate", place("many"), "--batch", "--output", place("batch")]],
    ["convert", ["convert", place("my-skill"), "--to", "agent-skills", "--output", place("converted")]],
    ["pack", ["pack", place("my-skill"), "-o", place("my-skill.zip")]],
    ["digest", ["digest", place("my-skill")]],
    ["publish", ["publish", place("my-skill")]],
    ["publish", ["publish", place("my-skill"), "--dry-run"]],
    ["stage", ["stage", place("my-skill")]],
    ["approve", ["approve", "my-skill", "1.0.0", "--yes"]],
    ["reject", ["reject", "my-skill", "1.0.0", "--yes"]],
    ["trusted-publisher remove", ["trusted-publisher", "remove", "my-skill", SAMPLE_ID]],
    ["confirm-signer", ["confirm-signer"]],
    ["confirm-signer", ["confirm-signer", "my-skill@1.1.0", "--signer", "openpgp:AB12"]],
    ["purge", ["purge", "my-skill@1.0.0", "--reason", "a key", "--yes"]],
    ["notices", ["notices"]],
    ["notices", ["notices", "--read", "1"]],
    ["notices", ["notices", "--mail"]],
    ["notices", ["notices", "--mail", "held=off"]],
    ["login", ["login", "--token", "gsk_of-the-test"]],
    ["logout", ["logout"]],
    ["keys add", ["keys", "add", place("key.pem")]],
    ["keys revoke", ["keys", "revoke", SAMPLE_ID]],
    ["org accept", ["org", "accept", SAMPLE_ID]],
    ["org decline", ["org", "decline", SAMPLE_ID]],
    ["org remove", ["org", "remove", "acme", "ada", "--yes"]],
    ["org leave", ["org", "leave", "acme", "--yes"]],
    ["org withdraw", ["org", "withdraw", "acme", SAMPLE_ID]],
    ["transfer offer", ["transfer", "offer", "web-search", "--to", "acme", "--yes"]],
    ["transfer accept", ["transfer", "accept", SAMPLE_ID]],
    ["transfer decline", ["transfer", "decline", SAMPLE_ID]],
    ["transfer withdraw", ["transfer", "withdraw", SAMPLE_ID]],
    ["webhook remove", ["webhook", "remove", SAMPLE_ID]],
    ["webhook test", ["webhook", "test", SAMPLE_ID]],
    ["webhook deliveries", ["webhook", "deliveries", SAMPLE_ID]],
    ["webhook redeliver", ["webhook", "redeliver", SAMPLE_ID, SAMPLE_ID]],
    ["webhook rotate", ["webhook", "rotate", SAMPLE_ID]],
    ["webhook enable", ["webhook", "enable", SAMPLE_ID]],
    ["token revoke", ["token", "revoke", SAMPLE_ID]],
    ["admin advisories import", ["admin", "advisories", "import", place("osv.json")]],
    ["admin clear", ["admin", "clear", "web-search@1.0.0", "--reason", "a test's", "--yes"]],
    ["admin approve", ["admin", "approve", SAMPLE_ID, "--reason", "read", "--yes"]],
    ["admin reject", ["admin", "reject", SAMPLE_ID, "--reason", "no", "--yes"]],
    ["admin mirrors show", ["admin", "mirrors", "show", SAMPLE_ID]],
    ["admin mirrors run", ["admin", "mirrors", "run", SAMPLE_ID, "--yes"]],
    ["admin mirrors stop", ["admin", "mirrors", "stop", SAMPLE_ID, "--yes"]],
    ["admin rescans resume", ["admin", "rescans", "resume", SAMPLE_ID, "--reason", "as expected"]],
    ["admin rescans cancel", ["admin", "rescans", "cancel", SAMPLE_ID, "--reason", "too many"]],
    ["review", ["review", "web-search"]],
    ["review", ["review", "web-search", "--rating", "5"]],
    ["report", ["report"]],
    ["report", ["report", "web-search", "--kind", "spam", "--text", "only links"]],
    ["appeal", ["appeal", SAMPLE_ID, "--text", "no"]],
    ["admin reports show", ["admin", "reports", "show", SAMPLE_ID]],
    ["admin reports uphold", ["admin", "reports", "uphold", SAMPLE_ID, "--effect", "demotion", "--reason", "so"]],
    ["admin reports dismiss", ["admin", "reports", "dismiss", SAMPLE_ID, "--reason", "no"]],
    ["admin appeals grant", ["admin", "appeals", "grant", SAMPLE_ID, "--reason", "so"]],
    ["admin appeals reject", ["admin", "appeals", "reject", SAMPLE_ID, "--reason", "no"]],
    ["admin purge", ["admin", "purge", "web-search@1.0.0", "--reason", "ordered", "--yes"]],
  ];
}
