import { inAddresses, oneOfAll, stems } from "@gaia/reading";

export const RIGHTS =
  "(?<!\\p{L})(?:todos los sitios|todos os sites|tutti i siti|alle(?:n)? (?:seiten|websites)|" +
  "tous les sites|bütün siteler|tüm siteler|все(?:х|м)? сайт|wszystkich stron|mọi trang|acceso (?:total|" +
  "completo)|acesso (?:total|completo)|accesso (?:totale|completo)|vollzugriff|accès (?:complet|total)|" +
  "tam (?:disk )?erişim|полный доступ|pełny dostęp|toàn quyền|quyền quản trị|\\.crx)|所有网站|完全磁盘|管理员权限|" +
  "すべてのサイト|フルディスク|管理者権限|모든 사이트|전체 디스크|관리자 권한";

/** A program somebody starts with a double click. */
export const STARTABLE = inAddresses(
  oneOfAll(
    "[\\p{L}\\w.-]{1,40}\\.(?:exe|scr|msi|bat|cmd|vbs|lnk|pkg|dmg|crx|apk|command|AppImage)(?![\\w-])",
    "\\bsetup\\b|安装包|安装程序|インストーラー?|설치 ?(?:파일|프로그램)|실행 ?파일",
    "[Ii]nstal(?:ador|lateur|leur|latore|ler|ator\\w{0,2})\\b|установщик|инсталлятор|yükleyici|trình cài đặt",
  ),
);

export const SCRIPT_FILE = oneOfAll("[\\p{L}\\w.-]{1,40}\\.(?:sh|py|ps1|jar)(?![\\w-])");

export const LOCKED_ARCHIVE = oneOfAll(
  "\\.(?:zip|rar|7z|tgz|tar\\.gz)(?![\\w-])|\\b(?:RAR|ZIP|7z)\\b|压缩包|圧縮|압축|архив|archiwum|arşiv|tệp nén|giải nén",
);

export const UNLOCKED_WITH = stems(
  "mdp|parola chiave|(?:code|código|codice|kod|код|mã) ?[:：]|protégé~|schlüsselwort|khoá bằng|hasłem|" +
    "(?:contraseña|clave|senha|parola d['’]ordine|password|passwort|kennwort|mot de passe|parola|şifre|" +
    "пароль|hasło|mật khẩu)|nhập mã|cifrad[oa]|cifrato|protegid[oa]|verschlüsselt|chiffré|şifreli|зашифрован|" +
    "zaszyfrowan~",
  "密码|口令|パスワード|비번|비밀번호|암호|解压码|提取码|暗号|解凍キー",
);
