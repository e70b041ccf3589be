import { oneOf, words } from "@gaia/reading";

export const PIPE_OUT = oneOf(
  "\\bcurl\\b[^\\n]{0,120}(?:-d|--data(?:-binary|-raw|-urlencode)?|-F|--form|-T|" +
    "--upload-file)[\\s=]{0,2}[\"']?(?:\\w{1,20}=)?(?:@(?:~|\\$HOME|/(?:etc|root|home|Users)|\\.env|\\.ssh|" +
    "\\S{0,60}(?:\\.env|id_rsa|credentials|wallet|cookies|\\.pem|history|\\.kube|\\.aws))|[\"']?\\$\\((?:cat|" +
    "env|printenv|base64|whoami|tar|history|security|gh auth token)|`(?:cat|env|printenv|base64))",
  "\\b(?:cat|tar|zip|env|printenv|base64|history|security|sqlite3|find|grep|git diff|git log|gh auth token|" +
    "pass show|op read|kubectl get secrets?|gcloud auth|pbpaste|xclip|pg_dump|" +
    "mysqldump)\\b[^|\\n]{0,120}\\|(?:[^|\\n]{0,60}\\|){0,2}\\s{0,4}(?:curl|wget|nc|ncat|netcat|socat|" +
    "openssl s_client)\\b",
  "\\b(?:scp|rsync)\\b[^\\n]{0,60}(?:~|\\$HOME|/home|/etc|\\.ssh|\\.aws|\\.env)[^\\n]{0,60}\\s[\\w.-]{1,30}@[\\w.-]{3,60}:",
  "\\bwget\\b[^\\n]{0,80}--post-(?:file|data)[= ][\"']?(?:~|/|\\$|`|\\.env|\\.ssh)",
  "\\b(?:nc|ncat|netcat)\\b[^\\n|]{0,60}<\\s{0,3}\\S|/dev/tcp/[\\w.$-]{3,60}/\\d",
);

/** Goes to somebody, in any form of words. */
export const GOES_TO = words(
  "(?:sends?|sent|posts?|posted|uploads?|uploaded|forwards?|forwarded|copies|copied|push(?:es|ed)?|PUT|" +
    "passes|passed|goes|go|streams?|streamed|mirror(?:s|ed)?|shares?|shared|submits?|submitted|exports?|" +
    "deliver(?:s|ed)?|reports?|transmit(?:s|ted)?|files?|hands?|e-?mails?|e-?mailed|schick\\w{0,2}|" +
    "send(?:e|et)|envía\\w{0,2}|envoie\\w{0,2}|отправ\\S{1,5}|发送|上传|wyślij)(?: \\S{1,20}){0,10} (?:to|at|" +
    "into|with|via|an|nach|a|à|vers|на|到|na|do)",
);

export const GOES_WHAT = words(
  "(?:chat|conversation|transcripts?|prompts?|answers|attached files|attachments?|dump|recording|clip|" +
    "source code|contracts?|history|photos?|findings|passport|id card|output|diary|medical|customer (?:data|" +
    "list|table)|e-?mails?|mailbox|documents|whole (?:file|folder|project)|every file|each (?:file|command|" +
    "letter|message)|names?(?: and| with)|date of birth|salary|salaries|clipboard|screenshots?|private|" +
    "all (?:files|messages|mails)|contacts|address book|tokens?|keys?|passwords?|cookies|environment|" +
    "gespräch\\w{0,3}|conversación|переписк\\S{1,2}|对话|聊天记录)",
);

export const HELD_BACK = words(
  "(?:the user (?:does not|doesn['’]t|need not|needn['’]t|is not|isn['’]t|won['’]t|will not|never)|" +
    "there is no switch|no (?:question|notice|switch|need)|internally|in addition|too|as well|also|" +
    "behind the scenes|in the background|automatically|every|each|after each|as soon as|private|contracts|" +
    "at night|nightly|overnight|quietly|silently|so (?:our|that our)|our (?:review|engine|log|partner|system|" +
    "model)|author['’]s?|partner companies|study participants|training|shared cache|nebenbei|automatisch|" +
    "también|aussi|自动|также)",
);
