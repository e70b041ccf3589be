/** One version of one package, with what its index told of it. */
export interface Pin {
  name: string;
  version: string;
  /** The skill itself asks for it, rather than another package. */
  isAsked: boolean;
  /** The packages that it needs in turn, as `name@version`; null: not known. */
  needs: string[] | null;
  /** It needs more than `needs` has: on another machine, or what could not be read. */
  needsMore: boolean;
  license: string | null;
  supplier: string | null;
  /** Of the wheel: `sha256:<hex>`. */
  hashes: string[];
}

/** A version that the skill asks for, and of which no index was asked. */
export const barePin = (name: string, version: string): Pin => ({
  name,
  version,
  isAsked: true,
  needs: null,
  needsMore: true,
  license: null,
  supplier: null,
  hashes: [],
});

/** The same version, resolved twice: whatever either knows. */
export function joinPins(a: Pin, b: Pin): Pin {
  const needs = a.needs === null && b.needs === null ? null : [...new Set([...(a.needs ?? []), ...(b.needs ?? [])])];
  return {
    ...a,
    isAsked: a.isAsked || b.isAsked,
    needs: needs?.toSorted() ?? null,
    needsMore: a.needsMore || b.needsMore,
    license: a.license ?? b.license,
    supplier: a.supplier ?? b.supplier,
    hashes: a.hashes.length > 0 ? a.hashes : b.hashes,
  };
}
