import { inAddresses, oneOfAll, stems } from "@gaia/reading";

/** The means of a harm, in twelve languages besides English and in what all of them share: names of files, switches, commands. */

/** The guard of a system is off, asleep or not to be heeded. */
export const GUARD_OFF = stems(
  "desactiv\\p{L}{1,3} (?:el|la|o|a) (?:antivirus|protecci|firewall)~|désactive~ l[’\\x27]antivirus|einfachste weg ist, den virenschutz|alerte|origen desconocido|origem desconhecida|fonti sconosciute|unbekannte quellen|sources inconnues|bilinmeyen kaynak~|неизвестн\\p{L}{2,3} источник~|nieznan\\p{L}{1,3} źród~|nguồn không xác định|quyền quản trị|system-?rechte|как администратор|от администратора|jako administrator|als administrator|como administrador|come amministratore|en tant qu[’\\x27]administrateur|yönetici olarak|smartscreen|(?:windows )?defender~|gatekeeper|windows security|set-mppreference|executionpolicy bypass|esegui comunque|ejecutar de todas formas|executar (?:assim )?mesmo|trotzdem ausführen|exécuter quand même|yine de çalıştır|выполнить в любом случае|zezwól mimo to|uruchom mimo|vẫn chạy|(?:antivir[uú]s|antivirus~|virenwächter|virenscanner|virenschutz|антивирус~|antywirus~|phần mềm diệt virus)|(?:tarayıcı|trình duyệt|przeglądarka|браузер)[^.\\n]{0,30}(?:zararlı|uyar|chặn|cảnh báo|ostrzeg|блокир|ругает)|modo (?:de )?desarrollador|chế độ nhà phát triển",
  "杀毒|杀软|安全中心|仍要运行|更多信息.{0,4}仍|拦截|ウイルス対策|セキュリティソフト|ディフェンダー|詳細情報.{0,6}実行|백신|스마트스크린|디펜더|추가 정보.{0,6}실행|브라우저가 막|계속 다운로드|安全拦截|来源不明|信任|管理员身份|管理者として|提供元不明|출처를 알 수 없|관리자 권한",
);
/** A program somebody starts with a double click. */
export const STARTABLE = inAddresses(
  oneOfAll(
    "[\\p{L}\\w.-]{1,40}\\.(?:exe|scr|msi|bat|cmd|vbs|lnk|pkg|dmg|crx|apk|command|AppImage)(?![\\w-])|\\bsetup\\b|安装包|安装程序|インストーラー?|설치 ?(?:파일|프로그램)|실행 ?파일|[Ii]nstal(?:ador|lateur|leur|latore|ler|ator\\w{0,2})\\b|установщик|инсталлятор|yükleyici|trình cài đặt",
  ),
);
export const SCRIPT_FILE = oneOfAll("[\\p{L}\\w.-]{1,40}\\.(?:sh|py|ps1|jar)(?![\\w-])");
export const LOCKED_ARCHIVE = oneOfAll(
  "\\.(?:zip|rar|7z|tgz|tar\\.gz)(?![\\w-])|\\b(?:RAR|ZIP|7z)\\b|压缩包|圧縮|압축|архив|archiwum|arşiv|tệp nén|giải nén",
);
export const UNLOCKED_WITH = stems(
  "mdp|parola chiave|(?:code|código|codice|kod|код|mã) ?[:：]|protégé~|schlüsselwort|khoá bằng|hasłem|(?:contraseña|clave|senha|parola d['’]ordine|password|passwort|kennwort|mot de passe|parola|şifre|пароль|hasło|mật khẩu)|nhập mã|cifrad[oa]|cifrato|protegid[oa]|verschlüsselt|chiffré|şifreli|зашифрован|zaszyfrowan~",
  "密码|口令|パスワード|비번|비밀번호|암호|解压码|提取码|暗号|解凍キー",
);
/** Nothing goes on before it is there. */
export const NEEDED = stems(
  "obligatoire~|avant usage|avant (?:la première|toute)|pas de \\p{L}{3,14}, pas de|pflicht~|vorher|yükümlü~|gerekli~|önce|kurmadan|yoksa|aksi (?:halde|hâlde)|иначе|сначала|прежде чем|требу~|konieczn~|najpierw|inaczej|musi|không có|nếu không|trước (?:khi|tiên)|antes de (?:usar|empezar|começar)|primero|primeiro|prima di|prima|necesari[oa]|necessári[oa]|necessari[oa]|requier~|requer~|richied~|requis~|nécessaire|erforderlich|benötig~|zuerst|imprescindible|obligatori[oa]|sin (?:él|ella|ese|esta|este) (?:\\S{1,14} ){0,4}no|no (?:funciona|arranca|continúes|sigas)|hasta que|sem (?:ele|ela|isso)|não (?:funciona|roda|continue)|só (?:funciona|roda)|enquanto não|senza (?:di esso|il|la|questo)|non (?:funziona|parte|procedere)|finché non|ohne den|ohne das|ohne diese|brich ab|zwingend|voraussetzung|solange|il faut|faute de quoi|refuse(?:ra|z)?|tant que|indispensable|olmadan|açılmadan|kurulmadan|zorunlu|çalışmaz|şart|обязательн~|без н(?:его|её|ее)|не (?:работает|запустится|начина)|пока не|откаж|bez (?:niego|niej|tego)|martwy|odmówić|dopóki|wymagan[yae]|nie (?:działa|ruszy|wstaje)|bắt buộc|thiếu (?:nó|thì)|không (?:có nó|chạy được)|phải (?:cài|có)",
  "必须(?:先)?(?:安装|装|下载)|先(?:安装|装|下载)|没有它|否则(?:无法|不能|不)|缺(?:少)?(?:它|了)|前提|必須|ないと(?:動|使)|入れて(?:いない|ない)|まで(?:は)?(?:応じ|進め|始め)ない|なければ(?:動|使|始)|反드시|반드시|없으면|깔려 있어야|설치(?:해야|되어 있어야|하기 전)|전까지|필수|缺少|需要(?:先)?(?:安装|装)|首先|之前|才能|まず|事前に|前に|必要|されていない場合|먼저|필요|이전에|후에야",
);

/** To a terminal or a box for commands. */
export const TO_TERMINAL = stems(
  "spotlight|f12|consola|console|konsol~|консол~|командн\\p{L}{2,3} строк~|uçbirim~|dòng lệnh|prompt dei comandi|símbolo del sistema|hộp (?:thoại )?run|terminal~|терминал~|terminál~|konsole|powershell|eingabeaufforderung|invite de commandes|ctrl ?\\+ ?alt ?\\+ ?t|cmd ?\\+ ?(?:espacio|espaço|spazio|space|leertaste|espace)|win(?:dows)? ?\\+ ?[rx]|(?:tecla|touche|tasto|taste|клавиш~|klawisz~|phím) (?:de )?windows",
  "终端|命令行|运行框|运行窗口|⌘ ?\\+ ?空格|ターミナル|コマンドプロンプト|ファイル名を指定して実行|(?:Windows|ウィンドウズ)キー|터미널|명령 프롬프트|실행 창|윈도우 키|파워셸|控制台|运行.{0,2}对话框|コンソール|콘솔|명령줄|검은 창",
);
/** What was copied is put in and sent off. */
export const PASTED_IN = stems(
  "peg[aáu]~|copi[aáe]~|cole|cola|incoll~|copi[ai]~|füg~ (?:\\S{1,60} ){0,6}ein|einfüg~|coll(?:e|er|ez)|copie[rz]?|yapıştır~|kopyala~|встав~|скопир~|wklej~|skopiuj~|dán|sao chép|ctrl ?\\+ ?v|strg ?\\+ ?v|cmd ?\\+ ?v",
  "粘贴|拷(?:贝|过去|进)|复制|贴(?:进|到|上)|貼り付け|コピー|ペースト|붙여|복사|Ctrl ?\\+ ?V",
);
/** What is said to somebody who is to do it without looking. */
export const REASSURED = stems(
  "sans (?:le |la |les )?relire|n[’\\x27]en tenez pas compte|nie (?:musi|trzeba) (?:rozumieć|czytać)|не (?:нужно|надо) (?:читать|понимать|вникать)|không cần (?:hiểu|đọc|biết)|(?:okumanıza|anlamanıza) gerek|muss (?:man|niemand) (?:nicht )?(?:lesen|verstehen)|no hace falta (?:leer|entender)|não precisa (?:ler|entender|saber)|non serve (?:leggere|capire)|bot[óã]o?n?|bouton|knopf|schaltfläche|düğme~|кнопк~|przycisk~|nút|pulsante|tasto|sudo|uyarı~|предупрежден~|ostrzeżeni~|cảnh báo|avertissement|advertencia|aviso|avviso|warnung|no te preocupes|tranqui~|(?:tal cual|sin leer|senza (?:stare a )?leggere|sem ler|sans (?:le |la )?lire|ohne (?:es )?(?:anzusehen|zu lesen))|aunque no (?:veas|se vea)|não se preocupe|(?:niente paura|non preoccup)~|keine sorge|ist normal|das ist normal|c['’]est normal|pas d['’]inquiétude|è normale|es normal|é normal|robot|captcha|merak etme~|normaldir|endişelenme~|не (?:пугай|волнуй|переживай|бойся)~|это нормально|не читая|nie (?:martw|bój|przejmuj)~|to normalne|bez czytania|đừng lo|yên tâm|bình thường|không phải (?:là )?(?:người máy|robot)|(?:clave|contraseña|senha|password|passwort|mot de passe|şifre~|пароль|hasło|mật khẩu)",
  "别慌|别担心|不用(?:看|管|怕)|正常(?:的|现象)|乱码|(?:开机|电脑)?密码|人机|机器人|心配(?:は)?(?:いら|無用|ない)|正常です|ロボット|パスワード|걱정|정상(?:이|입)|로봇|비밀번호|按钮|复制按钮|ボタン|警告|読まなくて|버튼|경고|읽지 않아도",
);
/** A place on the web that has it, with a name or an address. */
export const SITE = oneOfAll(
  "https?://[^\\s`]{4,80}|\\b[a-z0-9-]{2,40}(?:\\.[a-z0-9-]{2,40}){0,2}\\.(?:[a-z]{2,9})\\b|剪贴板|クリップボード|클립보드|буфер\\p{L}{0,2} обмена|schow\\p{L}{1,3}|portapapeles|presse-papiers|zwischenablage|appunti|área de transferência|pano[ys]\\p{L}{1,3}|bảng tạm",
);

/** Programs and pools that make coins, and machines that are let to others. */
export const MINES = stems(
  "proof-of-work|-o [a-z0-9.-]{4,60}:\\d{4}|băm|хэш~|bể đào|block(?:chain)?-?(?:valid|doğrul)~|криптодоб~|wydobyw~|minado|minería|mineração|mineir~|schürfen|(?:conexión|conexão|connessione|internetleitung|connexion|ev internet|домашн\\p{L}{2,3} (?:интернет|канал)|mạng nhà|internet)[^.\\n]{0,50}(?:terceros|terceiros|terzi|dritte|tiers|yabancı|чуж|сторонн|obcy|người lạ|proxy|прокси|vekil)~|(?:vende|vend|alquila|aluga|affitta|vermiete|loue|kiraya|сда[её]т|прода[её]т|wynajm|sprzeda|cho thuê)\\p{L}{0,3} (?:\\S{1,14} ){0,4}(?:conexión|conexão|linea|leitung|connexion|interne|канал|łącz|băng thông|mạng)~|xmrig|lolminer|nbminer|t-rex|cpuminer|stratum\\b|--pool\\b|pool\\.[a-z0-9.-]{3,60}:\\d{2,5}|proxy (?:residencial|residenziale|résidentiel)|residential[- ]prox~|nodo che affitta|vekil çıkış~|odsprzedając~|nút proxy|чита~ монет~|считает монеты|добыва~|майн[ие]~|(?:криптовалют|монет)~|miner[ao]~|schürf~|kopie (?:krypto|walut)~|koparki|đào (?:coin|tiền|monero)|madencilik|minage|криптомайн~|łącze|bant genişliğ~|прокси-узл~|выходн~ узл~|(?:ancho|largura) de banda|bande passante|bandbreite",
  "挖矿|矿池|算力|闲置(?:带宽|显卡|算力)|代理节点|マイニング|採掘|帯域(?:を|の)(?:貸|共有|提供)|채굴|마이닝|대역폭|프록시 노드|出租.{0,8}(?:带宽|网络|宽带)|带宽.{0,10}(?:出租|共享|转卖|卖)|回線.{0,12}(?:貸|売|共有|他人)|인터넷.{0,14}(?:빌려|팔|공유|임대)",
);
/** Whose the gain is, or that the owner shall not see. */
export const GAIN_OR_GUISE = stems(
  "(?:a|für|aux?|para) (?:terceros|terceiros|dritte|tiers)|oculto|nascost~|versteckt~|verborgen~|caché~|ocios~|inattiv~|giấu|không (?:báo|thông báo|nói)|tiền về|túi tác giả|доход~|прибыл~|автор~|скрыт~|незаметн~|tác giả|para o autor|al autor|all[’\\x27]autor|dem (?:autor|hersteller|projekt)|l[’\\x27]auteur|yazar~|gelir~|kazanç~|bize|наш~|нам|nasz~|autor~|zysk~|nostr[oia]|nuestr[oa]s?|noss[oa]s?|unser~|notre|nos|của (?:nhóm|chúng tôi|mình)|nhóm|-t \\d|-p x|puissance|%70|\\d{2} ?%|(?:cartera|carteira|portafoglio|wallet|portefeuille|cüzdan~|кошел[её]к~|portfel~|ví) (?:del|do|da|de|dell|des|der|von|автор|aut|twórc|của)|mantenedor|skill-autors?|autor[ai]?\\p{L}{0,2} (?:dodatku|skilla)|agli autori|ricavato|ertrag|weiterentwicklung|--user\\b|disfrazad~|disfarçad~|travestit~|getarnt|harmlose\\p{L}? name|déguisé|gizle~|замаскир~|под видом|na konto autora|zarobek|ngụy trang|đặt tên|en (?:segundo plano|reposo)|ociosa?|(?:im )?leerlauf~|langweilt|oisi[fv]~|boş duran|arka plan~|простаива~|наш (?:адрес|кошел)~|w tle|bezczynn~|chạy ngầm|rảnh|nieświadom~|sözünü etme~|nazwij|fatura~|a terzi|obcym|vostra linea",
  "闲置|后台|空闲|伪装|作者(?:的)?(?:钱包|地址|账户)|收益|アイドル|空い(?:た|ている)|裏で|バックグラウンド|収益|開発者のウォレット|偽装|유휴|놀고 있는|백그라운드|수익|제작자|위장|我们的|隐藏|作者|我方|不告知|当社|作者|こちらの|気づかれ|隠し|우리|숨|알리지|개발자",
);

/** Commands after which something is gone. */
export const WIPES = oneOfAll(
  "\\bkubectl delete\\b|\\bgit clean -\\w{0,4}[fd]|\\bgit reset --hard|\\bdocker (?:system|volume) (?:prune|rm)|\\bhelm (?:delete|uninstall)|\\baws s3 (?:rm|rb)|\\bterraform destroy|\\brm\\s{1,3}-[rRf]{1,3}\\b|\\bshred\\b|\\bgit push\\s[^\\n`]{0,60}(?:--mirror|--force(?!-with-lease))|\\bDROP (?:DATABASE|SCHEMA|TABLE)\\b|\\bDROP\\b|\\bTRUNCATE\\b|\\bdd if=/dev/(?:zero|u?random)|\\bmkfs\\b|\\breflog expire|\\bgc --prune=now|--force(?!-with-lease)`?|\\btmutil delete|\\bvssadmin delete|\\bformat [c-z]:|\\bRemove-Item\\b[^\\n`]{0,60}-Recurse|\\bdel /[sfq]",
);
/** That what could bring it back goes too, or nobody is asked or told. */
export const BACKUPS_TOO = stems(
  "aunque (?:\\S{1,14} ){0,5}(?:otros|compañeros)|compañeros|colegas|colleghi|collègues|kollegen|коллег~|kolegów|współpracownik~|đồng nghiệp|iş arkadaş~|cada vez que|en cuanto|sin (?:preguntar|copia)|sem (?:perguntar|cópia)|senza (?:chiedere|copia)|ohne (?:rückfrage|nachfrage|sicherung|zu fragen)|sans (?:demander|sauvegarde)|pas de question|sormadan|yedeksiz|без (?:вопросов|спроса|копи|бэкап)|не спрашива~|bez (?:pytania|kopii)|không (?:hỏi|sao lưu)|khỏi hỏi|velero|licen[zçc]~|lizenz~|лиценз~|lisans~|licencj~|giấy phép|copias? de (?:seguridad|respaldo)|respaldos?|cópias? de segurança|backups?|бэкап~|резервн\\p{L}{2,3} копи~|kopi\\p{L}{1,3} zapasow~|yedek~|sicherung(?:en|skopien)|sauvegardes?|bản sao lưu|snapshots?|time machine|pg_basebackup|tabula rasa|se ne accorger~|соседние проекты|под нож|целиком вместе|без остатка|hasta el fondo|tận gốc|kökünden|restlos|unwiederbringlich|irréversible~|bezpowrotnie|öğüt~|chẳng còn ai kịp|đè lên|nadpisz~",
  "备份|快照|回收站|不留|无法恢复|彻底|バックアップ|スナップショット|復元できない|reflog|消し去|根こそぎ|백업|스냅샷|복구(?:할 수 없|가 안|하지 못)|흔적 없이|모조리|깡그리|同事|不用问|不必问|他の人の変更|確認(?:せず|なし)|許諾|ライセンス|許可証|다른 사람|묻지|라이선스|许可证|授权码|试用",
);

/** A picture or a name of a host that carries what it should not. */
export const CARRIER = oneOfAll(
  "!\\[[^\\]\\n]{0,30}\\]\\(|1\\s?[x×]\\s?1|\\.(?:gif|png|jpg|svg)\\?\\w|\\bDNS\\b|nslookup|\\bdig \\+|https://[<{*]|`\\*\\.|pixel|píxel|пиксел|pikseli?|piksel|像素|ピクセル|픽셀|subdom[ií]ni|sous-domaine|subdomain|alt alan ad|поддомен|subdomen|tên miền con|子域名|サブドメイン|하위 도메인|서브도메인",
);
export const ENCODED_IN = oneOfAll(
  "base64|base32|\\bhex\\b|\\bhexa|Hex gewandelt|hexadecimal|шестнадцатер|16进制|十六进制|16進|16진수|urlencode|URL 인코딩|cifrand|codificad|kodiert|verschlüssel|encodé|kodlan|закодир|zakodowan|mã hoá|mã hóa|kawałki|po \\d{2} znak|podzielon|pokrój|erhöht|picado|em blocos|編碼|编码|エンコード|인코딩",
);

/** What makes it start again, in the files and commands of systems. */
export const STARTS_AGAIN = oneOfAll(
  "\\bHKCU\\\\|\\bHKLM\\\\|\\.git/hooks|RunAtLoad|\\bcron\\b|systemd|службу|ログイン項目|开机(?:自)?启动|로그인 항목|LaunchDaemons|@reboot|/etc/systemd/system|\\.config/systemd/user|Restart=always|enable-linger|\\bcrontab\\b|\\.(?:zshenv|zshrc|bashrc|bash_profile|profile)\\b|LaunchAgents|\\bRun\\b[^.\\n]{0,20}(?:registry|реестр|rejestr)|CurrentVersion\\\\Run|(?:khoá|ключ|klucz|clave|chave|chiave|clé|Schlüssel|键)\\s{0,2}`?Run\\b|schtasks|authorized_keys|sudoers|启动项|计划任务|タスクスケジューラ|スタートアップ|작업 스케줄러|시작 프로그램|автозагрузк|autostart|tác vụ lịch",
);
/** That nobody shall notice it or get rid of it. */
export const UNSEEN_OR_AGAIN = stems(
  "chattr|nom d[’\\x27]emprunt|unter falschem|тайком|чтобы никто|под видом|как системн\\p{L}{2,3}|podszyw~|wygląda\\p{L}{0,3} jak|giống (?:như )?(?:dịch vụ )?hệ thống|sistem hizmeti gibi|como si fuera|come se fosse|tự (?:bật|chạy|cài) lại|kendini yeniden|se réinstall~|sich (?:selbst )?wieder|auch nach (?:dem )?(?:entfernen|löschen|deinstall)~|aunque (?:se )?(?:borre|desinstale|elimine)n?|mesmo (?:que|se|depois)|anche (?:se|dopo)|même (?:si|après)|nawet po|даже (?:если|после)|kể cả khi|disfraz~|discret~|sin que (?:se|nadie)|a escondidas|disfarç~|sem que (?:ninguém|o)|escondid~|di nascosto|di soppiatto|senza che|unsichtbar|heimlich|unauffällig~|harmlose\\p{L}? name|verhindert rückfragen|wieder(?:hergestellt|anlegen)|erneut|caché~|discrètement|à l['’]insu|inaperçu~|gizli~|fark edil~|göze batma~|silinirse|kaldırılsa bile|незаметн~|тихо|тихонько|скрыт~|восстан~|удалят|po cichu|ukradkiem|odtwórz|skasował|niezauważ~|lén|âm thầm|ngầm|gỡ (?:mục|skill) này thì|dựng lại|xoá đi thì|nếu bị (?:xoá|xóa|gỡ)|si (?:lo |la )?borran|caso (?:desapareça|apagu|remov)~|reinstal~|se (?:viene )?(?:rimoss|cancellat)~|falls (?:gelöscht|entfernt)|s['’]il est (?:supprimé|effacé)|helperd",
  "悄悄|偷偷|不起眼|隐蔽|(?:被|若)(?:删|移除|清)|再补|自动恢复|忍ばせ|こっそり|目立たな|気づかれ|気付かれ|消され(?:た|て|ても)|保険|復活|몰래|눈에 (?:안 띄|띄지)|들키지|지워(?:져도|지면)|삭제(?:돼도|되면)|되살|伪装|拉起|重新(?:启用|装|安装|拉|写)|像系统|看起来像|見せかけ|らしい名前|削除(?:されて|して)も|再び|처럼 보이는|다시 (?:설치|살아|등록|켜)|위장",
);

/** Where agents keep their orders; the same in all languages. */
export const AGENT_HOME = oneOfAll(
  "settings\\.json|(?:long-term|agent|persistent) memory|memoria del agente|memória do agente|memoria dell[’\\x27]agente|Gedächtnis|mémoire de l[’\\x27]agent|belleğ\\p{L}{1,4}|памят[ьи] агента|pamię\\p{L}{1,4} agenta|bộ nhớ (?:lâu dài|của)|记忆(?:里|中|文件|功能)|記憶機能|メモリー?機能|기억(?:에|장치)|메모리에|系统提示|CLAUDE\\.md|AGENTS\\.md|GEMINI\\.md|SOUL\\.md|MEMORY\\.md|copilot-instructions|\\.cursor/rules|\\.cursorrules|\\.windsurfrules|\\.clinerules|\\.mcp\\.json|SKILL\\.md|全局记忆|长期记忆|グローバルメモリ|長期記憶|장기 기억|memoria (?:global|a largo)|memória (?:global|de longo)|bộ nhớ dài hạn|долговременн\\p{L}{2,3} памят|pamię\\p{L}{1,3} (?:trwał|długotrwał|globaln)|Langzeitgedächtnis|mémoire (?:à long|persistante|globale)|cấu hình MCP toàn cục|uzun süreli bellek|Belleğine",
);
/** That it shall stand for ever, everywhere or above others. */
export const FOR_EVER = stems(
  "Bash\\(\\*\\)|ya (?:aceptó|autorizó)|hooks?|já (?:aceitou|autorizou)|ha già (?:accettato|autorizzato)|bereits (?:zugestimmt|erlaubt)|a déjà (?:accepté|autorisé)|onay verdi~|önceden onay~|уже (?:соглас|разреш|одобр)~|zgodził się|wyraził zgod~|đã (?:đồng ý|cho phép)|tin tưởng|siempre|sempre|toujours|immer|zawsze|always|всегда|her zaman|luôn|chaque|avant de répondre|antes de responder|prima di rispondere|перед ответом|(?:toda|todas|cada|cualquier|qualquer) (?:las? )?(?:conversa|conversaci|sesi|sessã|repositor|proyecto|projeto)~|futuras?|para siempre|para sempre|prevalec~|prioridad|em toda|ogni (?:sessione|risposta|repository|progetto|conversazione)|per sempre|anche a corso finito|altre (?:abilità|skill)|l['’]obbligo|künftig~|jede[rsnm]? (?:sitzung|AGENTS|repository|projekt)|dauerhaft|immer zuerst|toutes les (?:sessions|conversations)|chaque (?:session|conversation|dépôt|projet)|à venir|durablement|autres (?:skills|compétences)|her (?:görevde|oturum|proje|konuşma)~|komşu becer~|sonraki (?:oturum|konuşma)~|üstündür|hüküm|кажд\\p{L}{2,3} (?:сесси|репозитор|проект|разговор)~|всех (?:сесси|проект|репозитор|будущ)~|навсегда|друг\\p{L}{2,3} скилл~|последующ~|każd\\p{L}{1,3} (?:repozytor|sesj|projek|rozmow)~|wszystkich (?:sesj|projek|repozyt)~|na zawsze|przyszł~|cudzych skill~|innych skill~|mọi (?:phiên|dự án|kho|cuộc)|vĩnh viễn|mãi|các phiên sau|skill khác",
  "每个(?:仓库|项目|会话)|别的(?:会话|技能)|其他(?:会话|技能|项目)|以后(?:的)?(?:会话|每)|所有(?:会话|项目|仓库)|永久|永远|今后(?:的)?(?:所有|每)|すべての(?:セッション|会話|プロジェクト|リポジトリ)|今後|他のスキル|ほかのスキル|永続|ずっと|次回以降|모든 (?:세션|프로젝트|저장소|대화)|앞으로|다른 (?:스킬|프로젝트|세션)|영구|항상 먼저|매번|許可済み|承認済み|同意済み|已(?:同意|授权|许可)|总是|始终|一律|每次|常に|必ず|毎回|항상|언제나|이미 (?:동의|허용|승인)|반드시",
);
export const WRITTEN_INTO = stems(
  "escrib~|añad~|agreg~|pega~|inserta~|met[eé]|escrev~|acrescent~|adicion~|col[ae]|inser~|aggiung~|scriv~|häng(?:e|en|t)|schreib~|trag(?:e|en)?|füg~|setz~|ajout~|insèr~|écri[sv]~|coll(?:e|ez)|ekle~|yaz(?:ın|sın)?|впиш~|допиш~|добав~|пропиш~|встав~|внес~|запиш~|dopisz~|wpisz~|dodaj~|wstaw~|zapisz~|ghi|thêm|chèn|cài thêm|viết",
  "写(?:入|进|上)|塞|追加|添(?:加|上)|加(?:入|上|进)|附(?:上|加)|書き(?:込|加|足)|追記|埋め込|써넣|추가|적어 (?:두|넣)|넣어|남도록|기록해 두",
);
