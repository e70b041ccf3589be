import { InvalidArgumentError } from "commander";

/** A whole number between 1 and 100, for `--limit`. Throws what commander says of a value that is none. */
export function pageSize(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 100) return value;
  throw new InvalidArgumentError("It is a number from 1 to 100.");
}

/** A whole number between 1 and 5. Throws what commander says of a value that is none. */
export function ratingValue(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 5) return value;
  throw new InvalidArgumentError("It is a number from 1 to 5.");
}

/** Throws what commander says of a value that is none. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError("It is a number above 0.");
  return value;
}

/** A port of this machine; 0: a free one. Throws what commander says of a value that is none. */
export function portNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
  throw new InvalidArgumentError("It is a port, a number up to 65535.");
}
