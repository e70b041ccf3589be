import parseSpdx from "spdx-expression-parse";

/** What people write for the licences they use most, in lower case without punctuation. */
const SPELLINGS = new Map(
  Object.entries({
    apache: "Apache-2.0",
    "apache 2": "Apache-2.0",
    "apache 2 0": "Apache-2.0",
    "apache license 2 0": "Apache-2.0",
    "apache license version 2 0": "Apache-2.0",
    "apache2 0": "Apache-2.0",
    apache2: "Apache-2.0",
    "mit license": "MIT",
    "the mit license": "MIT",
    bsd: "BSD-3-Clause",
    "bsd 2": "BSD-2-Clause",
    "bsd 3": "BSD-3-Clause",
    "bsd 2 clause": "BSD-2-Clause",
    "bsd 3 clause": "BSD-3-Clause",
    gpl: "GPL-3.0-or-later",
    gplv2: "GPL-2.0-only",
    gplv3: "GPL-3.0-only",
    "gpl 2": "GPL-2.0-only",
    "gpl 3": "GPL-3.0-only",
    "gpl 2 0": "GPL-2.0-only",
    "gpl 3 0": "GPL-3.0-only",
    agplv3: "AGPL-3.0-only",
    "agpl 3 0": "AGPL-3.0-only",
    lgplv3: "LGPL-3.0-only",
    "mpl 2": "MPL-2.0",
    mpl: "MPL-2.0",
    "mozilla public license 2 0": "MPL-2.0",
    "cc by 4 0": "CC-BY-4.0",
    cc0: "CC0-1.0",
    "cc0 1 0": "CC0-1.0",
    "public domain": "CC0-1.0",
    proprietary: "UNLICENSED",
    "all rights reserved": "UNLICENSED",
    none: "NOASSERTION",
    unknown: "NOASSERTION",
  }),
);

/** The parser is recursive; a licence needs no more than this. */
const MAX_LENGTH = 200;

/** `spdx` is null for `UNLICENSED`, which is allowed and is no SPDX expression. */
export type ReadLicense = { ok: true; spdx: string | null } | { ok: false; suggestion: string };

/** Reads an SPDX licence expression (SPDX 2.3 annex D), `LicenseRef-…`, `NOASSERTION` or `UNLICENSED`. */
export function readLicenseText(text: string): ReadLicense {
  if (text === "UNLICENSED") return { ok: true, spdx: null };
  if (text === "NOASSERTION" || isSpdx(text)) return { ok: true, spdx: text };
  return { ok: false, suggestion: suggestLicense(text) };
}

function suggestLicense(text: string): string {
  const short = text.slice(0, MAX_LENGTH).trim();
  const words = short.toLowerCase().split(/[^a-z0-9]+/);
  const known = SPELLINGS.get(words.filter((word) => word !== "").join(" "));
  if (known !== undefined) return known;
  const respelled = [short.toUpperCase(), short.replace(/\s+/g, "-")].find(isSpdx);
  return respelled ?? "an SPDX identifier such as MIT, or LicenseRef-<your-name>";
}

function isSpdx(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  try {
    parseSpdx(text);
    return true;
  } catch {
    return false;
  }
}
