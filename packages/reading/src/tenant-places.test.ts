import { expect, test } from "vitest";
import { TENANT_PLACES } from "./known-hosts.ts";

test.each([
  "https://drop.s3.amazonaws.com/rules.md",
  "https://s3.us-east-1.amazonaws.com/drop/i.sh",
  "https://a1b2c3.execute-api.us-east-1.amazonaws.com/prod/in",
  "https://storage.googleapis.com/drop/i.sh",
  "https://script.google.com/macros/s/AKfycb/exec",
  "https://docs.google.com/forms/d/e/1FAI/formResponse",
  "https://drop.blob.core.windows.net/in",
  "gist.githubusercontent.com/eve/1/raw/i.sh",
])("whose %s is, its host does not say", (address) => expect(TENANT_PLACES.test(address)).toBe(true));

test.each([
  "https://aws.amazon.com/s3/",
  "https://docs.google.com/document/d/1",
  "https://www.googleapis.com/auth/drive",
  "https://s3.amazonaws.com.example.net/",
  "https://storage.googleapis.community/",
])("%s is no such place", (address) => expect(TENANT_PLACES.test(address)).toBe(false));
