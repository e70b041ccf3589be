import type { CanonicalSkill } from "../model/canonical.ts";
import type { PackageView } from "../formats/format.ts";
import { quoted } from "../model/report.ts";
import type { Report } from "../model/report.ts";

const HEAD_BYTES = 4096;

/** SK3032: a LICENSE file at the root that is the text of another license than the manifest names. */
export function checkLicenseFile({ license }: CanonicalSkill, pkg: PackageView, report: Report): void {
  if (license?.spdx == null || /LicenseRef-|NOASSERTION/i.test(license.spdx)) return;
  const file = pkg.files.find(({ path }) => /^(?:licen[cs]e|copying|unlicense)(?:[.-](?:md|txt|rst))?$/i.test(path));
  if (file === undefined) return;
  const found = licenseOfText(new TextDecoder().decode(file.bytes.subarray(0, HEAD_BYTES)));
  if (found === null) return;
  const named = license.spdx.split(/[\s()]+/).map((id) => family(id));
  if (named.includes(family(found))) return;
  const message = `The manifest says ${quoted(license.value)}, ${file.path} is the text of ${found}.`;
  report.note("SK3032", license.origin, message);
}

/** Without what the text of a license cannot tell: `-only`, `-or-later`, `+`. */
function family(id: string): string {
  return id.replace(/(?:-only|-or-later|\+)$/i, "").toLowerCase();
}

/** The licenses that nearly all skills have, by words that stand in no other. */
const TEXTS: [license: string, ...words: string[]][] = [
  ["Apache-2.0", "apache license", "version 2.0"],
  ["AGPL-3.0", "gnu affero general public license", "version 3"],
  ["LGPL-3.0", "gnu lesser general public license", "version 3"],
  ["LGPL-2.1", "gnu lesser general public license", "version 2.1"],
  ["GPL-3.0", "gnu general public license", "version 3"],
  ["GPL-2.0", "gnu general public license", "version 2"],
  ["MPL-2.0", "mozilla public license", "2.0"],
  ["Unlicense", "this is free and unencumbered software released into the public domain"],
  ["CC0-1.0", "cc0 1.0 universal"],
  ["CC-BY-SA-4.0", "attribution-sharealike 4.0 international"],
  ["CC-BY-NC-4.0", "attribution-noncommercial 4.0 international"],
  ["CC-BY-4.0", "attribution 4.0 international"],
  ["BSD-3-Clause", "redistribution and use in source and binary forms", "neither the name"],
  ["BSD-2-Clause", "redistribution and use in source and binary forms"],
  ["ISC", "permission to use, copy, modify, and/or distribute this software for any purpose"],
  ["MIT", "permission is hereby granted, free of charge, to any person obtaining a copy", "the above copyright notice"],
];

function licenseOfText(text: string): string | null {
  const plain = text.toLowerCase().replace(/\s+/g, " ");
  return TEXTS.find(([, ...words]) => words.every((word) => plain.includes(word)))?.[0] ?? null;
}
