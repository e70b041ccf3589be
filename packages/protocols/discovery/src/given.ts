import type { ArtefactCtx } from "@gaia/artefacts";
import type { Asked, Dialect } from "@gaia/edge";

type Doors = Omit<ArtefactCtx, "actor" | "requestId">;

/** What the protocol is handed of the process. */
export interface Given {
  catalog: Doors;
  dialect: Dialect;
}

/** Every request is read as anybody's, whoever asks: there is no answer here that somebody else may not have. */
export const anybodys = (catalog: Doors, c: Asked): ArtefactCtx => ({
  ...catalog,
  actor: null,
  requestId: c.var.requestId,
});
