import { oneOfAll, stems } from "@gaia/reading";
import { SHELL_OF_FETCH } from "../../lexicon/actions.ts";

export const FETCHED_AND_RUN = oneOfAll(
  "\\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\\b[^|\\n`]{3,200}\\|\\s{0,3}(?:sudo " +
    ")?(?:-E )?(?:ba|z)?(?:sh|iex|invoke-expression|python3?|node|source)\\b",
  SHELL_OF_FETCH.source,
);

export const ONE_LINE =
  "(?<!\\p{L})(?:una línea|uma linha|una riga|eine[rn]? zeile|une (?:seule )?ligne|tek satır|одной строк|" +
  "jedn\\p{L}{2,3} (?:linijk|komend|polece)|một dòng|automáticamente|automaticamente|автоматически|" +
  "primera vez|ejecut|execut|esegui|installe[rz]|instala|zainstaluj|uruchom|установ|запуст|выполн|kurmak|" +
  "çalıştır|chạy|cài)|一行|执行|运行|安装|導入|実行|走らせ|インストール|한 줄|실행|설치";

/** To a terminal or a box for commands. */
export const TO_TERMINAL = stems(
  "spotlight|f12|consola|console|konsol~|консол~|командн\\p{L}{2,3} строк~|uçbirim~|dòng lệnh|" +
    "prompt dei comandi|símbolo del sistema|hộp (?:thoại )?run|terminal~|терминал~|terminál~|konsole|" +
    "powershell|eingabeaufforderung|invite de commandes|ctrl ?\\+ ?alt ?\\+ ?t|cmd ?\\+ ?(?:espacio|espaço|" +
    "spazio|space|leertaste|espace)|win(?:dows)? ?\\+ ?[rx]|(?:tecla|touche|tasto|taste|клавиш~|klawisz~|" +
    "phím) (?:de )?windows",
  "终端|命令行|运行框|运行窗口|⌘ ?\\+ ?空格|ターミナル|コマンドプロンプト|ファイル名を指定して実行|(?:Windows|ウィンドウズ)キー|터미널|명령 프롬프트|실행 창|윈도우 키|파워셸|" +
    "控制台|运行.{0,2}对话框|コンソール|콘솔|명령줄|검은 창",
);

/** What is said to somebody who is to do it without looking. */
export const REASSURED = stems(
  "sans (?:le |la |les )?relire|n[’\\x27]en tenez pas compte|nie (?:musi|trzeba) (?:rozumieć|czytać)|" +
    "не (?:нужно|надо) (?:читать|понимать|вникать)|không cần (?:hiểu|đọc|biết)|(?:okumanıza|anlamanıza) " +
    "gerek|muss (?:man|niemand) (?:nicht )?(?:lesen|verstehen)|no hace falta (?:leer|entender)|" +
    "não precisa (?:ler|entender|saber)|non serve (?:leggere|capire)|bot[óã]o?n?|bouton|knopf|schaltfläche|" +
    "düğme~|кнопк~|przycisk~|nút|pulsante|tasto|sudo|uyarı~|предупрежден~|ostrzeżeni~|cảnh báo|avertissement|" +
    "advertencia|aviso|avviso|warnung|no te preocupes|tranqui~|(?:tal cual|sin leer|" +
    "senza (?:stare a )?leggere|sem ler|sans (?:le |la )?lire|ohne (?:es )?(?:anzusehen|zu lesen))|" +
    "aunque no (?:veas|se vea)|não se preocupe|(?:niente paura|non preoccup)~|keine sorge|ist normal|" +
    "das ist normal|c['’]est normal|pas d['’]inquiétude|è normale|es normal|é normal|robot|captcha|" +
    "merak etme~|normaldir|endişelenme~|не (?:пугай|волнуй|переживай|бойся)~|это нормально|не читая|" +
    "nie (?:martw|bój|przejmuj)~|to normalne|bez czytania|đừng lo|yên tâm|bình thường|" +
    "không phải (?:là )?(?:người máy|robot)|(?:clave|contraseña|senha|password|passwort|mot de passe|şifre~|" +
    "пароль|hasło|mật khẩu)",
  "别慌|别担心|不用(?:看|管|怕)|正常(?:的|现象)|乱码|(?:开机|电脑)?密码|人机|机器人|心配(?:は)?(?:いら|無用|ない)|正常です|ロボット|パスワード|걱정|정상(?:이|입)|" +
    "로봇|비밀번호|按钮|复制按钮|ボタン|警告|読まなくて|버튼|경고|읽지 않아도",
);
