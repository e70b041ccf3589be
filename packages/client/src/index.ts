export { createRegistryClient, type RegistryClient } from "./client.ts";
export type { components, paths } from "./schema.d.ts";
