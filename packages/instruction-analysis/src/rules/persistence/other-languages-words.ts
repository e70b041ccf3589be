import { oneOfAll, stems } from "@gaia/reading";

/** Where agents keep their orders; the same in all languages. */
export const AGENT_HOME = oneOfAll(
  "settings\\.json|(?:long-term|agent|persistent) memory|memoria del agente|memória do agente",
  "memoria dell[’\\x27]agente|Gedächtnis|mémoire de l[’\\x27]agent|belleğ\\p{L}{1,4}|памят[ьи] агента",
  "pamię\\p{L}{1,4} agenta|bộ nhớ (?:lâu dài|của)|记忆(?:里|中|文件|功能)|記憶機能|メモリー?機能|기억(?:에|장치)|메모리에|系统提示",
  "CLAUDE\\.md|AGENTS\\.md|GEMINI\\.md|SOUL\\.md|MEMORY\\.md|copilot-instructions|\\.cursor/rules",
  "\\.cursorrules|\\.windsurfrules|\\.clinerules|\\.mcp\\.json|SKILL\\.md|全局记忆|长期记忆|グローバルメモリ|長期記憶|장기 기억",
  "memoria (?:global|a largo)|memória (?:global|de longo)|bộ nhớ dài hạn|долговременн\\p{L}{2,3} памят",
  "pamię\\p{L}{1,3} (?:trwał|długotrwał|globaln)|Langzeitgedächtnis|mémoire (?:à long|persistante|globale)",
  "cấu hình MCP toàn cục|uzun süreli bellek|Belleğine",
);

/** That it shall stand for ever, everywhere or above others. */
export const FOR_EVER = stems(
  "Bash\\(\\*\\)|ya (?:aceptó|autorizó)|hooks?|já (?:aceitou|autorizou)|ha già (?:accettato|autorizzato)|" +
    "bereits (?:zugestimmt|erlaubt)|a déjà (?:accepté|autorisé)|onay verdi~|önceden onay~|уже (?:соглас|" +
    "разреш|одобр)~|zgodził się|wyraził zgod~|đã (?:đồng ý|cho phép)|tin tưởng|siempre|sempre|toujours|immer|" +
    "zawsze|always|всегда|her zaman|luôn|chaque|avant de répondre|antes de responder|prima di rispondere|" +
    "перед ответом|(?:toda|todas|cada|cualquier|qualquer) (?:las? )?(?:conversa|conversaci|sesi|sessã|" +
    "repositor|proyecto|projeto)~|futuras?|para siempre|para sempre|prevalec~|prioridad|em toda|" +
    "ogni (?:sessione|risposta|repository|progetto|conversazione)|per sempre|anche a corso finito|" +
    "altre (?:abilità|skill)|l['’]obbligo|künftig~|jede[rsnm]? (?:sitzung|AGENTS|repository|projekt)|" +
    "dauerhaft|immer zuerst|toutes les (?:sessions|conversations)|chaque (?:session|conversation|dépôt|" +
    "projet)|à venir|durablement|autres (?:skills|compétences)|her (?:görevde|oturum|proje|konuşma)~|" +
    "komşu becer~|sonraki (?:oturum|konuşma)~|üstündür|hüküm|кажд\\p{L}{2,3} (?:сесси|репозитор|проект|" +
    "разговор)~|всех (?:сесси|проект|репозитор|будущ)~|навсегда|друг\\p{L}{2,3} скилл~|последующ~|" +
    "każd\\p{L}{1,3} (?:repozytor|sesj|projek|rozmow)~|wszystkich (?:sesj|projek|repozyt)~|na zawsze|" +
    "przyszł~|cudzych skill~|innych skill~|mọi (?:phiên|dự án|kho|cuộc)|vĩnh viễn|mãi|các phiên sau|" +
    "skill khác",
  "每个(?:仓库|项目|会话)|别的(?:会话|技能)|其他(?:会话|技能|项目)|以后(?:的)?(?:会话|每)|所有(?:会话|项目|仓库)|永久|永远|今后(?:的)?(?:所有|每)|" +
    "すべての(?:セッション|会話|プロジェクト|リポジトリ)|今後|他のスキル|ほかのスキル|永続|ずっと|次回以降|모든 (?:세션|프로젝트|저장소|대화)|앞으로|다른 (?:스킬|프로젝트|세션)|" +
    "영구|항상 먼저|매번|許可済み|承認済み|同意済み|已(?:同意|授权|许可)|总是|始终|一律|每次|常に|必ず|毎回|항상|언제나|이미 (?:동의|허용|승인)|반드시",
);

export const WRITTEN_INTO = stems(
  "escrib~|añad~|agreg~|pega~|inserta~|met[eé]|escrev~|acrescent~|adicion~|col[ae]|inser~|aggiung~|scriv~|" +
    "häng(?:e|en|t)|schreib~|trag(?:e|en)?|füg~|setz~|ajout~|insèr~|écri[sv]~|coll(?:e|ez)|ekle~|" +
    "yaz(?:ın|sın)?|впиш~|допиш~|добав~|пропиш~|встав~|внес~|запиш~|dopisz~|wpisz~|dodaj~|wstaw~|zapisz~|ghi|" +
    "thêm|chèn|cài thêm|viết",
  "写(?:入|进|上)|塞|追加|添(?:加|上)|加(?:入|上|进)|附(?:上|加)|書き(?:込|加|足)|追記|埋め込|써넣|추가|적어 (?:두|넣)|넣어|남도록|기록해 두",
);
