/**
 * The tool that somebody names: letter by letter, else the only one whose name differs by `-` for `_`. A MiaOS tool is called as its `id`,
 * which has hyphens, and programs that make functions of tools write underscores.
 * @returns undefined where none is meant, or more than one is
 */
export function findTool<Tool extends { name: string }>(tools: readonly Tool[], asked: string): Tool | undefined {
  const exact = tools.find(({ name }) => name === asked);
  if (exact !== undefined) return exact;
  const [like, ...others] = tools.filter(({ name }) => folded(name) === folded(asked));
  return others.length === 0 ? like : undefined;
}

const folded = (name: string): string => name.replaceAll("-", "_");
