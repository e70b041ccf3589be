import { oneOf, words } from "@gaia/reading";

export const ADDRESS_FROM = words(
  "overnight|at night|as you go|as (?:it|they) (?:happens?|comes?)|along the way|continuously|in real time",
  "live|once|upon|nightly|hook|daily|whenever|~/",
  "(?:every|each|all|any|after|before|when(?:ever)?|at the (?:start|end)|on (?:every|each|startup|load)|" +
    "then|also|along with|together with|including|plus|first|automatically|must|always|silently|contents?|" +
    "full|entire|raw|verbatim|copy of|collect|gather|read|summari[sz]e|encode|base64|json)",
);

export const OWN_SERVICE = [
  words(
    "the user (?:asks|requests|wants|chooses|explicitly|provides|gives|specified|confirms)",
    "with (?:the user['’]s|their|explicit) (?:consent|approval|permission|confirmation)|if the user",
    "(?:their|the user['’]s|your) (?:own )?(?:webhook|server|bucket|slack|s3|account|repository|repo|" +
      "endpoint|instance|channel|gist)",
    "opt(?:ed)?[- ]in|localhost|api reference|open an issue|bug report|file an issue",
    "(?:contact|open|write to) support|support (?:ticket|page|forum)|security@",
    "report (?:a |the )?(?:bug|vulnerabilit)|not (?:be )?sent",
  ),
];

export const MAIL_ADDRESS = oneOf("[\\w.+-]{1,40}@[a-z0-9{}-]{1,40}(?:\\.[a-z0-9-]{2,20}){0,3}");

export const HINT =
  "Send nothing of the user's anywhere but to the service that the skill is for, and say in words what that is: " +
  "no rule knows why a command sends a file.";
