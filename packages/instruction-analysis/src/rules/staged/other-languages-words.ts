import { stems } from "@gaia/reading";

export const OBEYED = stems(
  "obé(?:ir|is)~|passe-l[ea] à|bash|eval|exec|hazlo|cúmplelo|acátal~|cumpre|execute (?:o|a|tudo)|" +
    "esegui (?:tutto|i|le|gli)|tu es|mach,? was|umsetz~|applique~|y est écrit|dit~ de faire|görev~ bil|" +
    "söyleneni|yazan~|сделай|делай|слушайся|команд~ оттуда|zrób|polecen~|làm ngay|dặn sao|áp dụng|" +
    "chuyển nguyên văn|nghe theo|compórtate como|haz lo que (?:diga|ponga|mande)|obedece|sigue (?:lo que|" +
    "al pie)|lo que (?:mande|diga|ordene)|faça o que|siga (?:o que|à risca)|obedeça|cumpra|va eseguito|" +
    "esegu(?:i|ite|e) (?:quello|ciò|quanto|le istruzioni)|segui(?:te)? (?:ciò|quello|quanto)|obbedisci|" +
    "befolg~|(?:führe|setze) (?:\\S{2,16} ){0,5}(?:aus|um)|gehorch~|tu,? was|obéis|applique(?:z)? (?:ce|" +
    "à la lettre|sans)|suis ce|exécute ce|fais ce qu|uygula~|(?:ne (?:diyorsa|yazıyorsa))|yerine getir~|" +
    "itaat~|выполн[яи]~|исполн[яи]~|следуй|делай (?:вс[её],? )?что|подчин~|wykon(?:aj|uj)~|stosuj|posłuchaj|" +
    "rób,? co|chạy thẳng|làm (?:theo|nấy|đúng)|tuân (?:theo|thủ)|thực hiện|thi hành|importa al volo",
  "照(?:办|做|着做|单全收)|照其|按(?:其|里面|上面|它|该页|页面).{0,6}(?:执行|做|办|行事)|执行(?:其中|里面|它)|服从|次の行動|従(?:う|い|って)|実行(?:する|し)|" +
    "そのとおりに|その通りに|済ませて|따르|따라|그대로 (?:실행|수행|하)|시키는 대로|수행하|실행하|行动|行事|为准|遵照|依照|シェルに|書かれた(?:コマンド|とおり|通り)|すべて実行|" +
    "指示(?:に|を)|그대로|명령을|지시(?:를|대로|에)|내용대로",
);
