import { type ReservedName, refusalOfHandle } from "@gaia/policy";
import { IdentityError } from "./errors.ts";

/** Handles that an address or a statement of the registry uses itself. */
const RESERVED_HANDLES = new Set(["registry", "system", "search", "new", "api", "assets", "me"]);

/** Those by which somebody looks like who runs the registry (of RFC 2142, the ones that people write to); an admin gives them out. */
const OPERATORS_HANDLES = new Set(["support", "security", "www", "help", "abuse", "postmaster", "webmaster", "root"]);

/** As `acme-` beside `acme`, and `a--b` beside `a-b`. */
const LOOKS_LIKE_ANOTHER = /^-|--|-$/;

/** Who asks for a handle. */
interface Asker {
  /** An admin gives out what is reserved. */
  byAdmin: boolean;
  reserved: readonly ReservedName[];
  /** Of the organisations that a provider's groups give roles in (`mappedHandles`). */
  mapped: readonly string[];
  /** Handles of the publishers that they manage. */
  own?: readonly string[];
}

/**
 * Refuses a handle that nobody may take, or that only an admin may give out (`RESERVED_NAMES`): whoever has it publishes under reserved
 * names, or looks like who does; and whoever has a mapped one is given the company's people. Accounts and publishers share their handles.
 * @throws IdentityError `handle_reserved`
 */
export function ensureHandleIsFree(handle: string, { byAdmin, reserved, mapped, own = [] }: Asker): void {
  if (RESERVED_HANDLES.has(handle)) {
    throw new IdentityError("handle_reserved", `The handle ${handle} is used by the registry itself.`);
  }
  if (LOOKS_LIKE_ANOTHER.test(handle)) {
    throw new IdentityError(
      "handle_reserved",
      `The handle ${handle} looks like another one: a handle neither begins nor ends with a hyphen, and has no two in a row.`,
    );
  }
  if (!byAdmin && OPERATORS_HANDLES.has(handle)) {
    throw new IdentityError("handle_reserved", `The handle ${handle} is for who runs this registry.`);
  }
  if (!byAdmin && mapped.includes(handle)) {
    throw new IdentityError(
      "handle_reserved",
      `The handle ${handle} is reserved (groups give roles in it): an admin of the registry gives it out.`,
    );
  }
  const reason = byAdmin ? null : refusalOfHandle(reserved, { handle, own });
  if (reason !== null) throw new IdentityError("handle_reserved", reason);
}
