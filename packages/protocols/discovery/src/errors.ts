import { NotServed } from "@gaia/artefacts";
import { type Dialect, Refusal } from "@gaia/edge";

/** Every answer may be read by pages of other sites: it is the same for everybody. */
export const FOR_ALL = { "access-control-allow-origin": "*" } as const;

/** What is not there, and what may not be given out: nobody is told which. */
export const absent = (): Refusal => new Refusal("not_found", "There is no such skill for clients of this kind.");

/** The registry's own errors: the clients of this protocol look at the status alone. */
export const discoveryDialect = (own: Dialect): Dialect => ({
  refuse: (c, code, detail) => forAll(own.refuse(c, code, detail)),
  onError: (error, c) => forAll(own.onError(error instanceof NotServed ? absent() : error, c)),
});

function forAll(answer: Response): Response {
  for (const [name, value] of Object.entries(FOR_ALL)) answer.headers.set(name, value);
  return answer;
}
