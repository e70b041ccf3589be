/** Threats by their id, as tests name them: what an attacker does, and what holds. An id means one thing, and keeps meaning it. */
export interface Family {
  title: string;
  threats: readonly (readonly [id: string, sentence: string])[];
}

export const FAMILIES: readonly Family[] = [
  {
    title: "Archives",
    threats: [
      ["A1", "A path climbs out of the package: it is refused before anything is written."],
      ["A2", "A path is absolute, of Unix, of Windows or of a network share: it is refused."],
      ["A3", "A path or link is relative to a drive: it is refused."],
      ["A4", "An entry is a symbolic link: it is refused, and none is followed."],
      ["A5", "A link comes first and a file is written through it: nothing is written outside."],
      ["A6", "A hard link leads to a file outside: it is refused."],
      ["A7", "An entry is a device, a pipe, a sparse file or of an unknown type: it is refused."],
      ["A8", "Entries carry setuid bits, owners or odd times: none of them is kept."],
      ["A9", "Two entries have one name: the package is refused."],
      [
        "A10",
        "Two names are one on another file system, by case, Unicode or a dot at the end: the package is refused.",
      ],
      ["A11", "A file is also the folder of another file: the package is refused."],
      ["A12", "A name means a device or a stream on Windows, or nothing that an install can write: it is refused."],
      ["A13", "A name or text holds control characters, turned or invisible letters, or is not UTF-8: it is refused."],
      ["A14", "Paths are too long or too deep: they are refused."],
      ["A15", "An archive has very many entries: it is given up at the limit."],
      ["A16", "An archive is small and becomes huge, also through archives inside it: it is given up at the limit."],
      ["A17", "Declared and real sizes differ: the archive is refused."],
      ["A18", "A pax header gives an entry another size than its own header: the archive is refused."],
      ["A19", "Extension headers are many or huge: they are given up at the limit."],
      ["A20", "Two readers of ZIP see different files in one archive: it is refused."],
      ["A21", "One file is two archives: it is refused, or looked into as both."],
      [
        "A22",
        "Entries are encrypted or packed by an unknown method: they are refused, and what cannot be looked into is said.",
      ],
      ["A23", "An archive lies inside the archive: it is a finding, and its content is looked at."],
      ["A24", "An archive is cut or garbled at any byte: it is refused in words, and nothing crashes."],
      [
        "A25",
        "A body is slow, endless, larger than it says, or a flood of parts: it ends at the limit and harms no other request.",
      ],
      [
        "A26",
        "A package has no manifest, two, or one with odd marks and line ends: which one counts is never a guess.",
      ],
    ],
  },
  {
    title: "Manifests",
    threats: [
      ["Y1", "Aliases multiply into billions of nodes: they are refused before they are expanded."],
      ["Y2", "An anchor contains itself: it is refused."],
      ["Y3", "Merge keys bring in fields unseen: they are refused."],
      ["Y4", "A key stands there twice: the manifest is refused."],
      ["Y5", "A key or a name is `__proto__` or another that objects have: it is one like any other."],
      ["Y6", "A tag asks the reader to make objects: it is refused."],
      ["Y7", "A word or number reads otherwise in another YAML: text stays as it is spelled."],
      ["Y8", "A manifest is huge or deeply nested: it is given up at a bounded cost."],
      ["Y9", "A second document hides behind the first: it is refused."],
      ["Y10", "A number is none that JSON can hold: it is refused."],
      ["Y11", "The manifest says another name, version or author than the publish: the manifest alone gives no right."],
      ["Y12", "A publisher takes a name or prefix that is reserved for others: it is refused."],
      ["Y13", "A manifest claims a tier: it is kept as a claim and raises nothing."],
      ["Y14", "A licence is garbage or no expression of SPDX's: it is named as that."],
      ["Y15", "A permission is made to be slow to match or to crash its reader: it is bounded and refused."],
    ],
  },
  {
    title: "Tokens, people and workflows",
    threats: [
      ["T1", "A token is used after it was revoked or has expired: it is dead with the next request."],
      ["T2", "The time of a look-up tells how much of a token was guessed: it tells nothing."],
      ["T3", "A token or account does what it was not given, by scope, name or publisher: it is refused."],
      ["T4", "A token stands in an address or a log: it is no credential there, and in no log."],
      ["T5", "A suspended or removed account goes on, also with what was under way: nothing of it is committed."],
      [
        "T6",
        "A workflow's identity is forged, replayed, or of a repository that took another's name: it is exchanged for nothing.",
      ],
      ["T7", "A caller names what is another's by its id: it is not there for them."],
      [
        "T8",
        "An account makes itself, or is made, more than it may be: it stays what it was, and so does the last owner or admin.",
      ],
      ["T9", "A right outlives what it came from, as a membership, an offer or a sign-in: it ends with it."],
      [
        "T10",
        "Guesses are made from many addresses, ways or forged headers: they are one count, and lock out no other account.",
      ],
      ["T11", "A code of the second factor is used twice: it is good once, however it is spaced."],
      [
        "T12",
        "A stranger tries which accounts exist, or uses another's address: answers are alike, and nothing is gained.",
      ],
      [
        "T13",
        "Another site, browser or provider meddles with a sign-in, a form or a code: it acts in no account's name.",
      ],
      ["T14", "A privileged change is made without its audit row: the database refuses it."],
      [
        "T15",
        "An open browser, or a copy of its cookie, is used to take the account over or to delete it: it takes more than a session.",
      ],
      [
        "T16",
        "A link about another address is replayed, old, or another account's: it does nothing, and until both addresses agreed nothing changes.",
      ],
      ["AZ5", "A token is found somewhere: its finder can revoke it (`docs/SECURITY-SCORECARD.md`)."],
      [
        "GE2",
        "A name is made to be taken for another's or for a popular one: it is refused (`docs/SECURITY-SCORECARD.md`).",
      ],
      [
        "H-A1",
        "A sign-in, second factor or passkey is carried into another's session, by cookies too: it counts in its own alone.",
      ],
      ["H-A2", "A token or session ends while a request is under way: nothing is written for it afterwards."],
      ["H-A3", "A stolen token or an open browser asks for what is grave: without the second factor it gets nothing."],
      [
        "H-A4",
        "Links, mails and guesses without end are used to lock an owner out or get in: the owner alone still comes in.",
      ],
      ["H-A5", "A misspelt or unknown key is passed over, and less protection is set than was meant: it is refused."],
      [
        "H-A6",
        "A hidden, staged or abandoned name is sounded out or held: it answers as a free one, and is free once nothing of it was live.",
      ],
      ["H-A7", "Downloads and reviews are made up to praise or shame a skill: what is none does not count."],
      ["H-A9", "An attacker on the way removes the encryption: an address that is https says so in every answer."],
    ],
  },
  {
    title: "Signatures, keys and the log",
    threats: [
      ["G1", "A signature is by another key or over another payload: it does not verify."],
      ["G2", "A payload is passed off as one of another type: the type is signed too."],
      ["G3", "A signature made for another release is attached: it is refused, and the reason names the other."],
      ["G4", "A certificate is used outside its time, or without a proven time: it does not count."],
      ["G5", "A bundle's entry in the transparency log is for something else: it does not verify."],
      ["G6", "A certificate is for another identity or issuer: it is not the registered signer."],
      [
        "G7",
        "A key is expired, revoked or retired, a digest weak, or a signature in a form that hides text: it does not count.",
      ],
      ["G8", "A signed skill goes on unsigned, or by another signer: it is held until its owner names the signer."],
      ["G9", "A registry shows an older state, or keeps quiet about what was withdrawn: clients miss it and refuse."],
      ["G10", "What was checked is changed before the decision: a decision is about the bytes that were looked at."],
      ["H-A8", "A key that its owner revoked lives on at another publisher: a revocation counts everywhere."],
      [
        "H-A10",
        "A key, signature or attestation of another kind is taken for more or less than it says: it is taken as what it is, in words.",
      ],
      [
        "K1",
        "Copies of a key are shown without its revocation, or in another order: what was once revoked stays revoked.",
      ],
      ["K2", "Keys and signatures are made to be costly: they keep no other request waiting."],
      [
        "K3",
        "A publisher registers a key that is not theirs, or one made in the future: it is not shown as theirs, or is refused.",
      ],
      [
        "K4",
        "The registry's own key is stolen, exchanged or sounded out: " +
          "clients follow signed hand-overs alone, and the key can stay in a module.",
      ],
      [
        "L1",
        "A registry keeps decisions from its log, or shows two histories: proofs, monitors and witnesses find it out.",
      ],
      ["L2", "A log is put back, frozen or replaced by another history: clients that saw more refuse it."],
      ["L3", "The holder of the database rewrites or drops an entry of the log: it no longer holds against the tree."],
    ],
  },
  {
    title: "Races and faults",
    threats: [
      ["R1", "Many publish one version or write one key at once: there is one, and every answer says which."],
      ["R2", "Changes of one thing meet in one moment: they leave one legal history."],
      ["R3", "A process is killed between storage and database: nothing half is seen, and no orphan stays."],
      ["R4", "A worker is killed in the middle of a job: the job is done once."],
      ["R5", "Redis is emptied while jobs wait: every job is done."],
      ["R6", "Storage gives damaged, cut or missing bytes: they are never served."],
      ["R7", "Clocks differ or are turned: the registry's own decides."],
      ["R8", "The database cuts connections or lets transactions lose: they are tried again, or answer 503."],
      ["R9", "The disk is full: writes are refused in words, and what was there stays."],
      ["R10", "One job is delivered many times: it is concluded once."],
      [
        "P1",
        "A purge removes what others rely on, or leaves text behind: it is its owner's in time alone, whole, and uses its number up.",
      ],
    ],
  },
  {
    title: "What is shown",
    threats: [
      ["X1", "A skill's text brings script, style or markup into a page: none of it acts."],
      ["X2", "A picture in a read-me tells who reads it: it is a link that loads nothing."],
      ["X3", "Text or a link looks like another, or turns direction: what is shown is what is there."],
      ["X4", "A file name writes headers of the answer: the name is the skill's own."],
      ["X5", "A file or an answer is taken for a page, a script or a style of ours: it is an attachment or text."],
      ["X6", "A text is made to be slow to render, to colour or to compare: that ends in time and size."],
      ["X7", "Text from a skill or registry steers the terminal: no control character comes through."],
      ["X8", "Markup gets into a badge: as a page or a picture, it runs nothing and loads nothing."],
      ["X9", "A secret is in a log, or a request writes lines of it: what is logged is ours and holds none."],
      ["X10", "An address of ours leads on to another site: it leads to this site alone."],
      ["X11", "A text is a formula in a cell, or markup in a feed or in JSON: it is a text there, too."],
      ["X12", "A skill's text orders the model that reads our answers: it is flagged, and reasons are our own words."],
      [
        "X13",
        "The page of a held skill hands out its payload: what a finding quotes, and code, is nowhere ready to be run.",
      ],
    ],
  },
  {
    title: "Queries and the network",
    threats: [
      [
        "Q1",
        "A search or pattern is made to be slow, or a page far away: it costs a bounded time and never answers 500.",
      ],
      ["Q2", "A filter or search term is written as a query: it is data."],
      ["Q3", "An address that a stranger chose leads into the private network: it is not asked."],
      ["Q4", "What only some may see shows in answers, caches, lists or logs: to others it is an unknown name."],
      [
        "Q5",
        "Limits are dodged or used up under keys of the attacker's choice, or records grow without end: both are bounded.",
      ],
      ["Q6", "A request hides another, or means another method: it is refused, and nothing follows it."],
      ["Q7", "One request asks very many things: it counts as many, once, or is refused."],
    ],
  },
  {
    title: "The scan",
    threats: [
      ["S1", "A package configures its scanner or leads it to another index: neither has an effect."],
      ["S2", "A comment or an encoding hides a line from the scanner: it is found all the same."],
      ["S3", "A file cannot be read or parsed: it is unscanned, never clean."],
      ["S4", "A file is huge, padded or slow to read: it is read within bounds, or unscanned."],
      ["S5", "Code lies where a scanner does not look, as in notebooks, build files or other endings: it is read."],
      ["S6", "A dangerous call is put together at run time: it is a finding."],
      ["S7", "A file name is an option of the scanner: it is a file name."],
      ["S8", "A scanner or a command is brought down or never ends: it ends at its limits and counts as unscanned."],
      ["S9", "A verdict outlives the scanner that gave it: it is bound to that one's version and rules."],
      ["S10", "A skill unpacks its payload only when it runs: what is packed is a finding."],
      [
        "S11",
        "What is held for review reaches a user who did not ask for it: no list shows it; " +
          "no range, version, dependency or download takes it.",
      ],
      [
        "S12",
        "A package that took a scanner over leaves something to the next one, or to one beside it: " +
          "each is read by a fork of its own, of a process that read none.",
      ],
    ],
  },
  {
    title: "Sources in git",
    threats: [
      ["V1", "A repository's settings, hooks, filters or attributes run a program or change a file: none is read."],
      ["V2", "An object is not what its id says, or another one stands in its place: it is refused."],
      ["V3", "A pack, a tree or a file is made to be endless: it ends at its bound, and nothing of it is left."],
      ["V4", "A tree has `..`, `.git`, or one name twice: no such path comes out of it."],
      ["V5", "A package calls a file of its own as a receipt of the registry is called: it is compared as any other."],
      [
        "V6",
        "One repository's slow host or many commits stop other mirrors, or take away what they read: neither does.",
      ],
    ],
  },
  {
    title: "Running and installing",
    threats: [
      ["H-B1", "A skill that root starts acts as root: it is a user of its own and writes to no door of the kernel."],
      ["H-B2", "A skill speaks to the kernel about keys, namespaces or tracing: those calls are denied."],
      ["H-B3", "A run is killed, or ended by what it talks to: it leaves nothing for the next one, and ends alone."],
      ["H-B4", "A granted host leads into a private network, or a tunnel to another host: a person has to allow it."],
      ["H-B5", "A skill writes what shells, editors or agents obey later: it cannot, or it is put aside and reported."],
      ["H-B6", "A repository brings links in the place of our files: none is followed."],
      [
        "H-B7",
        "A caller leaves a step of an install out: the order is the installer's, " +
          "and nothing is written before a person agreed to all of it.",
      ],
      ["H-B8", "An install takes the place of a person's own work: it is refused or kept aside."],
      ["H-B9", "One skill that cannot be had keeps all others from their update: the others are updated."],
      [
        "H-B10",
        "A proxy or gateway answers for the registry, or is set wrongly: it ends soon, in words, and no secret is shown.",
      ],
      ["H-B11", "A folder holds what is not for others: what git or its author ignores is not published."],
      ["H-B12", "A repository's lock leads to another registry or machine: it leads nowhere."],
    ],
  },
];
