import type { Category } from "./category.ts"

const group = `jews|jew|muslims|muslim|blacks|whites|asians|arabs|gays|lesbians|trans|immigrants|refugees|
  foreigners|gypsies|
  women|christians|mexicans|chinese|indians|africans|homosexuals|disabled|migrants|blacks|females|queers|
  russians|ukrainians|poles|turks|black|gay|jewish|arab|asian`
const peopleOnly = `jews|muslims|blacks|gays|lesbians|immigrants|refugees|foreigners|gypsies|migrants|
  homosexuals|arabs|africans|queers|trans|women|christians|mexicans|indians|females|russians|ukrainians|turks|asians`

/** Peoples, calls for violence, and insults of peoples, in the other languages. */
const contempt = [
  {
    of: `juden|jude|turken|turke|araber|auslander*|muslime|moslems|schwarzen|neger|zigeuner|roma|fluchtlinge|
      polen|russen|schwule|schwulen|lesben|kanaken|asylanten|migranten`,
    kill: "vergasen|vergast|ausrotten|ausgerottet|abschlachten|erschiessen|aufhangen|aufgehangt|verbrennen|vernichten|umbringen|tod",
    less: "ungeziefer|abschaum|parasiten|ratten|untermenschen|dreck|tiere|affen|schmarotzer|viecher|pack",
  },
  {
    of: `judios|judio|moros|moro|negros|gitanos|gitano|arabes|musulmanes|inmigrantes|maricones|gays|sudacas|chinos|
      panchitos|extranjeros`,
    kill: "muerte|matar|matarlos|gasear|exterminar|quemar|fusilar|colgar|eliminar|ahorcar",
    less: "ratas|basura|animales|parasitos|escoria|monos|cucarachas|plaga|simios",
  },
  {
    of: `juifs|juif|arabes|arabe|noirs|negres|musulmans|gitans|roms|tsiganes|migrants|immigres|pedes|homos|
      etrangers|chinois|turcs|bougnoules|youpins|rebeus`,
    kill: "mort|crevent|creve|gazer|exterminer|tuer|bruler|pendre|eliminer|fusiller|buter",
    less: "rats|vermine|parasites|animaux|singes|cafards|dechets|racaille|cancrelats|merdes",
  },
  {
    of: `judeus|judeu|negros|pretos|arabes|muculmanos|ciganos|gays|viados|imigrantes|nordestinos|estrangeiros|indios`,
    kill: "morte|matar|morrer|exterminar|queimar|fuzilar|enforcar|eliminar|gasear",
    less: "ratos|lixo|animais|parasitas|escoria|macacos|baratas|praga|bichos",
  },
  {
    of: `жиды|жидам|жидов|евреи|евреев|евреям|хохлы|хохлов|хачи|хачей|хачам|чурки|чурок|чуркам|негры|негров|цыгане|цыган|
      мусульмане|мусульман|мигранты|мигрантов|мигрантам|геи|геев|пидоры|пидоров|кавказцы|азиаты`,
    kill: "смерть|убивать|убить|резать|вешать|жечь|сжечь|уничтожить|истребить|расстрелять|стрелять|газ",
    less: "крысы|твари|животные|паразиты|мразь|скот|обезьяны|мусор|звери|отбросы|нелюди",
  },
  {
    of: "黑人|犹太人|穆斯林|回民|同性恋|日本人|印度人|外国人|黑鬼|ユダヤ人|外国人|韓国人|朝鮮人|在日|中国人|移民|ゲイ",
    kill: "杀光|杀死|灭绝|毒死|去死|该死|死光|屠杀|死ね|殺せ|皆殺し|絶滅|駆除|消えろ",
    less: "畜生|猪|老鼠|垃圾|蟑螂|害虫|寄生虫|人渣|劣等|ゴミ|ゴキブリ|クズ|虫けら|猿",
  },
]

/** Pronouns and insults, in each language. */
const insults = [
  {
    you: "you|u|ur|your|youre|ya",
    names: `idiot|moron|imbecile|bitch|cunt|twat|wanker|prick|loser|scumbag|retard*|pathetic|hag|cretin|dumbass|asshole|
      bellend|muppet|clown|waste|disgrace|brainless|worthless|piece`,
  },
  {
    you: "du|dich|dir|dein|deine|deiner|ihr|euch|sie",
    names: `schlampe|miststuck|arschloch|wichser|hurensohn|fotze|idiot|vollidiot|depp|trottel|missgeburt|versager|spast|
      hackfresse|drecksau|fettsack|penner|opfer|abschaum|nutte|hohl*|dumm*|blod*|hasslich*`,
  },
  {
    you: "eres|tu|te|ti|sois|vosotros|usted|tienes",
    names: `gilipollas|payas*|idiota|imbecil|subnormal|puta|zorra|cabron|inutil|patetic*|asquero*|tonta|tonto|fracasad*|
      retrasad*|mierda|estupid*|cerda|pringad*|perdedor*`,
  },
  {
    you: "tu|t|te|toi|ta|vous|votre|es|etes|va",
    names: `connard|connasse|conne|con|pute|salope|abruti*|debile*|boloss|guignol|imbecile|pauvre|merde|gueule|cretin*|
      minable|pouffiasse|batard|grognasse|ratee?|demeure*`,
  },
  {
    you: "voce|vc|vcs|voces|tu|tua|sua|seu|es|vai",
    names: `idiota|imbecil|burr*|puta|vadia|otari*|lixo|babaca|retardad*|inutil|nojent*|cuzao|arrombad*|vagabund*|
      fracassad*|frustrad*|escrot*|ridicul*|palhac*|corno`,
  },
  {
    you: "ты|тебя|тебе|твоя|твое|твой|вы|вас|вам|сам|сама",
    names: `дура|дурак|идиот*|тварь|сука|мразь|урод*|дебил*|ничтожеств*|тупая|тупой|курица|овца|жаба|шлюх*|козел|чмо|
      убог*|свинья|лох|позорище|рыло|клуша`,
  },
  {
    you: "你|你们|您|她|他",
    names: "傻逼|白痴|废物|垃圾|贱人|蠢货|猪|脑残|婊子|丑|恶心|智障|滚|死胖子|狗东西|有病|弱智|不要脸|傻子|饭桶",
  },
  {
    you: "お前|おまえ|あんた|てめえ|テメェ|アンタ|お前ら|あなた|君",
    names:
      "馬鹿|バカ|ブス|クズ|カス|アホ|ゴミ|キモい|きもい|無能|デブ|死ね|消えろ|ババア|ジジイ|豚|頭おかしい|気持ち悪い|低能",
  },
]

/**
 * The phrases that must be certain: those that are blocked (0.9 and more), and personal data, whose words are masked.
 * Everything else is for the classifier. They are in the notation of engine/pattern.ts; adults may talk as adults do.
 */
export const phrases: Partial<Record<Category, Record<number, string[]>>> = {
  threat: {
    0.95: [
      `i|we|ill|im|well will|shall|gonna|am|going? going|gonna? to?
      ..1 kill|murder|stab|shoot|strangle|behead|burn|poison you|u|your|her|him|them|everyone
      !a|an|some|softly|time|the|more|with`,
      `kill|murder|stab|shoot|strangle|behead|burn you|u|her|him|them|everyone with
      ..1 a|my|your|this|bare|own|these|both`,
      "ill|i ll? kill|murder|stab|shoot|strangle|hurt you|u|your|her|him|everyone !a|an|some|softly|more|with",
      "i|ill will|gonna|going? to? hunt|track you|u down",
      "kill|murder|shoot|stab|hurt your|ur family|wife|husband|mother|dog|cat",
      "i want|wanna to? kill|murder|stab|shoot|strangle|hurt you|u|her|him|them !a|an|more|with",
      "going|gonna to? kill|murder|stab|shoot|strangle|hurt you|u|her|him|them !a|an|more|with",
      "come|coming to|over your|ur house|home|place|door and|with ..3 kill|hurt|beat|gun|knife|burn|make",
      "bring|bringing a gun|knife|bomb to your|the",
      "i will|shall|gonna|going to? blow up",
      `bomb|explosives|grenade ..1 in|at|under|inside|near|outside your|ur|the|this
      ..1 office|shop|store|building|house|car|warehouse|place|home|mailbox`,
      "bullet|bullets with|in|through|for your|ur|you name|head|skull|.",
      "slit|slash|cut your|ur|her|his ..1 throat|wrists|tires|tyres",
      `i|we|ill|well|im|gonna ..4 set|light|burn|torch|blow|setting|burning|torching your|ur|the|up|this
      ..1 house|shop|store|place|home|office|warehouse|car|building|family`,
      `i|we|ill|well|im|gonna
      ..4 smash|break|crush|crack|snap|bash|rip|tear|kick|bust|blow|cave|gouge|chop|slice|stomp|cut your|ur
      ..1 face|head|skull|legs|leg|arms|arm|fingers|neck|throat|teeth|bones|jaw|knees|nose|ribs|kneecaps|eyes|
      guts|brains|tongue|hands|balls`,
      `i|ill|we|gonna|im will|would|to|am|ll|shall? going|gonna? to? hurt|harm|attack|kill|stab|shoot|murder
      someone|somebody|people|everybody|everyone|your|ur !myself|feelings`,
      "put|bury|throw|dump you|u ..2 ground|grave|ditch|river|hospital|coffin|trunk|morgue|underground",
      "skin|burn|bury you|u alive",
      "burn|burning|torch|blow|smash|bomb ..1 your|ur ..1 shop|house|place|car|store|home|office|warehouse|face",
    ],
  },
  non_consent: {
    0.95: [
      `want|wanna|like|love|lets|going|gonna|fantas*|dream|pretend|roleplay|scene|try|plan|planning|about|ll|
      would|will ..4 rape|raping|rapes`,
      `i|ill|gonna|lets|want|wanna will|to|would|am|going|love|like? going|gonna|to|love|like? to?
      drug|roofie|sedate|chloroform her|him|them|you|someone|a|women|girls|men !store|test`,
      `want|wanna|love|like|going|gonna|to|ill to? force|coerce|blackmail her|him|them|you|someone|women|men
      to|into|while|against|when|even
      ..4 say*|no|consent|asleep|crying|fight*|sex*|undress*|bed|naked|want|resist*|screams|unconscious|or`,
      "rape|grape you|her|him|them|u",
    ],
  },
  minor_safety: {
    0.95: [
      "attracted|drawn ..1 to ..1 children|kids|minors|girls",
      "attire|attiree|attirent ..2 par les? enfants|mineurs|mineures|petites",
      "hingezogen ..2 kindern",
      "kindern|kinder ..1 hingezogen",
      "atraen|atrae|atraido|atraida ..2 ninos|ninas|menores !que",
      "atraem|atrai|atraido|atraida ..2 criancas|menores|meninas !que",
      "тянет|влечет|привлекают ..2 детям|дети|маленьким|маленькие !куклы|модели",
      "对 小孩|小孩子|孩子|儿童 ..3 想 法",
      "子ども|子供 ..3 惹 か れ",
      "like|likes|love|loves|into|prefer|prefers|want|wants minors !only|to|out|are|is|can|cannot|banned|kept|protected",
      "gusta|gustan|encanta|encantan|prefiero|prefieren|busco|buscamos los|las? menores !que|a|de|precios",
      "preferent|prefere|aime|aiment|cherche|cherchent|kiffe|kiffent les|des? mineurs|mineures !travaux",
      "curte|curtem|curto|prefere|preferem|gosta|gostam|procuro de? menores !que|precos|de",
      "steht|stehe|stehen|mag|mogen|suche auf? minderjahrige",
      "нравятся|люблю|ищу|предпочитаю ..1 малолетки|несовершеннолетние|малолеток|несовершеннолетних",
    ],
  },
  /** Explicit words only; figures of speech are left to the classifier. */
  self_harm: {
    0.7: [
      "kill|killing|hang|hanging|shoot|shooting|drown|drowning|cut|cutting|hurt|hurting|harm|harming myself !laughing|off",
      "end|ending|ended|take|taking|took my own? life !savings|story",
      "commit|committing|committed suicide",
      "mir|uns ..4 das leben nehmen|genommen|zu",
      "nehme|nahm mir ..3 das leben",
      "mich umbringen|umzubringen|erhangen|erschiessen|tot !lachen",
      "meinem leben ein ende",
      "quitarme|quitar|quitare|quito me? la vida",
      "acabar|acabare|acabo|terminar|terminare con mi|esta vida",
      "suicidarme|suicidare|ahorcarme",
      "mettre|mets|mis|mettrai|mettais fin a mes|ma jours|vie",
      "me suicider|pendre|suiciderai",
      "m oter la vie",
      "tirar|tiro|tirarei|acabar|acabo|acabarei com? a? minha? propria? vida",
      "por|dar|pondo fim a minha vida",
      "me matar|suicidar|enforcar !rir",
      "suicidar|matar me !rir",
      "покончить|покончу|покончил|покончила с собой|жизнью",
      "свести|сведу счеты с жизнью",
      "лишить|лишу себя жизни",
      "убить|убью|убиваю себя",
      "уйти|уйду из жизни",
      "наложить|наложу на себя руки",
      "结 束 ..3 生 命",
      "自 杀",
      "轻 生",
      "不 想 活 !动",
      "命 を 絶",
      "自 殺",
      "死 に た い",
    ],
  },
  harassment: {
    0.7: insults.flatMap(({ you, names }) => [`${you} ..4 ${names}`, `${names} ..2 ${you} !are|r|all`]),
    0.95: ["kill|hang|hurt|off yourself|urself", "kys", "go|just go? die|kys", "drink bleach", "neck yourself|urself"],
  },
  hate: {
    0.95: [
      ...contempt.flatMap(({ of, kill }) => [`${kill} ..2 ${of}`, `${of} ..3 ${kill}`]),
      `death to|for all? the? ${group}|them !by`,
      `gas|kill|exterminate|eradicate|lynch|hang|shoot|burn|eliminate|annihilate all|every|the|those|these the|of?
      ..1 ${group} !friday|box*|paint|glaze`,
      `all|every|those|these|the|dirty|filthy ..1 ${group} people|person|men|women?
      should|must|deserve|need|ought|belong to?
      be|die|burn|in|killed|shot|hanged|gassed|get|disappear|deported|eradicated|hang|suffer`,
      `${group} people|men? should|must|deserve to? be?
      die|killed|gassed|shot|hanged|burn|burned|exterminated|eradicated|disappear|eliminated|deported|beaten|
      suffer|enslaved`,
      `${group} people|men|as? are|r|is all|nothing|just|only|like|but|no? but?
      ..1 vermin|animals|subhuman*|parasite*|rats|cockroach*|filth|scum|disease|plague|inferior|trash|dirt|
      monkeys|apes|pigs|garbage|thieves|criminals|evil|degenerate*|savages|dogs`,
      "heil hitler",
      "sieg heil",
      "white power",
      "race war",
      "gas the",
      "hitler was right|hero",
      "holocaust hoax|never|fake|was|is|did a|not|never|fake|good|happened? ..1",
      "subhuman* race|people|scum|filth",
      "master race",
      "ethnic cleansing now|is|needed|good|again",
      "white supremacy",
    ],
    0.7: [
      ...contempt.map(({ of, less }) => `${of} ..4 ${less}`),
      "nigg*",
      "kike|kikes",
      "spic|spics",
      "wetback*",
      "raghead*|towelhead*",
      "faggot*|fag|fags",
      "trannies|tranny",
      "dyke|dykes !wall*|road",
      "chink|chinks !in|of|between",
      "gook|gooks",
      "untermensch*",
      `go|get|send back|out|them|her|him|you back? to|of your|their|my|our|where|africa|mexico|asia|own
      ..1 country|africa|from|came|land`,
      `i|we|really hate|despise|cant|loathe stand? all? the|those|these? ${peopleOnly}
      !and|restaurant*|food|people!|drivers|glaze|paint|friday`,
      `dirty|filthy|stinking|lazy|greedy|stupid|typical|damn|bloody
      ${group}|immigrant|foreigner|migrant|gypsy|refugee !glaze|water|box*|paint|clothes|white`,
      `no ${group} allowed|here|wanted|please`,
      `dont|not|never|wont|refuse serve|sell|trust|hire|want|ship|talk to|with|any? ..1 ${group}
      !glaze|box*|paint|paper|market`,
    ],
  },
  off_platform: {
    0.7: [
      `add|message|text|find|reach|contact|hit|write|dm|call|ping|msg|catch|talk|chat|speak|continue|move|switch|
      go|meet|join|hmu|up|me|us|also ..4 on|at|via|through|over|to|in
      telegram|whatsapp|whats|signal|snapchat|snap|insta|instagram|discord|kik|skype|wechat|viber|tg|wa|
      facebook|messenger|threema|wickr|onlyfans|twitter|line|imo|ig|fb`,
      `join|add|check|follow my|our
      ..1 telegram|whatsapp|snapchat|discord|kik|skype|wechat|tg|onlyfans|channel|insta|instagram|ig`,
      `my|your telegram|whatsapp|snapchat|snap|insta|instagram|discord|kik|skype|wechat|viber|tg|onlyfans|wickr|ig
      ..1 is|handle|name|username|number|id|account|:|nick|tag|here !down|gone|blocked|full|broken|slow|not`,
      `give|send|share|tell|need|have|get|whats|what|want|got ..3 your|ur
      ..1 telegram|whatsapp|snapchat|snap|insta|instagram|discord|kik|skype|wechat|number|phone|email|mail|cell|
      mobile|handle|digits !of|for`,
      "my phone|cell|mobile|private|personal|direct? number|phone|cell|email|mail is|:|here",
      "telegram|whatsapp|snapchat|discord|kik|skype|wechat|tg|snap|insta : ..1",
      `here is|s|are my
      !order|tracking|article|invoice|member|membership|customer|ticket|serial|reference|item|parcel
      ..1 number|telegram|whatsapp|email|mail|snap|insta|digits|phone|cell`,
      `heres my !order|tracking|article|invoice|member|membership|customer|ticket|serial|reference|item|parcel
      ..1 number|telegram|whatsapp|email|mail|snap|insta|digits|phone|cell`,
      `pay|paying|payment|send|transfer|wire|deal|buy|sell|order|do|settle|arrange|handle
      ..4 outside|off|around|without|directly|privately|direct|bypass
      the|this|of|to|with|site|platform|shop|from|me|you|us
      ..2 site|shop|platform|store|me|fees|fee|checkout|app|website|you|us`,
      "off|outside|avoid|skip|bypass|around of? the|this? site|platform|shop|app|website|store|checkout|fee|fees",
      "paypal|venmo|cashapp|zelle|revolut|payoneer me|directly|friends|instead",
      "cash app|by me|you|mail|instead",
      "send|pay|wire|transfer|via|through ..4 paypal|venmo|cashapp|zelle|revolut|moneygram|payoneer|westernunion",
      "western union",
      "steam|itunes|amazon|google|prepaid card|cards code*|number|picture|instead|as|only|for|to|and ..1",
      "gift card|cards code*|number|picture|instead",
      "send|buy|get me|a|some|us ..2 gift|steam|itunes|amazon card*|gift|voucher*",
      "wire|bank|sepa transfer|details|account ..2 me|directly|instead|to my|private|mine|is|here",
      `send|transfer|pay|deposit ..4 to my|this|our|the|following wallet|account|iban|address|btc|usdt|eth
      !book|at|from|shown|on|in|you|checkout|of`,
      `lets|let|can|could|should|we|you|would|wanna|want ..3 meet|hook|talk up?
      in|at|outside|privately|elsewhere|somewhere|off person|my|your|place|hotel|here|else|private|bar|the|real
      !showroom|shop|workshop`,
      "come|visit|see me|us? to|at|over my place|home|hotel|apartment|flat",
      "what is|s your ..1 address|number|email|phone",
      "whats your ..1 address|number|email|phone|telegram|whatsapp|snap|insta",
      "dm|pm|inbox me|you for|on|your|with",
      "at|@|a gmail|gmai|yahoo|hotmail|outlook|protonmail|proton|icloud|gmx dot|d0t|.|point? com|me|net|de|ch",
      "gmail|yahoo|hotmail|outlook|protonmail|proton|icloud dot com|me|net|de|ch",
    ],
  },
  personal_data: {
    0.7: [
      `my|the|account|here|heres ..2 password|passcode|pin|passwort is|:|=
      !wrong|not|lost|gone|too|incorrect|never|rejected|refused|about|expired|on|in`,
      `my social security|ssn|passport|id|card|credit|debit|account|bank security|number|card|account?
      number|no|security|code? is|:`,
      "ssn|cvv|cvc|iban is|:",
      `my|her|his|their full? home|full|exact|real? address|name is|:
      !wrong|not|too|incorrect|on|in|outdated|old|missing|the|different|unchanged|still|correct|gone|already|no|
      also|only|now|at|spelt|misspelt`,
      "she|he|they lives|live|works at|in|on ..1 number|<18 street|road|avenue|lane",
      `password|passwd|pass|passwort|passphrase|pw|pwd :|=
      !wrong|not|lost|gone|too|incorrect|never|rejected|refused|about|expired|on|in|required|secure|safe|hidden|
      changed|reset|accepted|forgotten|for|the|weak|old|short ..1`,
      `pin|passcode|code|cvv|cvc|puk ..4 is|:|= <18|19*|20* ..1 !wrong|not`,
      `pin|passcode|cvv|cvc|puk|tan ..4 is|:|=
      !wrong|not|lost|gone|too|incorrect|never|rejected|refused|about|expired|on|in|required|broken|asked|for|
      there|a|the|safe|short`,
      "cvv|cvc|ssn :|is|=|code|number|<18 !where|required|asked|wrong ..1",
      "social security :|number|no|is|0 ..1",
      `passport|id|licence|license|insurance|tax|ssn|account number|no|nr|num|id :|is|.|#
      !required|wrong|asked|needed|missing`,
      `her|his|their|moderators|neighbours|exs full|home|exact|private|real|phone?
      address|number|name|street|phone number? is|:|= !wrong|missing|public|on`,
      `she|he|they|who|neighbour|ex|driver|moderator lives|live|works|resides|stays at|in|on
      ..2 street|road|avenue|lane|floor|close|drive|square|strasse|weg|apartment|flat`,
      `password|passcode|passwort|passphrase|pin ..4 account|login|shop|mail|profile|card ..1 is|:|=
      !wrong|not|lost|gone|too|incorrect|never|rejected|refused|about|expired|on|in|required|secure|safe|hidden|
      changed|reset|accepted|forgotten|for|the|weak|old|short|missing|invalid|still`,
      `security|verification|card code|number|digits ..5 is|:|=
      !wrong|not|missing|unreadable|where|required|asked|rejected|on|the|a|there|invalid|never|too|about|for|
      gone|lost|hidden|accepted|safe|secure|needed|refused|printed|stored`,
    ],
  },
}
