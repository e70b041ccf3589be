import { oneOfAll, stems } from "@gaia/reading";

/** Commands after which something is gone. */
export const WIPES = oneOfAll(
  "\\bkubectl delete\\b|\\bgit clean -\\w{0,4}[fd]|\\bgit reset --hard",
  "\\bdocker (?:system|volume) (?:prune|rm)|\\bhelm (?:delete|uninstall)|\\baws s3 (?:rm|rb)",
  "\\bterraform destroy|\\brm\\s{1,3}-[rRf]{1,3}\\b|\\bshred\\b",
  "\\bgit push\\s[^\\n`]{0,60}(?:--mirror|--force(?!-with-lease))|\\bDROP (?:DATABASE|SCHEMA|TABLE)\\b",
  "\\bDROP\\b|\\bTRUNCATE\\b|\\bdd if=/dev/(?:zero|u?random)|\\bmkfs\\b|\\breflog expire|\\bgc --prune=now",
  "--force(?!-with-lease)`?|\\btmutil delete|\\bvssadmin delete|\\bformat [c-z]:",
  "\\bRemove-Item\\b[^\\n`]{0,60}-Recurse|\\bdel /[sfq]",
);

/** That what could bring it back goes too, or nobody is asked or told. */
export const BACKUPS_TOO = stems(
  "aunque (?:\\S{1,14} ){0,5}(?:otros|compañeros)|compañeros|colegas|colleghi|collègues|kollegen|коллег~|" +
    "kolegów|współpracownik~|đồng nghiệp|iş arkadaş~|cada vez que|en cuanto|sin (?:preguntar|copia)|" +
    "sem (?:perguntar|cópia)|senza (?:chiedere|copia)|ohne (?:rückfrage|nachfrage|sicherung|zu fragen)|" +
    "sans (?:demander|sauvegarde)|pas de question|sormadan|yedeksiz|без (?:вопросов|спроса|копи|бэкап)|" +
    "не спрашива~|bez (?:pytania|kopii)|không (?:hỏi|sao lưu)|khỏi hỏi|velero|licen[zçc]~|lizenz~|лиценз~|" +
    "lisans~|licencj~|giấy phép|copias? de (?:seguridad|respaldo)|respaldos?|cópias? de segurança|backups?|" +
    "бэкап~|резервн\\p{L}{2,3} копи~|kopi\\p{L}{1,3} zapasow~|yedek~|sicherung(?:en|skopien)|sauvegardes?|" +
    "bản sao lưu|snapshots?|time machine|pg_basebackup|tabula rasa|se ne accorger~|соседние проекты|под нож|" +
    "целиком вместе|без остатка|hasta el fondo|tận gốc|kökünden|restlos|unwiederbringlich|irréversible~|" +
    "bezpowrotnie|öğüt~|chẳng còn ai kịp|đè lên|nadpisz~",
  "备份|快照|回收站|不留|无法恢复|彻底|バックアップ|スナップショット|復元できない|reflog|消し去|根こそぎ|백업|스냅샷|복구(?:할 수 없|가 안|하지 못)|흔적 없이|모조리|깡그리|" +
    "同事|不用问|不必问|他の人の変更|確認(?:せず|なし)|許諾|ライセンス|許可証|다른 사람|묻지|라이선스|许可证|授权码|试用",
);
