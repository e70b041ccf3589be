import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { readUpload, seeOther } from "../form.ts";
import { inPerson, needsSecondFactor, outcome, refusalOf, type Refused } from "../in-person.ts";
import { askToSignIn } from "../deeds/second-step.tsx";
import { show } from "../showing/show.ts";
import { skillAddress } from "../skill-address.ts";
import { valuesOf } from "../typed.ts";
import { checkedPage, publishPage, type Sent, uploadFields } from "./publish-pages.tsx";

type Shapes = components["schemas"];

/** So much of a package is carried along in the page of its dry run; a larger one is chosen again. */
const CARRIED_BYTES = 2 * 1024 * 1024;

/** `/publish`: a package is chosen. */
export const showPublish = (asked: Asked): Promise<Response> => publishPage(asked, { values: {}, error: null });

/** Takes a package: a dry run first, whose page has the form that publishes it. */
export async function takePublish(asked: Asked): Promise<Response> {
  // Before a byte of the body is read.
  const me = await outcome(inPerson(asked).api.GET("/whoami"));
  if (!me.isOk) return askToSignIn(asked, new URLSearchParams());
  const upload = await readUpload(asked);
  if (upload instanceof Response) return upload;
  const values = valuesOf(upload.fields, uploadFields);
  const bytes = (await upload.file("package")) ?? carriedIn(upload.fields.get("carried"));
  if (bytes === null)
    return publishPage(asked, { values, error: "Choose a package: a .zip or a .tar.gz.", status: 400 });
  const sent: Sent = {
    values,
    bytes,
    carried: bytes.byteLength <= CARRIED_BYTES ? Buffer.from(bytes).toString("base64") : null,
  };
  return upload.fields.get("do") === "publish" ? publish(asked, sent) : check(asked, sent);
}

function carriedIn(text: string | null): Uint8Array<ArrayBuffer> | null {
  if (text === null || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  return new Uint8Array(Buffer.from(text, "base64"));
}

/** The body and media type of a package, by its first bytes (RFC 1952 §2.3.1). */
const packageBody = (bytes: Uint8Array) => {
  const type = bytes[0] === 0x1f && bytes[1] === 0x8b ? "application/gzip" : "application/zip";
  return { headers: { "content-type": type }, bodySerializer: () => bytes };
};

// The body is bytes, whatever the description of the route calls it.
const AS_SENT = { body: "" as never };

async function check(asked: Asked, sent: Sent): Promise<Response> {
  const { version = "" } = sent.values;
  const query = { ...(version !== "" && { version }) };
  const { api } = inPerson(asked);
  const told = await outcome<Shapes["Validation"]>(
    api.POST("/validate", { params: { query }, ...AS_SENT, ...packageBody(sent.bytes) }),
  );
  if (!told.isOk) return refused(asked, sent, told);
  return show(asked, null, async (visit) => checkedPage(visit, sent, told.data));
}

async function publish(asked: Asked, sent: Sent): Promise<Response> {
  const { version = "", publisher = "", visibility = "", how = "" } = sent.values;
  const query = {
    ...(version !== "" && { version }),
    ...(publisher !== "" && { publisher }),
    ...(isVisibility(visibility) && { visibility }),
  };
  const { api } = inPerson(asked);
  const input = { params: { query }, ...AS_SENT, ...packageBody(sent.bytes) };
  const told = await outcome<Shapes["Version"]>(
    how === "stage" ? api.POST("/staged-versions", input) : api.POST("/skills", input),
  );
  if (!told.isOk) return refused(asked, sent, told);
  return seeOther(asked, skillAddress(told.data.name, told.data.version), {});
}

const isVisibility = (word: string): word is Shapes["Visibility"] =>
  ["public", "organisation", "private"].includes(word);

/** Why the registry did not take it, with what was typed; the diagnostics are those of its own. */
function refused(asked: Asked, { values }: Sent, told: Refused): Promise<Response> {
  const error = needsSecondFactor(told)
    ? "This asks for your second factor: confirm it at /confirm, then choose the package again."
    : refusalOf(told);
  return publishPage(asked, { values, error, status: told.status, diagnostics: told.problem?.errors ?? [] });
}
