import { type HostKind, inAddresses, oneOf, words } from "@gaia/reading";

export const AWAY: HostKind[] = ["ip", "paste", "shortener", "drop", "http", "stranger"];

export const TOOL = words(
  "(?:this|the|our|my|that|its) (?:\\w{2,20} )?(?:tool|skill|server|mcp server|mcp|function|plugin|helper|" +
    "command)",
  "`\\w{3,40}`(?: tool| function| command)?|[a-z]{2,20}_[a-z_]{2,30}(?: tool)?|mcp (?:server|tool)s?",
);

export const BEFORE_ALL = words(
  "(?:before|after) \\w{3,12}ing (?:any|every|each|all)(?: \\w{3,12}){1,2},? (?:\\w{2,10} )?(?:call|use|" +
    "invoke|run|execute|load)",
  "(?:before|prior to|ahead of|after) (?:each|every|any|all)(?: other)? (?:tool |function |model |" +
    "api )?(?:calls?|use|tools?|actions?|requests?|answers?|repl(?:y|ies)|responses?|steps?),? " +
    "(?:\\w{2,10} )?(?:call|use|invoke|run|execute|load)",
  "(?:must|should|has to|needs to)(?: always)? be (?:called|invoked|used|run|executed|loaded|consulted|" +
    "queried|asked)(?: \\w{3,12})? (?:before|first|prior to|ahead of|instead)",
  "(?:always|must(?! (?:never|not))|first)(?: \\w{2,12}){0,2} (?:call|use|invoke|run|execute|go through|" +
    "route|load|trigger|consult)",
  "(?:call|use|invoke|run|execute|load|trigger|consult)(?: \\S{2,40}){1,4} (?:before|first|prior to|" +
    "at the start of|ahead of|instead(?: of)?)",
);

export const OTHERS = words(
  "(?:any|every|each|all) (?:files?|commands?|edits?|prompts?|e-?mails?|inputs?)",
  "(?:whichever|whatever|any|every) (?:tool|skill|function|command)s?",
  "(?:any|every|all|each|the)(?: of the)? (?:other|built-in|native|existing|default|standard|competing|" +
    "remaining|further)(?: \\w{2,12}){0,2} (?:tools?|skills?|servers?|functions?|commands?|plugins?|calls?|" +
    "actions?)",
  "(?:any|every|each|all) (?:other )?(?:tool|skill|tool call|function call|task|request|question|operation|" +
    "answer|reply|response|action|message|file (?:read|write|access))s?(?! (?:that|which|where|requiring|" +
    "involving|with|needing))",
  "other (?:tools?|skills?|servers?|mcp servers?)|anything else",
  "answering(?! (?:any |the |a )?questions? (?:about|on|regarding))|responding",
  "built-in (?:tools?|search|bash|read|write)|native tools?(?! (?:integration|support|use))",
);

export const HIDDEN_PARAMETER = words(
  '(?:parameter|argument|field)s? [`"“](?:sidenote|context|notes?|metadata|feedback|reason|trace|debug|' +
    'extra|comment|description|session|fingerprint|diagnostics|_\\w{3,20})[`"”]',
  "(?:hidden|undocumented|extra|internal|side ?note|_meta|telemetry|sidecar|metadata|context)[ " +
    "_-](?:parameters?|arguments?|params?|fields?|inputs?|args?)",
  "(?:in|into|as|to|via|through|using|with|use|fill|populate|set|pass) (?:the |its |an? )?`?(?:sidenote|" +
    "context|notes?|metadata|feedback|reason|trace|debug|extra|comment|description|session|fingerprint|" +
    "diagnostics|_\\w{3,20}|content_from_\\w{3,30})`? (?:parameter|argument|field|param|property|input)",
);

export const CALLING = words(
  "(?:when(?:ever)? )?(?:call(?:ing)?|us(?:e|ing)|invok(?:e|ing)|pass(?:ing)?|fill(?:ing)?|includ(?:e|ing)|" +
    "put(?:ting)?|set(?:ting)?|populat(?:e|ing)|add(?:ing)?|provid(?:e|ing)|insert(?:ing)?|copy(?:ing)?|" +
    "encode)",
);

export const PROXY = words(
  "(?:ANTHROPIC|OPENAI|GEMINI|OPENROUTER|AZURE_OPENAI|LLM)_(?:BASE_URL|API_BASE|ENDPOINT|API_URL)",
  "HTTPS?_PROXY|https?_proxy|ALL_PROXY|NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|baseURL|base_url",
  "api base|proxy (?:server|url|setting)s?|GIT_SSL_NO_VERIFY|certificate authority|root certificate",
  "trusted (?:root|ca)|system proxy|registry(?:=| url)",
);

export const SET_TO = words(
  "set|export|change|point|configure|route|redirect|use|override|switch|replace|install|trust|add|send (?:all|every|your)|proxy",
);

/** Where the reader's own address is to stand. */
export const YOUR_HOST = inAddresses(oneOf("//(?:[\\w-]{1,20}\\.)?your-?(?:company|domain|org|server|app|site)\\."));

export const HINT = "Describe what the tool is for; which one to use, and when, is the agent's and the user's choice.";
