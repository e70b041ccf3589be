#!/usr/bin/env bash
# @asteasolutions/zod-to-openapi 9.1.0: a named enum that is `.nullable()` where it is used becomes, in a document of OpenAPI 3.1, an
# `allOf` of the reference and of `type: [string, null]`. Null fits the second and never the first, so by JSON Schema it fits neither:
# validators refuse an answer that the zod schema of the same document takes, and generators of clients drop the operation or throw.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
printf '{"private":true,"type":"module"}' >package.json
npm install --no-audit --no-fund --ignore-scripts --loglevel=error @asteasolutions/zod-to-openapi@9.1.0 zod@4.1.12 ajv@8.17.1 >/dev/null
cat >ask.js <<'JS'
import { extendZodWithOpenApi, OpenApiGeneratorV31, OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import Ajv from "ajv/dist/2020.js";
import { z } from "zod";
extendZodWithOpenApi(z);
const registry = new OpenAPIRegistry();
const verdict = z.enum(["ALLOW", "REVIEW"]).openapi("Verdict");
const answer = registry.register("Answer", z.object({ first: verdict, verdict: verdict.nullable() }));
const { schemas } = new OpenApiGeneratorV31(registry.definitions).generateComponents().components;
const schema = JSON.parse(JSON.stringify({ ...schemas.Answer, $defs: schemas }).replaceAll("#/components/schemas/", "#/$defs/"));
const value = { first: "ALLOW", verdict: null };
console.log(JSON.stringify(schemas.Answer.properties.verdict));
console.log(`zod takes null: ${answer.safeParse(value).success}; the document does: ${new Ajv({ strict: false }).compile(schema)(value)}`);
JS
said="$(timeout 60 node ask.js)"
expected='{"allOf":[{"$ref":"#/components/schemas/Verdict"},{"type":["string","null"]}]}
zod takes null: true; the document does: false'
printf 'zod-to-openapi 9.1.0, zod 4.1.12, ajv 8.17.1:\n%s\n' "$said"
[ "$said" = "$expected" ] || { printf 'changed; it was:\n%s\n' "$expected"; exit 1; }
