import { oneOf, words } from "@gaia/reading";
import { TRANSLATED } from "../../lexicon/translated.ts";

export const DISARM_COMMAND = oneOf(
  "\\bxattr\\s{1,3}(?:-\\w{1,4}\\s{1,3}){1,3}(?:com\\.apple\\.quarantine\\b)?",
  "\\bspctl\\s{1,3}(?:--master-disable|--global-disable|--add)|\\bcsrutil\\s{1,3}disable",
  "\\b(?:Set|Add)-MpPreference\\s[^\\n]{0,60}(?:-Disable\\w{3,30}|-Exclusion\\w{3,12})",
  "\\bsc\\s{1,3}(?:stop|config)\\s{1,3}WinDefend|\\bDisableAntiSpyware\\b",
  "netsh\\s{1,3}(?:advfirewall|firewall)\\s[^\\n]{0,40}(?:off|disable)",
  "Set-NetFirewallProfile\\s[^\\n]{0,60}-Enabled\\s{1,3}(?:False|\\$false)",
  "\\bsetenforce\\s{1,3}0\\b|\\bSELINUX=(?:disabled|permissive)|\\bufw\\s{1,3}disable\\b",
  "\\biptables\\s{1,3}-F\\b",
  "systemctl\\s{1,3}(?:stop|disable|mask)\\s{1,3}(?:--now\\s{1,3})?(?:firewalld|ufw|auditd|apparmor|" +
    "falcon-sensor|clamav\\S{0,12}|crowdstrike\\S{0,12}|sentinel\\w{0,10}|osqueryd|wazuh\\S{0,10})",
  "\\bset\\s{1,3}\\+o\\s{1,3}history\\b|\\bunset\\s{1,3}HISTFILE\\b|\\bHISTFILE=/dev/null|\\bhistory\\s{1,3}-c\\b|\\bHISTSIZE=0",
  "Set-ExecutionPolicy\\s[^\\n]{0,40}(?:Bypass|Unrestricted)",
  "-ExecutionPolicy\\s{1,3}(?:Bypass|Unrestricted)|-ep\\s{1,3}bypass",
  "\\b(?:kill|pkill|killall)\\s[^\\n]{0,30}(?:falcon|defender|sentinel|clamd|LittleSnitch|Little Snitch|" +
    "osquery|carbonblack)",
  "\\bgit\\s{1,3}config\\s[^\\n]{0,40}http\\.sslVerify\\s{1,3}false|\\bNODE_TLS_REJECT_UNAUTHORIZED=[\"']?0",
  "\\bnpm\\s{1,3}config\\s{1,3}set\\s{1,3}strict-ssl\\s{1,3}false|\\bPYTHONHTTPSVERIFY=0",
);

export const QUARANTINE = oneOf(
  "\\bxattr\\s{1,3}(?:-[cdrsw]{1,4}\\s{1,3}){1,3}",
  "\\bspctl\\s{1,3}--(?:master|global)-disable",
  "\\bcsrutil\\s{1,3}disable",
  "\\b(?:Set|Add)-MpPreference\\b",
  "\\bsetenforce\\s{1,3}0\\b",
  "\\bufw\\s{1,3}disable\\b|\\biptables\\s{1,3}-F\\b",
  "\\bset\\s{1,3}\\+o\\s{1,3}history\\b|\\bunset\\s{1,3}HISTFILE\\b|\\bHISTFILE=/dev/null",
  "\\bSet-NetFirewallProfile\\s[^\\n]{0,60}-Enabled\\s{1,3}(?:False|\\$false)|\\bnetsh\\s{1,3}advfirewall\\s[^\\n]{0,40}(?:off|disable)",
  "\\bsystemctl\\s{1,3}(?:stop|disable|mask)\\s{1,3}(?:--now\\s{1,3})?(?:firewalld|ufw|auditd|apparmor|falcon|clamav|crowdstrike|osqueryd)",
);

export const THEN_RUN = oneOf(
  "\\bchmod\\s{1,3}\\S{0,4}\\+?x|(?:^|[;&|\\n]\\s{0,3})(?:\\./|open\\s|sudo\\s{1,2}\\./|bash\\s|sh\\s|/tmp/)\\S{1,60}",
  "\\b(?:curl|wget|iwr|irm|invoke-webrequest)\\b",
  words(
    "run (?:the|it|our)|launch|open (?:the|it)|install(?:er|ing)?|execute|start (?:the|it)|download(?:ed|s)?",
    "binary|helper|helper app|agent",
  ).source,
);

export const SWITCH_OFF = words(
  TRANSLATED.switchOff,
  "disable|turn(?:ing)? off|switch(?:ing)? off|deactivate|stop|kill|bypass|uninstall|exclude",
  "add(?: \\w{2,12}){0,3} (?:exclusion|exception)s?(?: for| in| to)?|whitelist|allow-?list|pause|suspend",
  "remove|shut (?:down|off)|ignore|dismiss|click through|exempt|terminate|suppress|lower|weaken",
);

export const GUARD = words(
  TRANSLATED.guard,
  "(?:windows )?(?:defender|smartscreen|gatekeeper|xprotect|sip)|system integrity protection",
  "real-?time protection|anti-?virus(?:es)?(?: software| protection| scanner)?|anti-?malware",
  "endpoint (?:protection|security|detection)|edr|firewalls?|selinux|apparmor",
  "(?:security|malware|virus|safety) (?:warnings?|alerts?|scanners?|software|tools?|protections?|controls?|" +
    "prompts?|features?|settings|monitoring|agents?)",
  "uac|user account control|quarantine(?: attribute| flag)?|audit(?:ing| logs?| logging|d)",
  "tamper protection|code signing (?:checks?|verification)|signature (?:checks?|verification)",
  "(?:shell |bash |command )history|sandboxing",
  "(?:disable|turn off|without|bypass|leave|escape|outside)(?: \\w{2,10}){0,2} sandbox",
  "sandbox (?:mode|protection|restrictions?|checks?)|intrusion detection",
  "unidentified developer(?: warning)?|browser (?:warnings?|protection)|little snitch",
);

export const WHY = words(
  TRANSLATED.framing,
  "before (?:running|installing|executing|you|the|starting|downloading|continuing|proceeding|using|opening|" +
    "launching)",
  "so (?:that )?(?:the|it|this|we|you|nothing|your|they)",
  "to (?:allow|let|run|install|avoid|prevent|make|ensure|complete|enable|work|use)",
  "(?:may|might|will|can|could) (?:flag|block|warn|complain|report|detect|quarantine|interfere|show|delete|say)",
  "false positives?|interfer(?:e|es|ing)|temporarily|permanently|first|otherwise",
  "(?:is|are) (?:safe|normal|expected|a false)|must",
  "for (?:the|this) (?:install(?:er|ation)?|setup|skill|tool|agent)|since|because|wrongly|often|bevor|damit",
  "pour que|avant de|avant que|para que|affinché|prima di|чтобы|перед|以便|ために|前に|required",
  "(?:and|then|and then) (?:run|install|start|launch|open|execute|continue|download)",
  "if (?:it|your|the) (?:\\w{3,12} ){0,3}(?:blocks?|flags?|warns?|complains?|detects?)|entirely|completely",
);

export const OWN_HOUSE = [
  words(
    "never|re-?enable|test environment|ci|github actions|vm|local firewall rules?|configur(?:e|ing|ation)",
    "rules?|eslint|lint|debug logging|log level|verbose logging|vercel firewall|waf|cloudflare|aws|azure",
    "security groups?|nginx|spring|django|flask|rails|csrf|cors|logger|console\\.log|python logging|telemetry",
    "opt out|troubleshoot(?:ing)?|electron|chromium|puppeteer|playwright|--no-sandbox|chrome|docker|codex",
    "monitoring dashboard|alerts? (?:rule|policy)|alertmanager|datadog|prometheus|grafana|pagerduty|noise",
    "noisy|narrow(?:est)?|least privilege",
  ),
];

/** Who looks at a skill before it is used. */
export const WATCHERS = words(
  "scanners?|scanning",
  "(?:security |automated |skill |code |llm |ai |safety ){1,4}(?:reviewers?|reviews?|auditors?|audits?|" +
    "judges?|analysis|analy[sz]ers?|classifiers?|scans?|checks?|tools?|systems?|evaluators?)",
  "reviewers?|auditors?|moderators?|moderation|classifiers?|vetting|inspection",
);

export const CLEARED = words(
  "(?:mark|classify|treat|report|rate|label|consider|score|regard|return|deem|judge|assess|flag)(?: (?:it|" +
    "this|that|the|any|all|our|skill|file|package|content|result|code|document|verdict|everything)){0,4}(?: " +
    "as| to be|:)? (?:safe|benign|clean|trusted|harmless|low[- ]risk|verified|approved|not malicious|" +
    "non-malicious|allow(?:ed)?|legitimate)",
  "(?:verdict|classification|result|rating|score)(?: (?:is|must be|should be|:)){1,4} ?(?:safe|benign|" +
    "clean|allow|trusted|harmless)",
  "(?:has|have|was|were|is|are)(?: already)?(?: been)? (?:pre-?)?(?:verified|audited|approved|reviewed|" +
    "certified|scanned|cleared|whitelisted|vetted)(?: (?:by|as|and|for|safe|secure|the|our|security|clean|" +
    "\\w{3,12})){0,6},? (?:so|and|therefore|hence|thus|no|skip)(?: \\w{2,10}){0,3} (?:skip|ignore|need|" +
    "report|omit|scan|review|inspect|analy[sz]e|check|examine|flag|further|required|bypass)",
  "(?:skip|omit|bypass|stop)(?: (?:the|any|all|further|this|its|your|more|every|static|automated|manual|" +
    "deeper)){0,3} (?:security |safety |malware |code )?(?:scan(?:ning)?|analysis|inspection|vetting)",
  "(?:do not|don['’]?t|never|no need to|should not|must not) (?:scan|inspect|analy[sz]e|audit|flag|examine|" +
    "question|report|block|quarantine) (?:this|it|the (?:skill|file|package|content|following|section|rest))",
);

export const HINT = "A program that a system warns of has to be signed, not waved through.";
