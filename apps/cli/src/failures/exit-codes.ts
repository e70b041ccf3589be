/** Exit codes, docs/cli.md. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  verification: 5,
  unreachable: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
