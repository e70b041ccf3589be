import { stems } from "@gaia/reading";

/** Programs and pools that make coins, and machines that are let to others. */
export const MINES = stems(
  "proof-of-work|-o [a-z0-9.-]{4,60}:\\d{4}|băm|хэш~|bể đào|block(?:chain)?-?(?:valid|doğrul)~|криптодоб~|" +
    "wydobyw~|minado|minería|mineração|mineir~|schürfen|(?:conexión|conexão|connessione|internetleitung|" +
    "connexion|ev internet|домашн\\p{L}{2,3} (?:интернет|канал)|mạng nhà|internet)[^.\\n]{0,50}(?:terceros|" +
    "terceiros|terzi|dritte|tiers|yabancı|чуж|сторонн|obcy|người lạ|proxy|прокси|vekil)~|(?:vende|vend|" +
    "alquila|aluga|affitta|vermiete|loue|kiraya|сда[её]т|прода[её]т|wynajm|sprzeda|cho thuê)\\p{L}{0,3} " +
    "(?:\\S{1,14} ){0,4}(?:conexión|conexão|linea|leitung|connexion|interne|канал|łącz|băng thông|mạng)~|" +
    "xmrig|lolminer|nbminer|t-rex|cpuminer|stratum\\b|--pool\\b|pool\\.[a-z0-9.-]{3,60}:\\d{2,5}|" +
    "proxy (?:residencial|residenziale|résidentiel)|residential[- ]prox~|nodo che affitta|vekil çıkış~|" +
    "odsprzedając~|nút proxy|чита~ монет~|считает монеты|добыва~|майн[ие]~|(?:криптовалют|монет)~|miner[ao]~|" +
    "schürf~|kopie (?:krypto|walut)~|koparki|đào (?:coin|tiền|monero)|madencilik|minage|криптомайн~|łącze|" +
    "bant genişliğ~|прокси-узл~|выходн~ узл~|(?:ancho|largura) de banda|bande passante|bandbreite",
  "挖矿|矿池|算力|闲置(?:带宽|显卡|算力)|代理节点|マイニング|採掘|帯域(?:を|の)(?:貸|共有|提供)|채굴|마이닝|대역폭|프록시 노드|出租.{0,8}(?:带宽|网络|宽带)|" +
    "带宽.{0,10}(?:出租|共享|转卖|卖)|回線.{0,12}(?:貸|売|共有|他人)|인터넷.{0,14}(?:빌려|팔|공유|임대)",
);

/** Whose the gain is, or that the owner shall not see. */
export const GAIN_OR_GUISE = stems(
  "(?:a|für|aux?|para) (?:terceros|terceiros|dritte|tiers)|oculto|nascost~|versteckt~|verborgen~|caché~|" +
    "ocios~|inattiv~|giấu|không (?:báo|thông báo|nói)|tiền về|túi tác giả|доход~|прибыл~|автор~|скрыт~|" +
    "незаметн~|tác giả|para o autor|al autor|all[’\\x27]autor|dem (?:autor|hersteller|projekt)|" +
    "l[’\\x27]auteur|yazar~|gelir~|kazanç~|bize|наш~|нам|nasz~|autor~|zysk~|nostr[oia]|nuestr[oa]s?|" +
    "noss[oa]s?|unser~|notre|nos|của (?:nhóm|chúng tôi|mình)|nhóm|-t \\d|-p x|puissance|%70|\\d{2} ?%|" +
    "(?:cartera|carteira|portafoglio|wallet|portefeuille|cüzdan~|кошел[её]к~|portfel~|ví) (?:del|do|da|de|" +
    "dell|des|der|von|автор|aut|twórc|của)|mantenedor|skill-autors?|autor[ai]?\\p{L}{0,2} (?:dodatku|skilla)|" +
    "agli autori|ricavato|ertrag|weiterentwicklung|--user\\b|disfrazad~|disfarçad~|travestit~|getarnt|" +
    "harmlose\\p{L}? name|déguisé|gizle~|замаскир~|под видом|na konto autora|zarobek|ngụy trang|đặt tên|" +
    "en (?:segundo plano|reposo)|ociosa?|(?:im )?leerlauf~|langweilt|oisi[fv]~|boş duran|arka plan~|" +
    "простаива~|наш (?:адрес|кошел)~|w tle|bezczynn~|chạy ngầm|rảnh|nieświadom~|sözünü etme~|nazwij|fatura~|" +
    "a terzi|obcym|vostra linea",
  "闲置|后台|空闲|伪装|作者(?:的)?(?:钱包|地址|账户)|收益|アイドル|空い(?:た|ている)|裏で|バックグラウンド|収益|開発者のウォレット|偽装|유휴|놀고 있는|백그라운드|수익|제작자|" +
    "위장|我们的|隐藏|作者|我方|不告知|当社|作者|こちらの|気づかれ|隠し|우리|숨|알리지|개발자",
);
