import { hasHidden } from "@gaia/text";

/** What a requirement line asks for, decided without pip: only `package` ever reaches it. */
export type JudgedRequirement =
  | { kind: "package"; name: string; text: string; marker: string | null; exactVersion: string | null }
  | { kind: "include"; path: string }
  | { kind: "empty" }
  | {
      kind: "refused";
      rule: "remote-source" | "local-path" | "other-index" | "build-option" | "environment-variable" | "unreadable";
      why: string;
    };

const MAX_CHARACTERS = 2_000;
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?(?![A-Za-z0-9._-])/;
const EXTRAS = /^\[\s*(?:[A-Za-z0-9._-]+(?:\s*,\s*[A-Za-z0-9._-]+)*)?\s*\]/;
const SPECIFIER = /^(?:===|==|~=|!=|<=|>=|<|>)\s*[A-Za-z0-9][A-Za-z0-9.*+!_-]*$/;
/** One token of a marker (PEP 508); sticky, so that a marker is read once from left to right. */
const MARKER_TOKEN = /\s+|[()]|===|[=!~<>]=|[<>]|"[^"\\]*"|'[^'\\]*'|[a-z][a-z_.]*/y;

/**
 * Judges one line of pip's requirement format (continuations already joined). A line names a package
 * with extras, version specifiers and a marker (PEP 508), or it is refused with the reason: nothing but the configured
 * index decides what a name means. Pure; linear in the line, which may have 2,000 characters.
 */
export function judgeRequirement(line: string): JudgedRequirement {
  const text = line.replace(/(?:^|\s)#.*$/s, "").trim();
  if (text === "") return { kind: "empty" };
  if (text.length > MAX_CHARACTERS) return refused("unreadable", "the line is too long");
  if (hasHidden(text, { asName: true, keep: "\t" })) {
    return refused("unreadable", "the line has control characters");
  }
  if (/\$\{|\$\(|`/.test(text)) {
    return refused("environment-variable", "it would read a variable of the machine that installs it");
  }
  if (text.startsWith("-")) return judgeOption(text);
  return judgeSource(text) ?? judgePackage(text);
}

function judgeOption(text: string): JudgedRequirement {
  const [, option = "", value = ""] = /^(--?[a-z-]+|-[a-zA-Z])[\s=]*(.*)$/.exec(text) ?? [];
  switch (option) {
    case "-r":
    case "--requirement":
    case "-c":
    case "--constraint":
      return { kind: "include", path: value.trim() };
    case "-e":
    case "--editable":
      return judgeSource(value) ?? refused("local-path", "it would build and install a directory");
    case "-i":
    case "--index-url":
    case "--extra-index-url":
    case "-f":
    case "--find-links":
    case "--no-index":
    case "--trusted-host":
    case "--pypi-url":
      return refused("other-index", `${option} would change where packages come from`);
    case "--require-hashes":
    case "--prefer-binary":
    case "--only-binary":
      return { kind: "empty" };
    default:
      return refused("build-option", `${option === "" ? "the option" : option} would change what is installed`);
  }
}

/** A line that names a place rather than a package. */
function judgeSource(text: string): JudgedRequirement | null {
  const place = /^[A-Za-z0-9._-]+\s*(?:\[[^\]]*\])?\s*@\s*(.*)$/.exec(text)?.[1] ?? text;
  if (/^file:/i.test(place)) return refused("local-path", "it would read a file of the machine that installs it");
  if (/^[a-z][a-z0-9+.-]*:/i.test(place) && !/^[a-z]:[\\/]/i.test(place)) {
    return refused("remote-source", "it would fetch code from an address outside the package index");
  }
  const beforeMarker = place.split(";", 1)[0] ?? "";
  if (place !== text) return refused("remote-source", "it names an address");
  if (/[\\/]|^[.~]/.test(beforeMarker) || /\.(?:whl|zip|tar\.gz|tgz|tar\.bz2)$/i.test(beforeMarker.trim())) {
    return refused("local-path", "it would install a path of the machine that installs it");
  }
  return null;
}

function judgePackage(line: string): JudgedRequirement {
  // Per-requirement options follow the requirement; a hash only narrows, anything else reaches into the build.
  const [text = "", ...options] = line.split(/\s+(?=--)/);
  if (options.some((option) => !/^--hash[=\s]\s*[a-z0-9]+:[0-9a-f]+$/.test(option))) {
    return refused("build-option", "an option of the line would change how it is built");
  }
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return refused("unreadable", "it does not begin with a package's name");
  const afterName = text.slice(name.length).trimStart();
  const extras = EXTRAS.exec(afterName)?.[0] ?? "";
  const [versions = "", ...markers] = afterName.slice(extras.length).split(";");
  const specifiers = toSpecifiers(versions);
  if (specifiers === null) return refused("unreadable", "its version is not one that PEP 440 knows");
  const marker = markers.length === 0 ? null : markers.join(";").trim();
  if (marker !== null && !isMarker(marker)) return refused("unreadable", "its marker cannot be read");
  const exact = specifiers.length === 1 ? /^===?\s*([^*]+)$/.exec(specifiers[0] ?? "") : null;
  return {
    kind: "package",
    name: canonicalName(name),
    text: `${name}${extras.replaceAll(/\s/g, "")}${specifiers.join(",")}`,
    marker,
    exactVersion: exact?.[1]?.trim() ?? null,
  };
}

function isMarker(text: string): boolean {
  const token = new RegExp(MARKER_TOKEN);
  while (token.lastIndex < text.length) {
    if (!token.test(text)) return false;
  }
  return text !== "";
}

function toSpecifiers(text: string): string[] | null {
  const inner = /^\((.*)\)$/.exec(text.trim())?.[1] ?? text;
  if (inner.trim() === "") return [];
  const specifiers = inner.split(",").map((each) => each.trim());
  return specifiers.every((each) => SPECIFIER.test(each)) ? specifiers.map((each) => each.replace(/\s+/, "")) : null;
}

/** PEP 503: the one spelling of a package's name. */
export function canonicalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

function refused(rule: Extract<JudgedRequirement, { kind: "refused" }>["rule"], why: string): JudgedRequirement {
  return { kind: "refused", rule, why };
}
