/** What a text names, as far as its words tell. `stays`: a place that something reads when it starts. */
export type SeenKind = "starts" | "fetches" | "evaluates" | "opens" | "stays" | "destroys" | "watches";

export interface Seen {
  kind: SeenKind;
  /** The words that say it, or the path. */
  what: string;
  /** 1-based, of the text. */
  line: number;
  /** Of what is fetched, where it is written down. */
  address: string | null;
}
