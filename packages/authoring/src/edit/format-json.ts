import { inKeyOrder } from "./key-order.ts";
import { type JsonPlace, readJsonPlaces } from "./json-source.ts";

/**
 * A JSON text with an indent of two spaces and the members of one object in order: `sorted` is the root, or the member of the
 * root with that name. Strings, numbers and repeated keys stay as they were written. Null for what is not JSON.
 */
export function formatJson(text: string, order: readonly string[], sorted: "root" | string): string | null {
  const root = readJsonPlaces(text);
  if (root?.kind !== "object") return null;
  const inOrder = sorted === "root" ? ordered(root, order) : withMember(root, sorted, order);
  return `${render(inOrder, text, 0)}\n`;
}

function withMember(root: JsonPlace, name: string, order: readonly string[]): JsonPlace {
  if (root.kind !== "object") return root;
  const members = root.members.map((one) => (one.name === name ? { ...one, value: ordered(one.value, order) } : one));
  return { ...root, members };
}

function ordered(place: JsonPlace, order: readonly string[]): JsonPlace {
  return place.kind === "object" ? { ...place, members: inKeyOrder(place.members, ({ name }) => name, order) } : place;
}

function render(place: JsonPlace, text: string, depth: number): string {
  if (place.kind === "scalar") return text.slice(place.start, place.end);
  const open = place.kind === "object" ? "{" : "[";
  const close = place.kind === "object" ? "}" : "]";
  const parts =
    place.kind === "object"
      ? place.members.map(
          ({ keyStart, keyEnd, value }) => `${text.slice(keyStart, keyEnd)}: ${render(value, text, depth + 1)}`,
        )
      : place.items.map((item) => render(item, text, depth + 1));
  if (parts.length === 0) return open + close;
  const indent = "  ".repeat(depth + 1);
  return `${open}\n${parts.map((part) => indent + part).join(",\n")}\n${"  ".repeat(depth)}${close}`;
}
