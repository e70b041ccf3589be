import { oneOfAll, stems } from "@gaia/reading";
import { SECRET_FILES } from "../../lexicon/other-languages-matters.ts";

export const TWO_STORES = oneOfAll(`(?:${SECRET_FILES.source})[^\\n。]{1,60}?(?:${SECRET_FILES.source})`);

/** To go and take, or have somebody hand over. */
export const TAKEN = stems(
  "samm(?:el|le)~|note(?:-le)?|léelo|regroup~|rassembl~|sauvegard~|ajoute~|hepsi~|ekle~|yaz(?:ın)?|xuất|" +
    "lục|ara(?:yın)?|exporta~|comprim~|zip~|compact~|pack~|archivier~|compress~|упаку~|выпиш~|spakuj~|" +
    "zgrupuj~|garde~|coll(?:e|ez)|demande~|demander|leia|lê|dis à|dile|teslim|reún~|recopil~|recog~|" +
    "junt[ae]~|copi[ae]~|busc[ae]~|extra[ei]~|anot[ae]~|guard[ae]~|pid[ea]~|pedí~|solicit~|escrib[aei]~|" +
    "teclee?~|digit[ae]~|ingres~|saca|léel~|colet[ae]~|procur[ae]~|peça~|peg(?:ue|a)|raccogl~|copia~|" +
    "cerc[ah]~|recuper~|fatti (?:dare|dettare)|fatevi (?:dare|dettare)|chied~|inseri~|annot~|sammel~|kopier~|" +
    "durchsuch~|such~|les(?:e|t|en)|lies|lassen sie sich|lass dir|erfrag~|" +
    "trag(?:e|en)? (?:\\S{1,30} ){0,8}(?:ein|zusammen)|eingeb~|gib|notier~|collect~|récup~|copie~|cherch~|" +
    "demand~|saisi~|dépos~|relèv~|not(?:e|ez)|topla~|kopyala~|tara(?:yın|yıp)?|iste(?:yin|r|sin)?|yazdır~|" +
    "kaydet~|bul(?:up|un)?|oku(?:yun|yup)?|собер~|собира~|скопир~|прочита~|найд~|ищи|попрос~|проси|запрос~|" +
    "введ~|впис~|запиш~|запис~|вытащ~|выгреб~|возьми|zbierz|zbieraj|skopiuj|kopiuj|przeszukaj|znajdź|poproś|" +
    "przepis~|wpis~|zapisz|zapisuj|wyciągn~|odczytaj|podaj~|gom|thu thập|sao chép|chép|tìm|đọc|xin|yêu cầu|" +
    "hỏi|nhập|dán|gõ|lưu|quét",
  "收集|搜集|汇总|复制|拷贝|查找|搜索|翻出|读取|导出|抄录|记下|索取|要来|让.{1,6}(?:输入|提供|填写|报出|发来)|请.{1,6}(?:输入|提供|填写)|输入|提供|填写|集め|収集|" +
    "コピー|探し|読み取|読み出|抜き出|控え|入力|聞き出|教えてもら|提出|書き写|まとめ|모아|수집|복사|찾아|읽어|긁어|적게|적어|적습|입력|알려 (?:달라|주)|받아|요청|추출|정리|打包|" +
    "压缩|要求|要到|粘贴|贴|尋ね|求め|圧縮|取り出|保存|貼|요구|물어|적|압축|내보내|저장|问出|问来|问到",
);
