import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { migrate, openDatabase } from "../src/index.ts";
import { MIGRATIONS, TEMPLATE, templateDigest } from "../src/cluster-template.ts";

// The build of this room: the embedded database that first starts copy (src/cluster-template.ts).

await rm(TEMPLATE, { recursive: true, force: true });
await mkdir(dirname(TEMPLATE), { recursive: true });
const making = await mkdtemp(join(dirname(TEMPLATE), "making-"));
const database = await openDatabase({ url: null, dataDir: making });
await migrate(database, MIGRATIONS);
await database.close();
await rm(join(making, "lock.sqlite"), { force: true });
// An image's files belong to root and are copied by another user; what is in them is in the sources.
await chmod(making, 0o755);
for (const entry of await readdir(making, { recursive: true, withFileTypes: true })) {
  await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}
await writeFile(join(making, "made-of"), await templateDigest());
await rename(making, TEMPLATE);
