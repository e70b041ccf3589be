import { expect, test } from "vitest";
import { readWorkload } from "./read-workload.ts";

const FILE = "gitlab.example/acme/skills//";
const claims = (ci_config_ref_uri: string) => ({
  sub: "project_path:acme/skills:ref_type:tag:ref:v1.0.0",
  project_path: "acme/skills",
  project_id: "22",
  namespace_id: "72",
  pipeline_source: "push",
  pipeline_id: "212",
  ci_config_ref_uri,
});
const read = (reference: string) => readWorkload("gitlab", "https://gitlab.example", claims(`${FILE}${reference}`));

test.each([
  [".gitlab-ci.yml@refs/heads/main", ".gitlab-ci.yml"],
  [".gitlab-ci.yml@x.yml@refs/heads/main", ".gitlab-ci.yml@x.yml"],
  ["ci/release.yml@refs/heads/x@y", "ci/release.yml"],
])("T6 a file's name ends at the last @refs/, of GitLab too: %s is %s", (reference, workflow) => {
  expect(read(reference)).toMatchObject({ workload: { workflow } });
});

test("T6 without a @refs/ no file is named", () => {
  for (const reference of [".gitlab-ci.yml@main", "@refs/heads/main"])
    expect(read(reference)).toHaveProperty("refused");
});
