import * as advisories from "../advisories/definitions.ts";
import * as batches from "../batches/definitions.ts";
import * as bundles from "../bundles/definitions.ts";
import * as accounts from "../accounts/definitions.ts";
import * as audit from "../audit/definitions.ts";
import * as holds from "../holds/definitions.ts";
import * as publishers from "../publishers/definitions.ts";
import * as transfers from "../transfers/definitions.ts";
import * as device from "../device/definitions.ts";
import * as tokens from "../tokens/definitions.ts";
import * as catalogs from "../catalogs/definitions.ts";
import * as collections from "../collections/definitions.ts";
import * as changes from "../skills/change-definitions.ts";
import * as judgement from "../judgement/definitions.ts";
import * as reports from "../community/report-definitions.ts";
import * as mirrors from "../mirrors/definitions.ts";
import * as webhooks from "../webhooks/definitions.ts";
import * as registryWebhooks from "../webhooks/registry-definitions.ts";
import * as downloads from "../downloads/definitions.ts";
import * as operating from "../operating/definitions.ts";
import * as rescans from "../rescans/definitions.ts";
import * as reviews from "../community/review-definitions.ts";
import * as stars from "../community/star-definitions.ts";
import * as lists from "../skills/list-definitions.ts";
import * as sbom from "../skills/sbom-definitions.ts";
import * as statements from "../statements/definitions.ts";
import * as skills from "../skills/definitions.ts";
import * as use from "../skills/use-definitions.ts";
import * as staged from "../staged/definitions.ts";
import * as trusted from "../trusted/definitions.ts";
import { Storage } from "../accounts/schemas.ts";
import { Format, Kind, Severity, Status, Tier, Verdict, Visibility } from "../defining/values.ts";

import { documentOf } from "./document-of.ts";

/** The OpenAPI 3.1 document of `/api/v1`. */
export function openApiDocument() {
  const modules = [
    skills,
    lists,
    use,
    changes,
    sbom,
    catalogs,
    judgement,
    holds,
    audit,
    statements,
    rescans,
    mirrors,
    webhooks,
    registryWebhooks,
    operating,
    downloads,
    advisories,
    batches,
    bundles,
    accounts,
    publishers,
    collections,
    transfers,
    tokens,
    device,
    reviews,
    stars,
    reports,
    trusted,
    staged,
  ];
  return documentOf(modules, {
    info: {
      title: "Skill registry",
      version: "1",
      description:
        "Publish, find, verify and download agent skills. Errors are RFC 9457 problem details whose `code` is a closed list. " +
        "A key that an operation does not name is refused (400, `invalid_request`), in its query and in its body; reads take " +
        "`utm_…` as well.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/api/v1" }],
    words: { Format, Kind, Severity, Status, Storage, Tier, Verdict, Visibility },
    security: {
      bearer: { type: "http", scheme: "bearer", description: "A token `gsk_…`, or the registry's ADMIN_TOKEN" },
    },
  });
}
