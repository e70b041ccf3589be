import { VARIABLES } from "./config-table.ts";

/** docs/configuration.md, made from the table of variables: `npm run openapi` writes it, a test keeps it current. */
export function configurationPage(): string {
  const rows = Object.entries(VARIABLES).map(
    ([name, entry]) => `| \`${name}\` | ${entry.default === null ? "" : `\`${entry.default}\``} | ${entry.doc} |`,
  );
  return `# Configuration of the server

Made from \`apps/server/src/config/config-table.ts\`; edit it there. Variables are read once, at start; an empty one counts as absent. What
does not fit together is refused at start, in words. The command line has its own variables: \`docs/cli.md\`.

| variable | default | what it does |
|---|---|---|
${rows.join("\n")}
`;
}
