import { join, resolve } from "node:path";
import type { Blobs } from "@gaia/storage";
import type { Settings } from "../config/config.ts";

/** Where packages lie: a bucket where one is set, else the data directory. */
export async function openBlobs(settings: Settings): Promise<Blobs> {
  if (!settings.S3_BUCKET)
    return (await import("@gaia/storage/files")).fileBlobs(join(resolve(settings.DATA_DIR), "blobs"));
  const { s3Blobs } = await import("@gaia/storage/s3");
  return s3Blobs({
    bucket: settings.S3_BUCKET,
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    // `readSettings` refuses a bucket without them.
    accessKeyId: settings.AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY ?? "",
  });
}
