import { memoryBlobs } from "../src/memory.ts";
import { blobsConformance } from "./conformance.ts";

blobsConformance("memoryBlobs", async () => ({ blobs: memoryBlobs() }), { manyKeys: 1_200 });
