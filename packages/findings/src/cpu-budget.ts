/** CPU time that a piece of work may take, counted from when this was made. */
export interface CpuBudget {
  /** Milliseconds that are left; zero or less: what is not begun is left undone, and said. */
  leftMs(): number;
}

/** What is said of a file that the budget did not reach. */
export const NO_TIME_LEFT = "there was no time left to read it";
