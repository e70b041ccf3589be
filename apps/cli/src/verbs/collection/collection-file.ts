import { COLLECTION_VISIBILITIES, type CollectionVisibility } from "@gaia/policy";
import { readOneFile } from "../../authoring/skill-directory.ts";
import { refused } from "../../failures/failures.ts";

/** What a file says of a collection. */
interface SaidCollection {
  title?: string | undefined;
  visibility?: CollectionVisibility | undefined;
  skills?: string[] | undefined;
}

/** A collection as `collection show --json` prints it; other keys are passed over. Throws exit 4 for anything else. */
export async function readCollectionFile(file: string): Promise<SaidCollection> {
  const said = parsed(file, Buffer.from(await readOneFile(file)).toString("utf8"));
  const { title, visibility, skills } = said;
  if (title !== undefined && typeof title !== "string") throw notOne(file, "`title` is a text");
  const known = COLLECTION_VISIBILITIES.find((one) => one === visibility);
  if (visibility !== undefined && known === undefined)
    throw notOne(file, `\`visibility\` is one of ${COLLECTION_VISIBILITIES.join(", ")}`);
  if (skills !== undefined && !isTexts(skills)) throw notOne(file, "`skills` is a list of names");
  return { title, visibility: known, skills };
}

function parsed(file: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    // Any object has its keys as texts.
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Then it is none.
  }
  throw notOne(file, 'it is one JSON object: {"title": "…", "skills": ["…"]}');
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

const notOne = (file: string, what: string) => refused("invalid_collection", `${file} is no collection: ${what}`);
