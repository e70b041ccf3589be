import type { Consulted } from "@gaia/install/judged";
import type { ServeContext } from "./context.ts";

/** Asks once for each registry what is known of its revocations, and keeps what it was told. */
export interface Consulting {
  consult(registry: string): Promise<Consulted>;
  /** A text that changes when any list changes that was asked for. */
  standing(): Promise<string>;
  registries(): string[];
}

export function consulting(context: Pick<ServeContext, "consult">, how: { isOffline: boolean }): Consulting {
  const asked = new Map<string, Promise<Consulted>>();
  const consult = (registry: string): Promise<Consulted> => {
    const answer = asked.get(registry) ?? context.consult(registry, how);
    asked.set(registry, answer);
    return answer;
  };
  return {
    consult,
    registries: () => [...asked.keys()].toSorted(),
    async standing() {
      const marks = [...asked].map(async ([registry, answer]) => {
        const mark = await answer.then(
          ({ isPinned, list }) => `${isPinned} ${list?.head.sequence ?? "-"}`,
          () => "unsound",
        );
        return `${registry} ${mark}`;
      });
      return (await Promise.all(marks)).toSorted().join("\n");
    },
  };
}
