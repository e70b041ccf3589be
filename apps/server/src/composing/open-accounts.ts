import type { RateLimits } from "@gaia/edge";
import { join } from "node:path";
import { describeError } from "@gaia/db";
import { openPeople, type People } from "@gaia/identity";
import type { Mailer } from "@gaia/mail";
import type { Settings } from "../config/config.ts";
import { leakedPasswords } from "./leaked-passwords.ts";
import type { Logger } from "../logging/log.ts";
import { openProviders } from "../outside/open-providers.ts";
import { authSecret } from "./secrets.ts";

/**
 * How people sign in, as the settings say it, and the door by which letters go out. Mail is not waited for: an answer would take longer
 * where somebody was written to (T12).
 * @param registry.opened keeps what has to be closed
 */
export async function openAccounts(
  settings: Settings,
  log: Logger,
  {
    opened,
    limits,
    ...registry
  }: Pick<People, "db" | "publicUrl"> & {
    opened: (door: Mailer) => Mailer;
    limits: RateLimits;
  },
): Promise<{ people: People; mailer: Mailer }> {
  const mailer = opened(await openMail(settings));
  const people = openPeople({
    ...registry,
    secret: settings.ROLE === "migrate" ? "" : await authSecret(settings),
    registryName: settings.REGISTRY_NAME,
    signUp: settings.SIGN_UP,
    ...openProviders(settings),
    reservedNames: settings.RESERVED_NAMES,
    limits: {
      async take(rate, key) {
        const spent = await limits.consume(rate, key);
        return spent === null || spent.allowed ? null : spent.resetSeconds;
      },
      giveBack: (rate, key) => limits.giveBack(rate, key),
    },
    codesBeforeWaiting: settings.RATE_LIMIT_CODES,
    async sendMail(letter) {
      mailer.send(letter).catch((error: unknown) => {
        log.error({ event: "mail_not_sent", error: describeError(error) }, "a mail could not be sent");
      });
    },
    hasMailServer: settings.SMTP_URL !== null,
    isLeakedPassword: leakedPasswords({ url: settings.LEAKED_PASSWORDS_URL, log }),
    now: () => new Date(),
    warn: (event, fields) => log.warn({ event, ...fields }, event),
  });
  return { people, mailer };
}

async function openMail({ SMTP_URL: url, MAIL_FROM: from, DATA_DIR: dataDir }: Settings): Promise<Mailer> {
  if (url === null) return (await import("@gaia/mail/files")).fileMail({ dir: join(dataDir, "mail"), from });
  return (await import("@gaia/mail/smtp")).smtpMail({ url, from });
}
