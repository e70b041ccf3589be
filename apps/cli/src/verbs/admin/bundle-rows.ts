import { VISIBILITIES } from "@gaia/policy";
import { type Command, Option } from "commander";
import type { AddVerb } from "../command-verb.ts";
import type { ExportBundleInput } from "./export-bundle.ts";
import type { ImportBundleInput } from "./import-bundle.ts";

/** Skills that go where no network is, and come from there: `admin export-bundle|import-bundle`. */
export function addBundleVerbs(admin: Command, verb: AddVerb): void {
  verb<Omit<ExportBundleInput, "specs">>(
    admin,
    {
      line: "export-bundle [name[@version]...]",
      description: "write skills with all that vouches for them into one file that the registry signs",
      example: "admin export-bundle web-search --output skills.tar",
    },
    async (session, options, specs) =>
      (await import("./export-bundle.ts")).exportBundle(session, { specs, ...options }),
  )
    .requiredOption("-o, --output <file>", "the file")
    .option("--collection <publisher/name>", "the skills of this collection")
    .option("--all", "the newest version of each public skill");
  verb<Omit<ImportBundleInput, "file">>(
    admin,
    {
      line: "import-bundle <file>",
      description:
        "publish here what another registry exported; its tiers raise nothing, and all of it is scanned anew",
      example: "admin import-bundle skills.tar --key registry.pem",
    },
    async (session, options, [file]) =>
      (await import("./import-bundle.ts")).importBundle(session, { file, ...options }),
  )
    .option("--key <file>", "the other registry's public key, as PEM, where it is not pinned")
    .option("--max-age <age>", "refuse a bundle that is older than this, as 14d")
    .option("--publisher <handle>", "the publisher here, when I have several")
    .addOption(new Option("--visibility <visibility>", "of skills that are new").choices(VISIBILITIES));
}
