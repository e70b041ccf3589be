/** Two clocks may differ by so much. */
export const CLOCK_SKEW_MS: number = 5 * 60 * 1000;
