import { createHash } from "node:crypto";

/** What the client's audit does not read of a bundle: directories of tools, compiled files, and the signature, which comes after it. */
export const NOT_AUDITED =
  /^SIGNATURE\.json$|(?:^|\/)(?:__pycache__|\.git|\.mypy_cache|\.pytest_cache|\.ruff_cache|node_modules)\/|\.(?:pyc|pyo|so|zip)$/;

/** The digest of a SKILL.md's text, whatever its line ends. */
export const manifestDigest = (text: string): string =>
  `sha256:${createHash("sha256").update(text.replaceAll(/\r\n?/g, "\n")).digest("hex")}`;
