import { describe, expect, test } from "vitest";
import { isSameSigner, type Signer, signersText } from "./index.ts";

const key: Signer = { kind: "openpgp", signer: "AA", repository: null, repositoryId: null, runner: null };
const build: Signer = {
  kind: "sigstore",
  signer: "https://example.org/acme/tool/.github/workflows/release.yml@refs/tags/* (https://issuer.example.org)",
  repository: "https://example.org/acme/tool",
  repositoryId: "4711",
  runner: "github-hosted",
};

describe("who signed before", () => {
  test("a key goes on by its fingerprint, under its own kind", () => {
    expect(isSameSigner(key, { ...key })).toBe(true);
    expect(isSameSigner(key, { ...key, signer: "AB" })).toBe(false);
    expect(isSameSigner(key, { ...key, kind: "sigstore" })).toBe(false);
  });

  test("G8 a repository that was made anew under the same name is another signer, and so is a build on another kind of runner", () => {
    expect(isSameSigner(build, { ...build })).toBe(true);
    expect(isSameSigner(build, { ...build, repositoryId: "4712" })).toBe(false);
    expect(isSameSigner(build, { ...build, runner: "self-hosted" })).toBe(false);
    // A repository that was renamed keeps its number; its identity says the new name.
    expect(isSameSigner(build, { ...build, repository: "https://example.org/acme/renamed" })).toBe(true);
  });

  test("what one of them does not tell decides nothing", () => {
    expect(isSameSigner(build, { ...build, runner: null, repositoryId: null })).toBe(true);
  });

  test("a person sees every signer, or that nobody signed", () => {
    expect(signersText([])).toBe("nobody");
    expect(signersText([key, build])).toBe(`AA and ${build.signer} of repository 4711 on github-hosted`);
  });
});
