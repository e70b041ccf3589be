import { TAUGHT_ABROAD, oneOfAll } from "@gaia/reading";
import { EACH_TIME, FORBIDDEN, GUARD_OFF, NEEDED, UNREAD_ORDERS } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN, STRANGE } from "../../lexicon/other-languages.ts";
import { FETCHED_AND_RUN, ONE_LINE, PASTED_IN, REASSURED, SITE, TO_TERMINAL } from "./other-languages-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Programs that somebody is to start unread, in twelve languages besides English. */
export const RECIPE_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    id: "paste-abroad-unread",
    isSure: true,
    title: "What a page copied is to be put into a terminal, in another language",
    message: "has somebody put into a terminal what they did not read",
    hint: "Show the command itself and what it does.",
    all: [TO_TERMINAL, PASTED_IN, oneOfAll(SITE.source, UNREAD_ORDERS.source), REASSURED],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
  {
    ...FOREIGN,
    id: "recipe-abroad-unread",
    isSure: true,
    title: "A stranger's script is to be run unread, in another language",
    message: "has a stranger's script run that nobody need read",
    hint: "Name the vendor's own address and the sum of the file.",
    host: STRANGE,
    all: [
      FETCHED_AND_RUN,
      oneOfAll(
        UNREAD_ORDERS.source,
        NEEDED.source,
        TO_TERMINAL.source,
        EACH_TIME.source,
        GUARD_OFF.source,
        REASSURED.source,
        ONE_LINE,
      ),
    ],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
  {
    ...FOREIGN,
    id: "recipe-abroad-bare-address",
    isSure: true,
    title: "A program of a bare address or a paste is to be run, in another language",
    message: "has a program run that lies where nobody answers for it",
    hint: "Name the vendor's own address and the sum of the file.",
    host: ["ip", "paste"],
    all: [
      oneOfAll(
        "chmod \\+x|\\broot\\b|\\bnc\\b|\\.bin\\b|firmware|binari?[oa]?|binaire|Binärdatei|бинарник|binark\\p{L}",
        "tệp nhị phân|二进制|実行権|バイナリ|실행 권한|바이너리|シェルに渡|\\bpython\\b|\\bbash\\b",
      ),
      oneOfAll(
        "ejec[uú]t\\p{L}{1,5}|corre\\p{L}{0,3}|execut\\p{L}{1,3}|rod[ae]\\p{L}{0,2}|esegu\\p{L}{1,4}",
        "lancia\\p{L}{0,2}|pass\\p{L}{1,4} (?:dritto )?a|ausführ\\p{L}{0,3}|start\\p{L}{1,3}|lanc\\p{L}{1,3}",
        "exécut\\p{L}{1,3}|çalıştır\\p{L}{0,5}|запус\\p{L}{1,6}|выполн\\p{L}{1,4}|uruchom\\p{L}{0,4}|wgraj",
        "odpal\\p{L}{0,3}|chạy|运行|执行|実行|回す|渡す|실행|돌리",
      ),
    ],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
];
