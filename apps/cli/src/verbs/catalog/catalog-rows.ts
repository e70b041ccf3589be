import { type Command, Option } from "commander";
import { type AddVerb, TIERS_TAKEN } from "../command-verb.ts";
import { pageSize } from "../option-values.ts";
import type { SearchFilters } from "./search.ts";

/** `search`, `info`, `sbom`. */
export function addCatalogVerbs(skill: Command, verb: AddVerb): void {
  verb<SearchFilters>(
    skill,
    { line: "search [query]", description: "find skills", example: 'search "web search" --tier verified' },
    async (session, options, [query]) =>
      (await import("./search.ts")).search(session, { query: query ?? "", filters: options }),
  )
    .addOption(TIERS_TAKEN())
    .option("--format <format>", "only skills written in this format")
    .option("--tag <tag>", "only skills with this tag")
    .option("--permission <domain:level>", "only skills with this permission")
    .option("--publisher <handle>", "only this publisher's skills")
    .addOption(
      new Option("--sort <order>", "in which order").choices([
        "relevance",
        "updated",
        "created",
        "downloads",
        "rising",
        "name",
        "context",
      ]),
    )
    .option("--held", "also skills of which everything is held for review")
    .option("--limit <n>", "how many, at most 100", pageSize);
  verb(
    skill,
    { line: "info <name[@version]>", description: "show a skill, or one version", example: "info web-search@1.0.0" },
    async (session, _options, [spec]) => (await import("./info.ts")).info(session, { spec }),
  );
  verb<{ output?: string }>(
    skill,
    {
      line: "sbom <name@version>",
      description: "save a version's software bill of materials",
      example: "sbom web-search@1.0.0 -o bom.json",
    },
    async (session, options, [spec]) => (await import("./sbom.ts")).sbom(session, { spec, ...options }),
  ).option("-o, --output <file>", "where to write it");
}
