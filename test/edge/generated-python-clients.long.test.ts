import { readFile } from "node:fs/promises";
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
import { nullestSamples } from "../harness/schema-samples.ts";

/** Imports every module of the package that was generated. */
const IMPORT_ALL = `
import importlib, pkgutil, registry_client as package
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
`;

/** Reads values with the class of their name; prints how many it read. */
const READ_VALUES = `
import importlib, json, sys
models = importlib.import_module(sys.argv[1])
read = 0
for name, value in json.load(open("values.json")).items():
    model = getattr(models, name, None)
    parse = getattr(model, "from_dict", None) or getattr(model, "model_validate", None)
    if parse is None:
        continue
    try:
        parse(value)
    except Exception as error:
        raise SystemExit(f"{name}: {error!r}")
    read += 1
print(read)
`;

const OPENAPI_PYTHON_CLIENT = `
import hashlib, io, json, sys
from registry_client import AuthenticatedClient
from registry_client.api.catalog import get_skill, list_skills, search_skills
from registry_client.api.packages import download_skill
from registry_client.api.publish import publish_skill
from registry_client.models import PackageForm
from registry_client.types import File

api, token, archive = sys.argv[1:]
client = AuthenticatedClient(base_url=api, token=token)
shown = get_skill.sync(client=client, name="web-search")
form = PackageForm(package=File(payload=io.BytesIO(open(archive, "rb").read()), file_name=archive))
published = publish_skill.sync(client=client, body=form)
print(json.dumps({
    "listed": [skill.name for skill in list_skills.sync(client=client).items],
    "found": [hit.name for hit in search_skills.sync(client=client, q="web-search").hits],
    "shown": f"{shown.name} {shown.version} {json.dumps(shown.homepage)}",
    "sha256": hashlib.sha256(download_skill.sync_detailed(client=client, name="web-search").content).hexdigest(),
    "published": f"{published.name} {published.version}",
}))
`;

const OPENAPI_GENERATOR = `
import hashlib, json, sys
from registry_client import ApiClient, CatalogApi, Configuration, PackagesApi, PublishApi

api, token, archive = sys.argv[1:]
client = ApiClient(Configuration(host=api, access_token=token))
catalog = CatalogApi(client)
shown = catalog.get_skill("web-search")
published = PublishApi(client).publish_skill(archive)
print(json.dumps({
    "listed": [skill.name for skill in catalog.list_skills().items],
    "found": [hit.name for hit in catalog.search_skills(q="web-search").hits],
    "shown": f"{shown.name} {shown.version} {json.dumps(shown.homepage)}",
    "sha256": hashlib.sha256(PackagesApi(client).download_skill("web-search")).hexdigest(),
    "published": f"{published.name} {published.version}",
}))
`;

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
}

/** Answers of a registry, each with the schema that the document names for it. */
async function recordedAnswers({ api, token }: Stocked): Promise<Record<string, unknown>> {
  const document = JSON.parse(await readFile("docs/openapi.json", "utf8"));
  const answers: Record<string, unknown> = {};
  for (const [path, { get }] of Object.entries<{ get?: Operation }>(document.paths)) {
    const ref = get?.responses["200"]?.content?.["application/json"]?.schema.$ref;
    if (ref === undefined) continue;
    const address = path.replace("{name}", "web-search").replace("{version}", "1.0.0").replace("{handle}", "ada");
    const answer = await fetch(`${api}${address}`, { headers: { authorization: `Bearer ${token}` } });
    if (answer.status === 200) answers[ref.slice(ref.lastIndexOf("/") + 1)] = await answer.json();
  }
  return answers;
}

await describeWith("api_generators", "clients in Python that are generated", (tools) => {
  let stocked: Stocked;
  let samples: Record<string, unknown>;
  let recorded: Record<string, unknown>;
  beforeAll(async () => {
    stocked = await stockedRegistry();
    samples = await nullestSamples();
    recorded = await recordedAnswers(stocked);
  });
  afterAll(() => stocked.registry.close());

  /** How many values the classes of a generated module read, each by the class of its name. */
  const readBy = async ({ write, run }: Workshop, module: string, values: Record<string, unknown>) => {
    await write("values.json", JSON.stringify(values));
    return Number(await run("python", ["-c", READ_VALUES, module]));
  };

  const walk = async ({ write, run }: Workshop, program: string, name: string) => {
    await write("skill.zip", stocked.packageOf(name));
    const printed = await run("python", ["-c", program, stocked.api, stocked.token, "skill.zip"]);
    expect(lastLine(printed)).toEqual(await expectedOf(stocked, name));
  };

  test(
    "(machines, M-3) openapi-python-client loses no operation or schema, all modules import, and it publishes",
    () =>
      inWorkshop(tools.url, async (workshop) => {
        const printed = await workshop.generate("openapi-python-client", "Python");
        expect(printed).not.toMatch(/will not be generated|Unable to|removal of/);
        await workshop.run("python", ["-c", IMPORT_ALL]);
        expect(await readBy(workshop, "registry_client.models", samples)).toBeGreaterThan(90);
        await walk(workshop, OPENAPI_PYTHON_CLIENT, "from-openapi-python-client");
      }),
    240_000,
  );

  test(
    "(machines, M-3) openapi-generator's Python client reads nulls wherever they may be, and publishes",
    () =>
      inWorkshop(tools.url, async (workshop) => {
        await workshop.generate("openapi-generator", "Python");
        await workshop.run("python", ["-c", IMPORT_ALL]);
        expect(await readBy(workshop, "registry_client.models", samples)).toBeGreaterThan(90);
        await walk(workshop, OPENAPI_GENERATOR, "from-openapi-generator");
      }),
    240_000,
  );

  test(
    "(machines, M-3) datamodel-code-generator's models read what a registry answers",
    () =>
      inWorkshop(tools.url, async (workshop) => {
        await workshop.generate("datamodel-code-generator", "pydantic models");
        expect(await readBy(workshop, "models", samples)).toBeGreaterThan(90);
        expect(await readBy(workshop, "models", recorded)).toBeGreaterThan(10);
      }),
    240_000,
  );
});
