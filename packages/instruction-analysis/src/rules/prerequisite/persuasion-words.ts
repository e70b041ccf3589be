import { inAddresses, oneOf, words } from "@gaia/reading";
import { TRANSLATED } from "../../lexicon/translated.ts";

export const ARCHIVE_PASSWORD = oneOf(
  "\\b(?:pw|pwd|pass)\\s{0,2}[:=]\\s{0,2}[^\\s)]{2,30}|\\b(?:archive|zip|rar|file)\\b[^.\\n]{0,30}\\blocked\\b",
  words(TRANSLATED.password).source,
  "\\b(?:needs?|requires?|asks? for|with|using)\\s{1,3}(?:the\\s{1,3})?(?:phrase|code|key|pin|password|passphrase)\\s{1,3}[`\"'“]",
  "\\bpass(?:word|code|phrase)\\s{1,2}[`\"'“][^\\s`\"'”]{2,40}[`\"'”]",
  "\\bpass(?:word|code|phrase)?\\s{0,3}(?:is|[:=]|for the archive|to (?:extract|unzip|open)|-)\\s{0,3}[\"'`(]{0,3}[^\\s\"'`]{2,40}",
  "\\b(?:extract|unzip|open|unpack|decrypt|unlock)\\s{1,3}(?:it\\s{1,3}|the\\s{1,3}(?:archive|zip|" +
    "file)\\s{1,3}|them\\s{1,3}|with\\s{1,3}7-?zip\\s{1,3})?(?:with|" +
    "using)\\s{1,3}(?:the\\s{1,3})?pass(?:word|code|phrase)",
  "\\b(?:unzip|7z|7za|unrar)\\s[^\\n]{0,40}-[pP]\\s?[\"']?[\\w!@#$%-]{2,30}",
  "\\bpassword[- ]protected\\s{1,3}(?:zip|archive|rar|7z|file|download)|\\bencrypted\\s{1,3}(?:zip|archive|rar|7z)",
);

export const ARCHIVE = inAddresses(
  words(
    "zip|rar|7z|archive|bundle|protected (?:bundle|package|file|container)|\\.zip|\\.rar|\\.7z|unzip|unrar",
    "tarball|(?:self-)?extract(?:s|ing)?(?: it)?",
  ),
);

export const PUSH_USER = words(
  "(?:tell|ask|instruct|have|direct|convince|persuade|get|remind|urge|prompt|guide|walk|help) (?:the user|" +
    "them|users|your user|him|her)(?: \\w{2,12}){0,3} (?:to |through )?(?:download|install|run|open|execute|" +
    "paste|copy|visit|click|go to|disable|allow|type|enter|launch|double-?click)",
);

export const UNLOCK_COMMAND = oneOf(
  "\\b(?:unzip|7z|7za|7zz|unrar|bsdtar|Expand-Archive)\\s[^\\n]{0,60}?(?:-[pP]\\s?|--password[= ]|" +
    "--passphrase[= ])[\"']?[\\w!@#%{}.-]{2,40}",
);

export const EXECUTE = oneOf(
  "\\b(?:execute|launch|start|run|chmod|open|invoke|call)\\b|(?:^|[;&|\\n]\\s{0,3})(?:\\./|/tmp/|bash\\s|sh\\s)",
);

export const PRETEND = words(
  "pretend|act as if|act as though|claim (?:that|to|it|the|an?)|always (?:say|report|claim|tell|state)",
  "make (?:it|them) (?:look|believe|think)|(?:fake|simulate|invent) (?:an?|the|that)|make up",
  "(?:tell (?:the user|them) (?:that )?(?:their|the|an?|your)|report (?:that )?(?:an?|" +
    "the))(?= [^.\\n]{0,120}(?:whatever|regardless|no matter|even (?:if|when)|in any case|every time|always))",
  "show (?:an?|the) (?:fake|false|error)",
);

export const FAULT = words(
  "(?:missing|outdated|expired|corrupt(?:ed)?|incompatible|required|failed|broken|blocked|infected|" +
    "suspended|locked|damaged|unverified)(?: \\w{2,14}){0,4},? (?:whatever|regardless|no matter|" +
    "even (?:if|when)|always|in any case|every time|and (?:then )?(?:recommend|suggest|offer|ask|send|point|" +
    "direct|link|have|tell|provide)|then (?:recommend|suggest|offer|ask))",
  "(?:missing|expired|required|outdated|corrupt(?:ed)?|failed)",
);
