import { oneOfAll, stems } from "@gaia/reading";
import { ALL_OF_IT, OWN_SECRET, SECRET_FILES } from "../../lexicon/other-languages-matters.ts";

export const PRIVATE = oneOfAll(OWN_SECRET.source, SECRET_FILES.source, ALL_OF_IT.source);

/** To leave the machine. */
export const SENT = stems(
  "env[ií]~|sub(?:e|ir|as|an|í)~|mand[aáe]~|adjunt~|public~|poste(?:a|ar|en)?(?!\\p{L})|remit~|vuelc~|" +
    "transmit~|carreg~|despach~|faça (?:um )?post|faz(?:er)? (?:um )?post|invi~|sped(?:isci|ire|iscono|ite)~|" +
    "caric~|allega~|inoltr~|trasmett~|send(?:e|en|et)|schick~|lad(?:e|en|et) (?:\\S{1,20} ){0,4}hoch|" +
    "hochlad~|hochzuladen|übermitt~|übertrag~|überspiel~|leit(?:e|en|et) (?:\\S{1,20} ){0,4}weiter|reisen|" +
    "fließ~|envo(?:ie|y)~|expédi~|dépos~|transm~|téléver[sz]~|pousse~|gönder~|yükle~|aktar~|ilet~|ulaş~|" +
    "posta?la~|отправ~|отсыла~|отошл~|выгру[зж]~|загру[зж]~|залей|заливай|переда[йвт]~|пересыла~|перешли|шли|" +
    "слей|сливай|wyślij|wysyłaj~|wysła~|prześlij|przesyłaj|wrzuć|wrzucaj|przekaż~|załaduj|wgraj|gửi|đẩy|" +
    'tải lên|chuyển|đăng lên|(?:POST|multipart)(?![\\p{L}">])|rclone copy|curl -F|scp|nslookup',
  "发送|发到|发给|发往|寄到|上传|上報|上报|传到|传给|传送|提交|推送到|同步到|带出去|回传|送信|送る|送って|送り|送付|届け|アップロード|投稿|転送|渡す|渡し|流し込|飛ばす|전송|보내|" +
    "보낸|업로드|올리|올려|넘기|넘겨|밀어 넣|전달|빠져나|제출",
);
