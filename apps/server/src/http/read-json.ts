import { RegistryError } from "@gaia/registry";
import { readBounded } from "./upload.ts";

/**
 * A JSON body of any shape, never more than `limitBytes` of it, whatever `Content-Length` says.
 * @throws RegistryError `invalid_request`, `package_too_large`
 */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  const tooLarge = () => new RegistryError("package_too_large", `The body is larger than ${limitBytes / 1024} KiB.`);
  if (Number(request.headers.get("content-length") ?? "0") > limitBytes) throw tooLarge();
  const bytes = request.body ? await readBounded(request.body, limitBytes, tooLarge) : new Uint8Array();
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new RegistryError("invalid_request", "The body is not JSON in UTF-8.");
  }
}
