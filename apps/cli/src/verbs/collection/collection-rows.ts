import { COLLECTION_VISIBILITIES } from "@gaia/policy";
import { type Command, Option } from "commander";
import { addGroup, type AddVerb } from "../command-verb.ts";
import type { PutOptions } from "./collection.ts";

/** `collection show|list|put|remove`. */
export function addCollectionVerbs(skill: Command, verb: AddVerb): void {
  const collection = addGroup(skill, {
    line: "collection",
    description: "skills that a publisher names together",
    example: "collection show acme/tools",
  });
  verb(
    collection,
    { line: "show <publisher/name>", description: "show what is in it", example: "collection show acme/tools" },
    async (session, _options, [at]) => (await import("./collection.ts")).showCollection(session, { at }),
  );
  verb(
    collection,
    { line: "list <handle>", description: "show the collections of a publisher", example: "collection list acme" },
    async (session, _options, [handle]) => (await import("./collection.ts")).listCollections(session, { handle }),
  );
  verb<PutOptions>(
    collection,
    {
      line: "put <publisher/name> [skill...]",
      description: "make a collection, or put these skills in the place of what it had",
      example: "collection put acme/tools web-search page-reader --title 'Tools for research'",
    },
    async (session, options, [at, ...skills]) =>
      (await import("./collection.ts")).putCollection(session, { at, skills, ...options }),
  )
    .option("--title <text>", "what people read above it; absent: as it is")
    .addOption(
      new Option(
        "--visibility <who>",
        "anybody sees it, or the publisher's members; absent: as it is, of a new one public",
      ).choices(COLLECTION_VISIBILITIES),
    )
    .option("--file <file>", "title, visibility and skills from this file, as `show --json` prints them");
  verb(
    collection,
    {
      line: "remove <publisher/name>",
      asks: ([at]) => `Remove the collection ${at}: its address answers nothing any more; its skills stay.`,
      description: "remove a collection; its skills stay as they are",
      example: "collection remove acme/tools",
    },
    async (session, _options, [at]) => (await import("./collection.ts")).removeCollection(session, { at }),
  );
}
