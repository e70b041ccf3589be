import { stems } from "./patterns/pattern.ts";

/** What is told so that it is known again: frauds, signs, and what somebody else's text asks for. */
export const TAUGHT_ABROAD = stems(
  "zwracaj uwagę|achte auf|phishing|prompt[- ]injection|estafa~|fraude~|golpe~|truff~|betr[uü]g~|arnaque~|" +
    "escroquerie|dolandırıcı~|kimlik avı|мошенни~|фишинг~|oszust~|wyłudz~|lừa đảo|sospechos~|suspeit~|" +
    "sospett~|verdächtig~|suspect~|şüpheli|подозрительн~|podejrzan~|đáng ngờ|(?:pid[ae]n?|ped[ea]m?|" +
    "chied[ea](?:no)?|verlangt|demande(?:nt)?|просит|prosi|dic[ae]n?|diz|dice|sagt|dit|żąda|" +
    'требует) ?(?:que )?[«“„"]',
  "诈骗|钓鱼|骗(?:局|子|术)|可疑|冒充|詐欺|フィッシング|怪しい|なりすまし|피싱|사기|의심스러운|사칭",
);
