import { type Asked, readForm, readPackageBody, Refusal } from "@gaia/edge";
import { HubError } from "./errors.ts";

/** What the parts beside the bundle may weigh together: the text of SKILL.md, a changelog, a report. */
const OTHER_PARTS = 2 * 1024 * 1024;
/** Of its four parts and its end; a boundary may stand in a text by chance. */
const MOST_PARTS = 64;
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;

/** What a publish sends. */
export interface HubUpload {
  /** The text of SKILL.md, with LF line ends. */
  skill: string;
  bundle: Uint8Array;
  /** What the client's own scan said, as it was sent; null: nothing. */
  audit: Record<string, unknown> | null;
}

/**
 * Reads the form of a publish, counting as it streams.
 * @throws Refusal `package_too_large`, `unsupported_media_type`, `invalid_request`; HubError for a part that is not what it should be
 */
export async function readHubUpload(c: Asked, limitBytes: number): Promise<HubUpload> {
  const type = c.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type))
    throw new Refusal("unsupported_media_type", "Send the skill as multipart/form-data.");
  const body = await readPackageBody(c.req.raw, limitBytes + OTHER_PARTS);
  const form = await readForm(body, type, MOST_PARTS);
  const artifact = form.get("artifact");
  if (!(artifact instanceof File))
    throw new Refusal("invalid_request", "The form lacks the file `artifact`, the bundle.");
  const skill = textOf(form, "skill");
  if (skill === null) throw new Refusal("invalid_request", "The form lacks the part `skill`, the text of SKILL.md.");
  textOf(form, "changelog");
  if (!FILE_NAME.test(artifact.name))
    throw new HubError(400, "invalid_artifact", "The bundle's file name is no plain name.");
  if (artifact.size > limitBytes)
    throw new Refusal("package_too_large", `The bundle is larger than ${Math.floor(limitBytes / 1024 / 1024)} MiB.`);
  return { skill, bundle: new Uint8Array(await artifact.arrayBuffer()), audit: reportIn(textOf(form, "audit")) };
}

/** A part of text; null where it is absent. @throws Refusal for one that is there and blank */
function textOf(form: FormData, name: string): string | null {
  const part = form.get(name);
  if (part === null) return null;
  if (typeof part !== "string" || part.trim() === "")
    throw new Refusal("invalid_request", `The part \`${name}\` is blank, or no text.`);
  return part;
}

function reportIn(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const report: unknown = JSON.parse(text);
    if (typeof report === "object" && report !== null && !Array.isArray(report))
      return report as Record<string, unknown>; // members stay unknown
  } catch {
    // Told below.
  }
  throw new HubError(400, "invalid_audit_report", "The part `audit` is no JSON object.");
}
