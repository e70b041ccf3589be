import type { Area } from "../terms/area.ts";
import type { PlainRoute } from "./mount.ts";

/** One client's protocol: its row in the table of areas, and what answers there. What it needs of the process it was handed. */
export interface Protocol {
  area: Area;
  routes: readonly PlainRoute[];
}
