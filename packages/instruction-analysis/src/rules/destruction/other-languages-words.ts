import { oneOfAll, stems, words } from "@gaia/reading";
import { TRANSLATED } from "../../lexicon/translated.ts";

export const TRANSLATED_BELONGINGS = words(
  "(?:alle|sämtliche|gesamte[nrs]?|ganze[nrs]?) (?:\\S{3,14} )?(?:dateien|daten|sicherungen|backups|" +
    "festplatten?|datenbank(?:en)?|e-?mails|zweige)",
  "home-?verzeichnis\\w{0,2}|heimverzeichnis\\w{0,2}|festplatte\\w?|sicherungskopien|papierkorb",
  "tous les (?:fichiers|dossiers|e-?mails|messages)",
  "toutes les (?:données|sauvegardes|tables|branches|copies)|les sauvegardes",
  "dossier (?:personnel|utilisateur)|disque(?: dur)?",
  "tod[oa]s (?:los|las|os|as) (?:\\S{3,14} )?(?:archivos|datos|copias|correos|tablas|arquivos|dados|mensajes)",
  "copias de seguridad|(?:el )?disco(?: duro)?|carpeta personal|directorio personal",
  "tutti i (?:file|dati|backup)|所有(?:文件|数据|备份)|整个磁盘|すべてのファイル|все (?:файлы|данные|резервные копии)",
);

export const TRANSLATED_ORDER = words(
  TRANSLATED.delete,
  "formatiere\\w{0,2}|leere|vernichte\\w{0,2}|entferne\\w{0,2}|verschlüssel\\w{0,3}|détrui(?:s|sez|re)",
  "formate[rz]?|vide[rz]?|chiffre[rz]?|destru(?:ye|ir|yan)|formatea\\w{0,2}|vac[ií]a\\w{0,2}|cifra\\w{0,2}",
  "formatta\\w{0,2}|格式化|зашифруй\\S{0,3}",
);

export const TRANSLATED_CAREFUL = [
  words(
    "frage\\w{0,2}|bestätig\\S{0,6}|niemals|nie|nicht|keine\\w?|wenn der (?:be)?nutzer|jamais|ne|pas",
    "confirm\\S{0,8}|si l['’]utilisateur|demande[rz]?|nunca|jamás|no|si el usuario|pregunta\\w{0,2}|non",
    "caches?|tempor\\S{1,6}|temporaires?|不要|никогда|не",
  ),
];

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
