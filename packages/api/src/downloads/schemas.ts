import { z } from "@hono/zod-openapi";
import { Handle, Timestamp } from "../defining/values.ts";

export const DownloaderList = z
  .object({
    items: z.array(
      z.object({
        account: Handle,
        first_at: Timestamp.openapi({ description: "when it downloaded the version first" }),
        notified: z.boolean().openapi({ description: "it has the notice that the version was withdrawn" }),
      }),
    ),
    total: z.number().int(),
    withdrawn: z
      .enum(["quarantined", "yanked", "demoted"])
      .nullable()
      .openapi({ description: "null: it is served as ever" }),
    next_cursor: z.string().nullable(),
  })
  .openapi("DownloaderList");

export const NotifiedDownloaders = z
  .object({
    notified: z.number().int().openapi({ description: "accounts that have the notice now" }),
    letters: z
      .number()
      .int()
      .openapi({
        description:
          "of them those that a letter goes to: they have a mail address and take these by mail; " +
          "of a quarantined version, all with an address",
      }),
  })
  .openapi("NotifiedDownloaders");
