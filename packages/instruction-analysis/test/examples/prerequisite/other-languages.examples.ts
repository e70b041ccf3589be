import type { RuleExamples } from "../rule-examples.ts";

/** What the rules of `other-languages.ts` must find, and what they must leave. */
export const EXAMPLES = {
  "prerequisite-abroad-needed": {
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
  "prerequisite-abroad-rights": {
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
  "prerequisite-abroad-guarded": {
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
  "prerequisite-abroad-locked": {
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
} satisfies Record<string, RuleExamples>;
