import type { Incompatibility } from "./incompatibility.ts";
import { both, implies, type Term } from "./term.ts";
import { count } from "./version-set.ts";

/** Something that is taken to be true: a decision for one version, or what follows from an incompatibility. */
export interface Assignment {
  term: Term;
  /** How many decisions were made when it was added, its own included. */
  level: number;
  /** Its place among all assignments. */
  index: number;
  /** Null for a decision. */
  cause: Incompatibility | null;
}

/** What is decided and derived so far, in its order (PubGrub's partial solution). */
export class PartialSolution {
  readonly #all: Assignment[] = [];
  /** By skill: its assignments in order, each with everything that holds of the skill by then. */
  readonly #of = new Map<string, { assignment: Assignment; sum: Term }[]>();
  #level = 0;
  readonly #open = new Set<string>();
  /** Those of them that have no choice left. */
  readonly #forced = new Set<string>();
  /** The skill's version place, for each that is decided. */
  readonly decisions = new Map<string, number>();

  /** Everything that holds of a skill; undefined: nothing is known. */
  sumOf(name: string): Term | undefined {
    return this.#of.get(name)?.at(-1)?.sum;
  }

  /** A skill that has to be installed and has no version yet: one without a choice, else the one that was needed first; null: none. */
  nextOpen(): Term | null {
    for (const names of [this.#forced, this.#open]) for (const name of names) return this.sumOf(name) ?? null;
    return null;
  }

  decide(name: string, at: number, term: Term): void {
    this.#level += 1;
    this.decisions.set(name, at);
    this.#add(term, null);
  }

  derive(term: Term, cause: Incompatibility): void {
    this.#add(term, cause);
  }

  /** The first assignment with which a term holds. */
  satisfierOf(term: Term): Assignment {
    const found = this.#of.get(term.name)?.find(({ sum }) => implies(sum, term));
    if (found === undefined) throw new Error(`nothing satisfies a term about ${term.name}`);
    return found.assignment;
  }

  backtrack(level: number): void {
    for (let last = this.#all.at(-1); last !== undefined && last.level > level; last = this.#all.at(-1)) {
      this.#all.pop();
      const { name } = last.term;
      const rows = this.#of.get(name);
      rows?.pop();
      if (rows?.length === 0) this.#of.delete(name);
      if (last.cause === null) this.decisions.delete(name);
      this.#noteOpen(name);
    }
    this.#level = level;
  }

  #add(term: Term, cause: Incompatibility | null): void {
    const assignment = { term, level: this.#level, index: this.#all.length, cause };
    this.#all.push(assignment);
    const rows = this.#of.get(term.name);
    const before = rows?.at(-1)?.sum;
    const row = { assignment, sum: before === undefined ? term : both(before, term) };
    if (rows === undefined) this.#of.set(term.name, [row]);
    else rows.push(row);
    this.#noteOpen(term.name);
  }

  #noteOpen(name: string): void {
    const sum = this.sumOf(name);
    const isOpen = sum?.isPositive === true && !this.decisions.has(name);
    if (isOpen) this.#open.add(name);
    else this.#open.delete(name);
    if (isOpen && count(sum.set) <= 1) this.#forced.add(name);
    else this.#forced.delete(name);
  }
}
