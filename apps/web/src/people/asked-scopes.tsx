import { SCOPE_MEANINGS, SCOPES } from "@gaia/policy";

/** What a token may do that a program asks for, and how long. */
export const AskedScopes = ({ scopes }: { scopes: readonly string[] }) => (
  <>
    <p>In your name, for 90 days, it may:</p>
    <ul>
      {scopes.map((scope) => (
        <li>
          <code>{scope}</code>: {meaningOf(scope)}
        </li>
      ))}
    </ul>
  </>
);

function meaningOf(asked: string): string {
  const scope = SCOPES.find((one) => one === asked);
  return scope === undefined ? asked : SCOPE_MEANINGS[scope];
}
