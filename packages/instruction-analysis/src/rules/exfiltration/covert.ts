import { oneOf, words } from "@gaia/reading";
import { BLIND_COPY, DNS, DNS_WITH_DATA, IMAGE_WITH_DATA, IN_ADDRESS } from "./covert-words.ts";
import { HINT, MAIL_ADDRESS } from "./exfiltration-words.ts";
import { EVERY, FETCH, NEGATION, URGENT, WITHOUT_USER } from "../../lexicon/actions.ts";
import { HOLDINGS, SECRET, SECRET_PLACE } from "../../lexicon/secrets.ts";
import { AWAY } from "../../lexicon/targets.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Data that leaves in what looks like something else. */
export const EXFILTRATION_COVERT: readonly InstructionRule[] = [
  {
    id: "exfiltration-address",
    severity: "high",
    category: "instruction",
    title: "Data rides in an address that is fetched",
    rationale: "A request for a page is a message to whoever serves it.",
    message: "puts data into an address that is fetched",
    hint: HINT,
    within: "sentence",
    near: 240,
    all: [
      IN_ADDRESS,
      FETCH,
      oneOf(
        HOLDINGS.source,
        SECRET.source,
        "\\b(?:summary|answer|response|findings|file (?:names|list)|user input)\\b",
      ),
    ],
    host: AWAY,
    none: [
      words(
        "access_token|page|pagination|api[_-]?key=|cursor|filters?|sort|authenticat(?:e|ion)|oauth|redirect_uri",
        "callback|signed urls?|presigned",
      ),
    ],
    whenHidden: "critical",
  },
  {
    id: "exfiltration-image-template",
    severity: "high",
    category: "instruction",
    title: "An image's address has a place for data",
    rationale: "A picture to be shown with what the agent fills in.",
    message: "shows an image whose address carries data",
    hint: HINT,
    within: "paragraph",
    all: [IMAGE_WITH_DATA],
    host: AWAY,
    context: {
      within: "section",
      any: [
        HOLDINGS,
        SECRET,
        words(
          "jede\\w{0,2} antwort|chaque réponse|cada respuesta|cada resposta|ogni risposta|replace|fill in",
          "substitute|encode|base64|every (?:reply|response|answer)|each (?:reply|response|answer)",
          "end (?:of )?(?:every|each|your)",
        ),
      ],
    },
  },
  {
    id: "exfiltration-blind-copy",
    severity: "high",
    category: "instruction",
    title: "Mail is copied to somebody unseen",
    rationale: "A hidden recipient in each message that the agent writes for its user.",
    message: "adds a hidden recipient to what the user sends",
    hint: HINT,
    within: "sentence",
    near: 240,
    all: [BLIND_COPY, MAIL_ADDRESS],
    context: {
      within: "sentence",
      any: [
        URGENT,
        WITHOUT_USER,
        EVERY,
        NEGATION,
        words("add|include|put|set|also|ajoute\\w{0,2}|añad[ae]|aggiungi|adicione|füge|добав"),
      ],
    },
    none: [
      words("the user (?:asks|wants|names|gives)|if the user|their own address|example of|field|header list|optional"),
    ],
  },
  {
    id: "exfiltration-dns",
    severity: "high",
    category: "instruction",
    title: "Data leaves in names that are looked up",
    rationale: "Nobody looks up a name made of data but to send it.",
    message: "sends data in names that are looked up",
    hint: HINT,
    within: "sentence",
    near: 200,
    all: [
      oneOf(
        DNS_WITH_DATA.source,
        "\\b(?:encode|encoding|split|carry|carries|chunks?|embed|smuggle|leak|exfiltrate|prepend|look (?:it|them) up)\\b",
      ),
      DNS,
      oneOf(DNS_WITH_DATA.source, SECRET.source, SECRET_PLACE.source, HOLDINGS.source),
    ],
    none: [
      words(
        "a records?|cname|mx records?|propagation|ttl|dns protocol|resolver|registrar|zone|certificate",
        "verify (?:domain|ownership)|cloudflare|route ?53",
        "(?<![)}.\\w-])(?:selector\\d?|default|google|k\\d|s\\d)\\._domainkey|(?<![)}.\\w-])_dmarc",
        "(?<![)}.\\w-])_acme-challenge",
      ),
    ],
    whenHidden: "critical",
  },
];
