import { describe, it } from "vitest";
import { type Service, service, type ServiceName } from "./services.ts";

type Available<N extends ServiceName> = Extract<Service<N>, { available: true }>;

/**
 * A suite that needs a service: `await describeWith("postgres", "the title", (postgres) => { … })`, at the top level of a test file.
 * Where the service is missing, one skipped test stands in for the suite and its name says why.
 */
export async function describeWith<N extends ServiceName>(
  name: N,
  title: string,
  body: (found: Available<N>) => void,
): Promise<void> {
  const found = await service(name);
  if (found.available) {
    describe(title, () => body(found as Available<N>)); // narrowed by the condition
    return;
  }
  describe.skip(`${title} [no ${name}: ${found.reason}]`, () => {
    it(`needs ${name}`, () => {});
  });
}
