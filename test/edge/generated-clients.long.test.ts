import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectedOf,
  inWorkshop,
  lastLine,
  stockedRegistry,
  type Stocked,
  type Workshop,
} from "../harness/api-generators.ts";
import { describeWith } from "../harness/describe-with.ts";

/** Strict, as a careful project has it; what is generated is compiled with it. */
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: "es2022",
    module: "commonjs",
    moduleResolution: "node10",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
    strict: true,
    outDir: "out",
  },
  include: ["**/*.ts"],
});

/** What both programs of TypeScript begin and end with. */
const GIVEN = `declare const process: { argv: string[] };
const [, , api = "", token = "", archive = ""] = process.argv;
const pack = new Blob([Uint8Array.from(atob(archive), (letter) => letter.charCodeAt(0))]);
async function sha256(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
`;

const TYPESCRIPT_FETCH = `import { CatalogApi, Configuration, PackagesApi, PublishApi } from "./client";
${GIVEN}
async function main() {
  const configuration = new Configuration({ basePath: api, accessToken: token });
  const catalog = new CatalogApi(configuration);
  const shown = await catalog.getSkill({ name: "web-search" });
  const published = await new PublishApi(configuration).publishSkill({ _package: pack });
  console.log(JSON.stringify({
    listed: (await catalog.listSkills()).items.map(({ name }) => name),
    found: (await catalog.searchSkills({ q: "web-search" })).hits.map(({ name }) => name),
    shown: [shown.name, shown.version, String(shown.homepage)].join(" "),
    sha256: await sha256(await new PackagesApi(configuration).downloadSkill({ name: "web-search" })),
    published: [published.name, published.version].join(" "),
  }));
}
void main();
`;

const HEY_API = `import { downloadSkill, getSkill, listSkills, publishSkill, searchSkills } from "./client";
import { client } from "./client/client.gen";
${GIVEN}
client.setConfig({ baseUrl: api, auth: token });
const path = { name: "web-search" };
async function main() {
  const listed = await listSkills({ throwOnError: true });
  const found = await searchSkills({ query: { q: "web-search" }, throwOnError: true });
  const shown = (await getSkill({ path, throwOnError: true })).data;
  const downloaded = (await downloadSkill({ path, throwOnError: true })).data;
  const published = (await publishSkill({ body: { package: pack }, throwOnError: true })).data;
  console.log(JSON.stringify({
    listed: listed.data.items.map(({ name }) => name),
    found: found.data.hits.map(({ name }) => name),
    shown: [shown.name, shown.version, String(shown.homepage)].join(" "),
    sha256: await sha256(downloaded),
    published: [published.name, published.version].join(" "),
  }));
}
void main();
`;

const OAPI_CODEGEN = `package main

import (
	"bytes"
	"client/registry"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	api, token, archive := os.Args[1], os.Args[2], must(os.ReadFile(os.Args[3]))
	ctx, q := context.Background(), "web-search"
	client := must(registry.NewClientWithResponses(api, registry.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+token)
			return nil
		})))
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	must(must(form.CreateFormFile("package", os.Args[3])).Write(archive))
	form.Close()

	listed, found := []string{}, []string{}
	for _, skill := range must(client.ListSkillsWithResponse(ctx, nil)).JSON200.Items {
		listed = append(listed, skill.Name)
	}
	for _, hit := range must(client.SearchSkillsWithResponse(ctx, &registry.SearchSkillsParams{Q: &q})).JSON200.Hits {
		found = append(found, hit.Name)
	}
	shown := must(client.GetSkillWithResponse(ctx, q, nil)).JSON200
	homepage := must(json.Marshal(shown.Homepage))
	downloaded := must(client.DownloadSkillWithResponse(ctx, q, nil)).Body
	published := must(client.PublishSkillWithBodyWithResponse(ctx, nil, form.FormDataContentType(), &body)).JSON201
	fmt.Println(string(must(json.Marshal(map[string]any{
		"listed":    listed,
		"found":     found,
		"shown":     fmt.Sprintf("%s %s %s", shown.Name, shown.Version, homepage),
		"sha256":    fmt.Sprintf("%x", sha256.Sum256(downloaded)),
		"published": published.Name + " " + published.Version,
	}))))
}
`;

await describeWith("api_generators", "clients in TypeScript and Go that are generated", (tools) => {
  let stocked: Stocked;
  beforeAll(async () => {
    stocked = await stockedRegistry();
  });
  afterAll(() => stocked.registry.close());

  /** Compiles what was generated with a program beside it, and runs that. */
  const walk = async ({ write, run }: Workshop, program: string, name: string) => {
    await write("tsconfig.json", TSCONFIG);
    await write("main.ts", program);
    await run("tsc", []);
    const archive = Buffer.from(stocked.packageOf(name)).toString("base64");
    const printed = await run("node", ["out/main.js", stocked.api, stocked.token, archive]);
    expect(lastLine(printed)).toEqual(await expectedOf(stocked, name));
  };

  test(
    "(machines, M-3) openapi-generator's typescript-fetch compiles and publishes",
    () =>
      inWorkshop(tools.url, async (workshop) => {
        await workshop.generate("openapi-generator", "TypeScript");
        await walk(workshop, TYPESCRIPT_FETCH, "from-typescript-fetch");
      }),
    240_000,
  );

  test(
    "(machines, M-3) @hey-api/openapi-ts's client compiles and publishes",
    () =>
      inWorkshop(tools.url, async (workshop) => {
        await workshop.generate("@hey-api/openapi-ts", "TypeScript");
        await walk(workshop, HEY_API, "from-hey-api");
      }),
    240_000,
  );

  test(
    "(machines, M-3) oapi-codegen's client compiles and publishes",
    () =>
      inWorkshop(tools.url, async (workshop) => {
        for (const file of ["go.mod", "go.sum"]) await workshop.run("cp", [`${tools.url}/go/${file}`, "."]);
        await workshop.run("mkdir", ["registry"]);
        await workshop.generate("oapi-codegen", "Go");
        await workshop.write("main.go", OAPI_CODEGEN);
        await workshop.write("skill.zip", stocked.packageOf("from-oapi-codegen"));
        const printed = await workshop.run("go", ["run", ".", stocked.api, stocked.token, "skill.zip"]);
        expect(lastLine(printed)).toEqual(await expectedOf(stocked, "from-oapi-codegen"));
      }),
    240_000,
  );
});
