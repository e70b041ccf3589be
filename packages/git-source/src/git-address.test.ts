import { expect, test } from "vitest";
import { readGitAddress } from "./git-address.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

test("an address names a host, a repository, and a commit, a branch or a tag", () => {
  expect(readGitAddress(`git+https://git.example.org:8443/team/skills.git#${COMMIT}`)).toEqual({
    url: "https://git.example.org:8443/team/skills.git",
    host: "git.example.org",
    port: 8443,
    revision: COMMIT,
    base: "git+https://git.example.org:8443/team/skills.git",
  });
  expect(readGitAddress("git+https://git.example.org/skills/").revision).toBeNull();
  expect(readGitAddress("git+https://git.example.org/skills#release/v1.2").revision).toBe("release/v1.2");
});

test.each([
  "https://git.example.org/skills",
  "git+http://git.example.org/skills",
  "git+ssh://git@git.example.org/skills",
  "git+file:///etc",
  "git+ext::sh -c true",
  "git+https://ada:secret@git.example.org/skills",
  "git+https://git.example.org/skills?service=x",
  "git+https://git.example.org",
  "git+https://git.example.org/a%2fb",
  "git+https://git.example.org/a%00b",
  "git+https://git.example.org/a b;c",
  "git+https://git.example.org/skills#--upload-pack=x",
  "git+https://git.example.org/skills#a..b",
  "git+https://git.example.org/skills#main^{tree}",
  "git+https://git.example.org/skills#main:file",
  "git+https://git.example.org/skills#+main",
])("Q3 %s is no address that is read", (address) => {
  expect(() => readGitAddress(address)).toThrow(expect.objectContaining({ code: "bad_address" }));
});
