import { expect, test } from "vitest";
import { cookieNames, cookiesOf } from "./cookie-header.ts";

const NAMES = ["__Host-gaia.session_token", "__Host-gaia.two_factor"] as const;
const read = (header: string | null) => Object.fromEntries(cookiesOf(header, NAMES));

test("H-A1 a cookie counts whose name is byte for byte ours, and whatever else is in the header is passed over", () => {
  const both = { [NAMES[0]]: "a.b%3D", [NAMES[1]]: "c=d" };
  for (const header of [
    `${NAMES[0]}=a.b%3D; ${NAMES[1]}=c=d`,
    `${NAMES[0]}=a.b%3D;${NAMES[1]}=c=d`,
    `theme=dark; ${NAMES[0]}=a.b%3D; =x; nameless; ; ${NAMES[1]}=c=d;`,
    `\u00a0${NAMES[0]}=x; ${NAMES[0]}\u00a0=x; \u00c2\u00a0${NAMES[0]}=x; ${NAMES[0]}=a.b%3D; ${NAMES[1]}=c=d`,
    `__host-gaia.session_token=x; gaia.session_token=x; ${NAMES[0]}; ${NAMES[0]}=a.b%3D; ${NAMES[1]}=c=d`,
  ]) {
    expect(read(header), header).toEqual(both);
  }
  expect(read(null)).toEqual({});
});

test("H-A1 one of ours twice, or with blanks beside its name or value, leaves none of them", () => {
  for (const spelling of [
    `${NAMES[1]}=y; ${NAMES[1]}=y`,
    `${NAMES[0]}=other`,
    `${NAMES[0]} =other`,
    `${NAMES[0]}\t=other`,
    `  ${NAMES[0]}=other`,
    `\t${NAMES[0]}=other`,
    `${NAMES[1]}= other`,
    `${NAMES[1]}=other\t`,
  ]) {
    for (const header of [`${NAMES[0]}=a; ${spelling}`, `${spelling}; ${NAMES[0]}=a`]) {
      expect(read(header), header).toEqual({});
    }
  }
  expect(read(`${NAMES[0]} =a`)).toEqual({});
  expect(read(`${NAMES[0]}=a; x=${"y".repeat(8_192)}`)).toEqual({});
});

test("names are told as they are written", () => {
  expect(cookieNames("theme=dark; \u00a0theme=x; theme =y;  z")).toEqual(["theme", "\u00a0theme", "theme ", " z"]);
});
