import { oneOf, words } from "@gaia/reading";

/** Ways into a machine that no program needs. */
export const BACK_DOOR = oneOf(
  "\\bauth\\s{1,4}sufficient\\s{1,4}pam_permit\\.so",
  "\\buid:\\s{0,2}[\"']?0\\b[^\\n]{0,40}non_unique|\\bnon_unique[^\\n]{0,40}uid:\\s{0,2}0\\b",
  "\\buseradd\\b[^\\n]{0,60}(?:-o\\b[^\\n]{0,20}-u\\s{0,2}0\\b|-u\\s{0,2}0\\b[^\\n]{0,20}-o\\b|--non-unique)",
  "\\busermod\\b[^\\n]{0,30}-o\\s[^\\n]{0,12}-u\\s{0,2}0\\b|>>?\\s{0,2}/etc/passwd\\b",
  words(
    "(?:add|create|set up|make|tạo|lege|crea|crée|cree|添加|создай)(?: \\S{1,14}){0,5} (?:account|user|" +
      "người dùng|benutzer|usuario|utilisateur|用户|пользовател\\S{0,3})(?: \\S{1,14}){0,3} (?:with |có |mit |" +
      "con |avec )?uid ?(?:of )?0",
    "second (?:account|user) with uid 0",
  ).source,
);

/** A key or an account of somebody else's in the administrator's place. */
export const THEIR_KEY = words(
  "(?:append|add|put|place|write|install|copy)(?: \\S{1,20}){0,5} (?:her|his|our|their|my|the (?:helper|" +
    "support|vendor|author|maintainer|publisher|operator)(?:['’]s)?)(?: \\S{1,12}){0,3} (?:public key|key|" +
    "ssh key|pubkey)",
);

export const INTO_ROOT = words(
  "root(?:['’]s)?(?: \\S{1,12}){0,2} authorized_keys|authorized_keys(?: of| for)? root|/root/\\.ssh|authorized_keys",
);
