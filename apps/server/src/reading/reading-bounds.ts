/** The CPU time that reading one package may take, its parsing included. No real one comes near it. */
export const READING_CPU_MS = 1_500;
