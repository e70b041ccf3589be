import { ResolverError } from "./resolver-error.ts";

/**
 * Names in install order: each after everything it needs, otherwise by name. `needs` names only what is among its keys.
 * @throws ResolverError `circular`, which names the circle
 */
export function inOrder(needs: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  for (const start of [...needs.keys()].sort()) {
    // By hand, because a chain may be longer than the stack is deep.
    const path: { name: string; left: string[] }[] = [];
    const entered = new Set<string>();
    const enter = (name: string) => {
      entered.add(name);
      path.push({ name, left: [...(needs.get(name) ?? [])].sort() });
    };
    if (!done.has(start)) enter(start);
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const next = last.left.shift();
      if (next === undefined) {
        done.add(last.name);
        entered.delete(last.name);
        path.pop();
      } else if (entered.has(next)) {
        const circle = [...path.slice(path.findIndex(({ name }) => name === next)).map(({ name }) => name), next];
        throw new ResolverError("circular", `Skills need each other in a circle: ${circle.join(" needs ")}.`);
      } else if (!done.has(next)) enter(next);
    }
  }
  return [...done];
}
