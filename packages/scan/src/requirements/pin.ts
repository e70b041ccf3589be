/** One version of one package. */
export interface Pin {
  name: string;
  version: string;
}
