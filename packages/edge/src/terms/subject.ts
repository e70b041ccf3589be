/** What an answer may speak of: one skill, publisher or collection, or the catalog, which changes with every skill that is public. */
export type SubjectKind = "skill" | "publisher" | "collection" | "catalog";

/** One of them, by its name: `skill:web-search`, `publisher:ada`. */
export type Subject = "catalog" | `${Exclude<SubjectKind, "catalog">}:${string}`;

/** The name of the skill that a subject is; null: it is none. */
export const skillOf = (subject: Subject): string | null =>
  subject.startsWith("skill:") ? subject.slice("skill:".length) : null;

/** The part of a route's path that names the subject. */
const NAMED_BY = { skill: "name", publisher: "handle", collection: "collection" } as const;

/** The subject of a kind that a request's path names, or null where it names none. `param` gives the parts of the path. */
export function subjectOfPath(kind: SubjectKind, param: (part: string) => string | undefined): Subject | null {
  if (kind === "catalog") return kind;
  const name = param(NAMED_BY[kind]);
  return name === undefined ? null : `${kind}:${name}`;
}
