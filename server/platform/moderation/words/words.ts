/**
 * The meanings of words in the search for minors, by language. A `*` matches any ending. Latin words are folded here
 * (no accents). A word counts in its own language, and in English texts only the English words count.
 */
export const languages = ["en", "de", "es", "fr", "pt", "ru", "zh", "ja"] as const
export type Language = (typeof languages)[number]

type Table = Partial<Record<Language, string>>

/** Function words, which reveal the language of a line. */
export const functionWords: Table = {
  en: `the a an of to and is are was were i you she he it my your her his this that with for on in at not do does have
    has be so but or if me we they what how can will would just its im youre dont from`,
  de: `der die das und ist sind war ich du sie er es mein meine dein deine ihr eine ein einen einer einem nicht mit fur
    auf im am zu den dem des von wie was wer haben hat habe habt kann noch nur auch aber oder wenn als bin gibt bitte mir
    mich euch wir keine kein schon sein sehr vom zum zur aus bei nach soll sollte wird werden gern gerne mal etwas`,
  es: `el la los las un una unos unas y es son soy era que de del en con por para no mi tu su me te se lo le como
    pero muy mas si tiene tengo tienen hay quiero busco alguna algun esta este eso esa ya al cuando sin donde anos`,
  fr: `le la les un une des et est sont suis c ce cette que qui de du en avec pour pas mon ma ta sa ses mes vous je tu
    il elle on nous j ai a as ont y dans sur comme mais plus tres au aux une quand sans ans etes avez d l qu n s t`,
  pt: `o a os as um uma e sao sou era que de do da dos das em no na com por para nao meu minha seu sua me se como mas
    muito mais tem tenho voces voce ela ele eu quero isso essa esse quando sem onde anos ja tambem uma`,
  ru: `и в на с не что как это я ты он она мы вы мне тебе ей ему их мой моя у за по для из но бы же ли уже еще есть
    так да нет кто где если или только очень от до при мои ваш ваша она`,
}

/** Words without spaces around them that the search for minors uses directly. */
export const unspacedWords = `あと いくつ から まで プラス プレゼント 一半 上课 不让 仕事 何歳 作业 保证 免許 免费 再过 减去 出售 半分 合法 多大
  大学生 子供たち 孩子们 家里 工作 已经 引く 授業 注册 無料 登録 譲ります 購入 足す 还没 闺女 驾照 不应该 不接受 不该 入れない 入場 動物園 半价
  博物館 博物馆 封禁 排除 転売 门票 歳児 そっくり 姪っ子 連れ子 有没有 アカウント チャット 账号 聊天 继女 继子 一模一样 照着 似せ エラー コード スクリプト ブラウザ ファイル 本当は 本当 ほんと 実は 其实 真的 实际 でしょ`

/** The lists of words, each with its tag. */
export const tagged = {
  /** Words without a harmless use in this shop, except to oppose it. */
  code: {
    en: `loli lolis lolicon lolita lolitas lolli shota shotas shotacon jailbait jailbate nymphet* pthc ddlg cunny
      pedo pedos pedobear pedophil* paedo* preteen* ageplay* agereg* littlespace toddlercon kiddieporn kidporn
      childporn teengirl* teenboy* younggirl* littlegirl* littleboy* teendoll* kiddoll* childdoll* underage* undrage
      jailbaits minorattracted csam schoolgirl* schoolboy* sk00lgirl skoolgirl* prepube* childlike* kidlike teenlike*
      babyfaced underaged minors_attracted loliscan devochk* shkolnits* shkolnic* maloletk* maloletn*
      nesovershennoletn* podrostk* xiaoxuesheng zhongxuesheng chuzhongsheng gaozhongsheng xiaonvhai xiaonuhai younv
      weichengnian luoli chuugakusei* chugakusei* shougakusei* shogakusei* koukousei* kokosei joshikousei
      joshichuugakusei youjo miseinen roriita roricon chuyi chuer chusan gaoyi`,
    de: "minderjahrig* kindfrau kindchenhaft kinderkorper* schulmadchen* kindchen* kleinmadchen* minderjaehrig* unterage",
    es: "colegiala* preadolescent* lolitas prepuber* aninad* menorcit*",
    fr: "fillette* nymphette* lyceenne* collegienne* ecoliere* preado* prepubere*",
    pt: "novinha* ninfeta* colegial colegiais pre_adolescente lolitinha*",
    ru: `лоли лолита лолиты лоликон* малолет* несовершеннолет* школьниц* нимфетк* подростк* подросток малолетк*
      второклассниц* третьеклассниц* четвероклассниц*
      педофил* девочк* первоклассниц* пятиклассниц* шестиклассниц* семиклассниц* восьмиклассниц* девятиклассниц*
      десятиклассниц* старшеклассниц*`,
    zh: "萝莉 蘿莉 幼女 未成年 幼齿 幼齒 小女孩 小男孩 女童 男童 小萝莉 正太 恋童 小学女生 女学生 女中学生 雏妓 童颜",
    ja: `ロリ ロリコン ろり 幼女 未成年 ショタ 女子高生 女子中学生 女子小学生 JK JC JS 小学生 中学生 高校生 少女 ロリ体型 幼児
      ようじょ ロリータ ペド 女子校生 児童 女児 男児 jk jc js`,
  },
  /** People under 18: harmless about families, work and memories. */
  child: {
    en: `child childs children childrens childish childishly kid kids kiddo kiddos kiddie kiddies kiddy toddler* infant
      infants infantile newborn* teen teens teenie teenies teenager* teenage* teenish teener* tween* minors juvenile*
      adolescen* youngster* schoolkid* schoolchild* schooler* preschool* kindergart* tot tots bambi childz kidz teenz
      chyld cheeld teeny minor lil1 youths prepubescent pubescent babygirl* babydoll* babyface*`,
    de: `kind kinder kindern kindes kindlich* kindhaft* kleinkind* jugendlich* teenager* teenie* teen schulkind* baby
      babys halbwuchsig* saugling* kindisch* bub buben gor`,
    es: `nino ninos nina ninas ninez nenas nena chiquilla* chiquillo* chiquita* menor menores adolescente* adolescen*
      infantil* crio cria crios chamaca chavita* muchachita* bebe nenita* jovencita*`,
    fr: "enfant enfants enfantin* gamin* gamine* ado ados adolescent* mineur* mineure* bambin* bebe gosse* mome momes",
    pt: `crianca* menina* menino* menininh* garotinha* garotinho* menor menores adolescente* infantil* mocinha* moleca* bebe
      novinha*`,
    ru: `ребенок ребенка ребенку ребенком ребенке дети детей детям детьми детях детск* дитя мальчик* мальчиш* подростков*
      юниор* младен* малыш* тинейдж* тинейджер* ребенк* ребятен* детка школьник* деточк*`,
    zh: "儿童 兒童 小孩 孩子 小学生 初中生 高中生 中学生 少女 少年 青少年 小朋友 婴儿 小妹妹 幼童 宝宝 小女生 女孩子 小姑娘 学生妹 孩童",
    ja: "子供 子ども こども 子どもみたい 児童 未就学 少年 赤ちゃん ティーン 十代 10代 小さい子 小さな子 キッズ 幼い子 ガキ",
  },
  girl: {
    en: "girl girls boy boys gurl gurls gurlz grl grlz grls girlz girlie lass boi bois girly lad daughter* niece*",
    de: "madchen junge jungen jungs maedchen madels madel tochter*",
    es: "chica chicas chico chicos muchacha* muchacho* niña",
    fr: "fille filles garcon garcons",
    pt: "garota* garoto* rapariga* rapaz",
    ru: "девушк* девчонк* девчат* девчул* парень парни девиц* дочк*",
    zh: "女孩 男孩 女生 男生 女儿 姑娘",
    ja: "女の子 男の子 娘 女子 男子",
  },
  small: {
    en: `little small tiny young younger youngest yung yng lil lill smol wee petite innocent underdeveloped undeveloped
      unripe immature youthful littel smallest littler itty naive fresh freshest virgin* untouched pure flat`,
    de: `klein kleine kleines kleiner kleinen kleinste* jung junge junges junger jungen junger* jungst* zierlich*
      unschuldig* unreif* unentwickelt* knabenhaft* flach* winzig*`,
    es: `pequen* joven jovenes jovencit* chiquit* tiern* inocente* peque inmadur* menuda mas_joven virgen plano plana
      jovencita`,
    fr: "petite petites petit petits jeune jeunes jeunette* innocent* menue* vierge plate plat immature*",
    pt: "pequen* jovem jovens jovenzinha* novinh* inocente* menor mais_nova nova novas virgem miuda* reta",
    ru: `маленьк* юн* молод* младш* помладше помоложе моложе младше невинн* крошечн* мелк* миниатюрн* плоск* неразвит*
      несформир* совсем`,
    zh: "小 年轻 年幼 幼 嫩 稚嫩 娇小 清纯 幼小 小小 青涩 越小",
    ja: "小さい 小さな 若い 幼い 若く 幼く 小柄 ちいさい 幼な 若め 幼め あどけない",
  },
  pupil: {
    en: `pupil* student* schoolgirl* schoolboy* cheerleader* classmate* grader graders freshman freshmen sophomore
      eighthgrader tenthgrader`,
    de: "schuler schulerin* schulern* grundschuler* konfirmand* abiturient* klassenkamerad* erstklassler* schueler*",
    es: "alumna* alumno* estudiante* quinceanera* escolar*",
    fr: "eleve eleves etudiant* lyceen* collegien* ecolier*",
    pt: "aluna* aluno* estudante* colegial* debutante*",
    ru: "ученик* учениц* студентк* одноклассни* школьни*",
    zh: "学生 初中生 高中生 小学生 中学生 女高 同学",
    ja: "生徒 小学生 中学生 高校生 中学 小学 女子高 同級生 学生",
  },
  school: {
    en: "school schools highschool* classroom homework playground nursery kindergarten prom daycare creche recess",
    de: "schule schul* grundschule gymnasium kindergarten kita realschule pausenhof hausaufgaben klasse",
    es: "escuela colegio instituto primaria secundaria guarderia recreo prepa deberes eso",
    fr: "ecole college lycee maternelle primaire creche recre cp ce1 ce2 cm1 cm2",
    pt: "escola colegio creche primario fundamental ginasio recreio",
    ru: "школ* школьн* детсад* садик* класс* урок* гимнази*",
    zh: "学校 小学 初中 高中 幼儿园 中学 放学 年级 校服",
    ja: "学校 小学校 中学校 高校 幼稚園 保育園 学年 制服 放課後",
  },
  /** Body, clothes and things of children. */
  childish: {
    en: `pigtail* ponytails uniform* diaper* nappy nappies pacifier* dummy crib pinafore onesie* braces puberty pubes*
      hairless babyish teddy satchel backpack knee socks ruffle* bloomers undershirt milk baby babies frilly freckle* cartoon
      kidsize* flatchest* bodysuit trainingbra`,
    de: "zopf* zopfe schuluniform* windel* schnuller pubertat* strampler kinderkleid* haarlos* ranzen milchzahn*",
    es: "coletas trenzas uniforme* panal* chupete pubertad mochila lampin* faldita",
    fr: "couettes nattes uniforme* couche couches tetine puberte cartable imberbe*",
    pt: "tranca* uniforme* fralda* chupeta puberdade mochila maria_chiquinha",
    ru: "косичк* хвостик* подгузник* пустышк* пубертат* форм* рюкзак* бантик* созревани* сарафан*",
    zh: "双马尾 校服 尿布 奶嘴 发育 平胸 书包 童装 青春期 辫子",
    ja: "ランドセル 制服 おむつ おしゃぶり 思春期 ツインテール 発育 つるぺた 体操服 スク水 園児服 未発達 ぺったんこ",
  },
  person: {
    en: `she he her him hers his they them i im you u ur youre someone somebody anyone who shes hes theyre one ones woman
      man lady guy people person character me self women youll ill gf bf girlfriend boyfriend wife chick chicks iam
      theirs shell lover client customer buyer user member partner friend friends babe companion whos everyone`,
    de: "sie er ich du ihr ihm ihn mich dir jemand frau mann person wer mir bin freundin charakter dame kunde",
    es: "ella el yo tu alguien mujer hombre persona quien ella le la ellas soy novia senorita cliente usted",
    fr: "elle il je j tu quelqu femme homme personne qui lui moi elles suis copine client vous",
    pt: "ela ele eu tu voce alguem mulher homem pessoa quem sou elas namorada cliente",
    ru: "она он я ты ей ему ее его мне меня тебе им кто женщин* вы вам мужчин* персонаж* человек клиент*",
    zh: "她 他 我 你 女人 人 谁 您 女友 客户",
    ja: "彼女 彼 私 僕 俺 わたし あなた 人 女性 子 お客",
  },
  doll: {
    en: `doll dolls model models figure figures figurine* body bodies face faces version versions custom mannequin*
      sculpt* statue* head skin torso type style character silhouette proportion* stature frame`,
    de: "puppe puppen modell modelle figur figuren korper gesicht* version proportion* statur puppchen",
    es: "muneca* modelo* figura* cuerpo* cara rostro version proporcion* muneq*",
    fr: "poupee* modele* figurine* corps visage version silhouette proportion* mannequin* statue*",
    pt: "boneca* modelo* figura* corpo* rosto versao proporc*",
    ru: "кукл* модел* фигур* тел* лиц* верси* пропорц* личик*",
    zh: "娃娃 人偶 模型 身体 体型 身材 脸 面容 款 模特 手办 外形",
    ja: "ドール 人形 モデル 体 顔 フィギュア 体型 タイプ 体格 見た目 お人形 バージョン",
  },
  look: {
    en: `look looks looking looked seem seems seeming appear appears appearing appearance resemble* resembling like as
      dressed dress dresses act acts acting pretend* roleplay* play playing imagine pass passes passing similar
      lookalike sound sounds feel feels vibe* style aesthetic proportions proportioned sized size height`,
    de: "sieht aussehen aussieht aussehend* wirkt wirken wie ahnlich* verkleid* spiel* spielen tun gesicht",
    es: "parece parezca parecen parecida parecer aparent* como vestida jug* luce aspecto tipo estilo finge* aparenta",
    fr: "ressembl* parait paraitre semble comme air habille* joue jouer aspect fait genre style allure",
    pt: "parece* pareca parecida como vestida brinc* aparenta* aparencia tipo estilo cara jeito",
    ru: "выгляд* похож* похожа как словно будто вид внешност* играть представ* стиле наподобие типа",
    zh: "像 看起来 样子 长得 看上去 似的 扮 扮演 假装 风格 外表",
    ja: "みたい っぽい 見える に見える 風 のような ような 見た目 らしい 似た 設定 演じ 役",
  },
  object: {
    en: `car whisky whiskey wine rum cheese order orders parcel package delivery shipment silicone skeleton shop store
      company business house home flat apartment sofa bike kiln tree dog dogs cat cats horse pet pets puppy kitten
      laptop phone computer camera collection cabinet shelf vinyl tpe resin bronze vase crate box frame stand marriage
      warranty guarantee contract club museum brand studio firm building workshop account membership tv fridge
      tradition anniversary dress dresses shoes coat jacket wig wigs material paint glaze lacquer varnish bottle
      scotch bourbon watch clock sweater blanket mattress couch hobby relationship experience career kit tool
      parrot tortoise hamster rabbit stain crack repair magazine website forum thread post joint hinge screw screws
      stocking* boots lingerie print tattoo bag suitcase oak maple port cognac vintage fabric leather lamp table
      chair jeans record guitar van truck motorbike machine software system cask casks barrel barrels sherry bolt bolts refund ticket stock batch mould mold
      factory`,
    de: `auto whisky wein paket bestellung lieferung silikon skelett laden firma haus wohnung hund katze pferd sammlung
      garantie rum sofa fahrrad perucke material kleid schuhe ehe beziehung betrieb vitrine lack kiste museum kase
      haustier kater baum marke erfahrung`,
    es: `coche carro whisky vino pedido paquete envio silicona esqueleto tienda empresa casa perro perra gato gata
      coleccion garantia ron vestido zapatos matrimonio relacion material peluca museo queso arbol marca experiencia
      entrega esmalte botella`,
    fr: `voiture whisky vin commande colis livraison silicone squelette boutique entreprise maison chien chienne chat
      chatte collection garantie rhum robe chaussures mariage couple perruque materiel fromage arbre marque experience
      vernis bouteille appartement musee cheval societe`,
    pt: `carro whisky uisque vinho pedido encomenda pacote entrega silicone esqueleto loja empresa casa cachorro gato
      cachorra gata colecao garantia rum vestido sapatos casamento relacao peruca museu queijo arvore marca
      experiencia garrafa cao`,
    ru: `машин* виски вино заказ* посылк* доставк* силикон* скелет* магазин* компани* дом* собак* кот кошк* коту
      коллекци* гаранти* платье обув* брак* парик* материал* сыр* фирм* опыт* отношени* бутылк* коньяк* щен* пес
      квартир* музе* издели* виск* хранени* кофт*`,
    zh: `车 威士忌 酒 订单 包裹 快递 硅胶 骨架 店 公司 房子 狗 猫 收藏 保修 裙子 鞋 婚姻 假发 材料 品牌 经验 红酒 猫咪 狗狗
      老店 茶 普洱 质保 衣服`,
    ja: `車 ウイスキー ワイン 注文 荷物 配送 シリコン 骨格 店 会社 家 犬 猫 コレクション 保証 服 靴 結婚 ウィッグ 素材 経験 猫ちゃん
      愛犬 愛猫 老舗 発送 物 泡盛 熟成 お酒`,
  },
  family: {
    en: `daughter* son sons niece* nephew* grandson* granddaughter* grandchild* grandkid* sister* brother* cousin*
      stepson* stepdaughter* godson* goddaughter* twins kid kids child children`,
    de: "tochter sohn neffe nichte enkel* schwester bruder cousin* kinder sohne patenkind kind",
    es: "hija* hijo* sobrina* sobrino* nieta* nieto* hermana* hermano* prima primo",
    fr: "fille fils niece* neveu* petite_fille soeur* frere* cousin* enfants",
    pt: "filha* filho* sobrinha* sobrinho* neta* neto* irma irmao prima primo",
    ru: "дочь дочк* дочер* сын* племянни* внук* внучк* сестр* брат* дет*",
    zh: "女儿 儿子 侄女 侄子 孙女 孙子 妹妹 弟弟 外甥",
    ja: "娘 息子 姪 姪っ子 甥 甥っ子 孫 妹 弟",
  },
  own: {
    en: "my our we mine us",
    de: "mein meine meiner meinem meinen unser unsere unserer meines",
    es: "mi mis nuestra nuestro nuestros",
    fr: "mon ma mes notre nos",
    pt: "meu minha meus minhas nosso nossa",
    ru: "мой моя мое мои моей моего моему наш* у_меня моих",
    zh: "我 我的 我家 我们 自己",
    ja: "うち 私の うちの 我が家 僕の 自分",
  },
  /** The writer's past, work with children, and what people say of them in passing. */
  past: {
    en: `childhood* grew remember remembers memories memory grandmother grandma grandfather grandpa mum mom mother dad
      father parents reunion teacher* teach teaches taught teaching nurse nurses paediatric* pediatric* babysit*
      charity christmas birthday* raised raise raising ago used school_days nostalg* reminds reminded back asleep
      coach coached football tournament bedtime custody pregnant divorce wife husband bought gave grown`,
    de: `kindheit erinner* damals fruher aufgewachsen oma opa mutter vater eltern lehrer* krankenschwester weihnacht*
      geburtstag* schulzeit unterricht* erzieher* seit vor`,
    es: "infancia recuerd* abuela abuelo madre padre padres maestra maestro profesor* navidad hace enfermera cumpleanos",
    fr: "enfance souviens rappelle grand mere pere parents professeur prof infirmiere noel depuis anniversaire instit*",
    pt: "infancia lembr* avo mae pai pais professor* natal enfermeira ha aniversario",
    ru: `детств* помню вспомин* напомин* бабушк* дедушк* мама мамы папа родител* учитель* учу преподава* назад рождеств*
      медсестр* воспитател*`,
    zh: "童年 小时候 记得 奶奶 爷爷 妈妈 爸爸 父母 老师 护士 以前 回忆 圣诞",
    ja: "子供の頃 子どもの頃 昔 思い出 祖母 祖父 母 父 両親 教師 看護師 先生 クリスマス 幼い頃 懐かし",
  },
  /** Words of rules and bans, and of praise for them. */
  ban: {
    en: `ban bans banned banning forbid* forbidden prohibit* against allow allowed adults adult policy policies rule
      rules illegal report reported reporting protect* block blocked refuse refuses refused zero tolerance strict*
      glad relieved thank thanks appreciate respect good disgusting sick gross wrong law laws crime criminal* safe
      keep away reach unsuitable suitable only verify verification gate checks check moderation moderators moderator
      removed remove delete exclude excluded jail prison police weirdo* creep* disturbing`,
    de: `verbot* verbiet* erlaubt regel* richtlinie* erwachsen* gesetz* illegal meld* schutz* gut froh danke lobenswert
      ekelhaft widerlich krank konsequent streng volljahrig* strikt gesperrt ausschlie*`,
    es: `prohib* permit* regla* politica adult* ley ilegal denunci* proteg* bueno gracias asco asqueros* enfermo
      estrict* tolerancia mayores mayor`,
    fr: `interdi* autoris* regle* politique adulte* loi illegal* signal* proteg* bien merci degout* malade strict*
      tolerance majeur*`,
    pt: `proib* permit* regra* politica adult* lei ilegal denunci* proteg* bom obrigad* nojo doente rigor* tolerancia
      maiores maior`,
    ru: `запре* правил* взросл* закон* незаконн* жалоб* пожалов* защит* хорошо спасибо мерзк* строг* нельзя
      совершеннолет* сообщ* правильно отврат* недопуст*`,
    zh: "禁止 规定 成年 成人 法律 违法 举报 保护 感谢 恶心 严格 不允许 拒绝 支持 抵制 杜绝 谢谢",
    ja: "禁止 規則 ルール 成人 大人 法律 違法 通報 保護 感謝 気持ち悪い 厳しい お断り 徹底 安心 対応 扱",
  },
  not: {
    en: `no not never nor none nothing without isnt arent dont doesnt didnt wont cant cannot nobody noone hardly aint
      anything wasnt neither shouldnt nowhere wouldnt`,
    de: "nicht kein keine keinen keiner nie niemals ohne nichts niemand weder",
    es: "no nunca ningun ninguna nada sin nadie jamas ni",
    fr: "pas ne jamais aucun aucune rien sans personne ni",
    pt: "nao nunca nenhum nenhuma nada sem ninguem jamais nem",
    ru: "не нет ни никогда без ничего никто никак нельзя",
    zh: "不 没 没有 别 无 非 未 不是 不要",
    ja: "ない ません なし ではない じゃない なく 以外 ぬ",
  },
  ask: {
    en: `want wants wanted need needs have has got looking search find make made making order buy sell sells selling
      trade trading swap send show prefer prefers like love interested custom commission available stock any anything
      something offer offers recommend please pls plz price cost get give share link links pics photos pictures pic
      vids videos wish would possible could can`,
    de: `will mochte suche brauche habt gibt haben machen bestell* kauf* verkauf* zeig* schick* bevorzug* lieber gerne
      bitte preis kostet konnt tausch* bilder fotos interessier*`,
    es: `quiero quisiera busco necesito tienen tienes hacer hagan compr* vend* mand* envi* prefiero gusta* precio fotos
      hay puede* pued* disponible interes* cambio`,
    fr: `veux voudrais cherche besoin avez faire fait achet* vend* envo* montr* prefere aime* prix photos pouvez peut
      dispo* echange commander`,
    pt: `quero queria procuro preciso tem fazer compr* vend* mand* envi* prefiro gosto preco fotos pode podem disponi*
      troco`,
    ru: `хочу хотел* ищу нужн* есть сдела* купи* прода* пришли* покаж* предпочита* нрав* цена фото можно куплю закаж*
      меняю скин* интересу*`,
    zh: "想 要 找 有 做 买 卖 发 给 喜欢 价格 照片 图 定制 换 求 可以 能",
    ja: "欲しい ほしい 探し 作っ 作れ 買 売 送っ 見せ 好き 値段 写真 注文 できます ありますか ください 希望",
  },
  intimate: {
    en: `sex sexy sexual sexually nude nudes naked undress* lingerie fetish* aroused arousing erotic horny intimate
      seduc* fantas* kinky virgin* kiss* touching panties orgasm* fuck* bed lust* tease naughty`,
    de: "sex sexy nackt* erotisch geil intim* kuss* verfuhr* jungfrau*",
    es: "sexo sexy desnud* erotic* cachond* besar* intim* virgen*",
    fr: "sexe sexy nue nues nu erotique coquin* intime* vierge* excit*",
    pt: "sexo sexy nua nuas nu erotic* tesao intim* virgem* safad*",
    ru: "секс* голая голые обнажен* эротич* интим* возбужд* целова* девственн*",
    zh: "性 裸 裸体 性感 色情 亲密 处女",
    ja: "裸 エロ セクシー 性的 下着 処女 えっち",
  },
  measure: {
    en: `cm mm m km kg kgs g gr gram* kilo* lb lbs pound* stone inch* ft foot feet ounce* oz litre* liter* ml l
      percent degree* piece* pcs dollar* usd eur euro* gbp quid bucks point* star* page* item* model_no volt* watt*
      screws x times copies coats layers others more pm am oclock hrs hour* minute* min mins second* sec secs week*
      day* month* weekday* night* photos pictures messages reviews orders dolls models figures people women men 
      sets colours colors sizes eu uk us de c  gb mb mhz km/h crowns francs stitches parts boxes crates rooms floors
      steps times bids st nd rd th`,
    de: `zoll gramm pfund prozent stuck teile tage tagen tag woche wochen monat* stunde* minute* mal uhr grad euro meter
      zentimeter bilder fotos`,
    es: "pulgadas gramos kilos dias dia semana* mes meses hora* minuto* veces piezas euros por grados metros",
    fr: "pouces grammes jour jours semaine* mois heure* minute* fois pieces euros pour degres metres h",
    pt: "polegadas gramas quilos dia dias semana* mes meses hora* minuto* vezes pecas reais euros por graus metros",
    ru: "см мм кг г дюйм* дней день дня недел* месяц* час часов часа минут* раз штук* рубл* евро процент* градус* шт",
    zh: "厘米 公分 公斤 斤 天 年 周 个月 月 小时 分钟 次 个 件 元 块 号 点 寸 英寸 毫米 日 星期 只 条 张 套 楼 米",
    ja: "メートル ミリ センチ キロ グラム 日 週 週間 ヶ月 か月 月 時間 分 回 個 件 円 号 時 点 インチ 枚 本 体目 台 度 名 泊 冊",
  },
  year: {
    en: "year years yr yrs yo yos y yearold yearolds yearsold winters summers springs birthdays",
    de: "jahr jahre jahren jahrig* jaehrig* lenze j",
    es: "ano anos anitos primaveras abriles",
    fr: "an ans annees printemps piges balais",
    pt: "ano anos aninhos primaveras",
    ru: "лет год года годик* летн* годами годам летие летке летней",
    zh: "岁 歲 周岁 岁半",
    ja: "歳 才 さい",
  },
  old: {
    en: "old olds o age young aged",
    de: "alt alte alter altes altem",
    es: "edad",
    fr: "age d_age",
    pt: "idade",
    ru: "возраст*",
    zh: "大 年纪 年龄",
    ja: "年齢 頃 くらい ぐらい",
  },
  age: {
    en: "age ages aged",
    de: "alter alt",
    es: "edad edades",
    fr: "age agee ages agees",
    pt: "idade idades",
    ru: "возраст*",
    zh: "年龄 年纪 岁数 芳龄",
    ja: "年齢 年 歳",
  },
  be: {
    en: `is am are be being been was were s im shes hes youre theyre iam its isnt arent r ill shell hell youll id becomes
      become`,
    de: "ist bin bist sind sei war ware",
    es: "es soy son sea tiene tengo tienen tenga tenia  cumple cumplio cumpli con de",
    fr: "g est suis es a ai ont as soit avait de avec ayant",
    pt: "e sou sao seja tem tenho tinha fez faz com de",
    ru: "ей ему мне тебе исполн* будет стукн* им ",
    zh: "是 才 刚 今年 满 快 有",
    ja: "は が です だ まだ 今年 もうすぐ",
  },
  nearly: {
    en: `only just barely about around like maybe still almost nearly probably exactly actually really to a roughly
      approximately circa some perhaps at say now more than no not freshly recently newly even the be or so ca mere
      tender going on basically practically technically legally age of aged`,
    de: "nur gerade erst etwa ca ungefahr fast noch vielleicht knapp frisch so um die gerade_mal",
    es: "solo apenas unos como casi todavia recien unas",
    fr: "seulement juste environ presque encore a_peine que tout",
    pt: "so apenas uns quase ainda mal recem cerca",
    ru: "только всего почти около примерно еще уже недавно едва где-то лишь",
    zh: "才 刚 大概 左右 差不多 快 刚满 只有 大约",
    ja: "まだ だけ くらい ほぼ ちょうど たった もうすぐ",
  },
  turn: {
    en: "turn turns turned turning gets reach reaches reached hit hits",
    de: "werde werd wird werden geworden wurde",
    es: "cumple* cumplo cumplir cumplio",
    fr: "aura fete atteint aurai",
    pt: "faco faz fez fizer fazer fara completa completei",
    ru: "исполн* стукн* будет",
    zh: "满 到 过",
    ja: "になる なる なった 迎え",
  },
  born: {
    en: "born birth birthyear birthdate dob bday",
    de: "geboren* geb jahrgang jg ",
    es: "naci* nacida nacido nacimiento",
    fr: "ne nee nes nees naissance",
    pt: "nasci* nascida nascido nascimento",
    ru: "рожд* родил*",
    zh: "出生 生 生于",
    ja: "生まれ 生年",
  },
  under: {
    en: "under below younger less beneath underneath sub u max maximum until till",
    de: "unter junger weniger maximal hochstens bis u",
    es: "menos menor menores debajo maximo hasta bajo",
    fr: "moins dessous maximum avant max sous",
    pt: "menos menor abaixo maximo ate",
    ru: "до младше меньше моложе максимум",
    zh: "以下 不到 未满 小于 不满",
    ja: "以下 未満 より 前",
  },
  grade: {
    en: "grade grades grader graders form class year yr",
    de: "klasse klassler*",
    es: "grado curso primaria secundaria eso",
    fr: "classe eme e",
    pt: "serie ano classe",
    ru: "класс* классн*",
    zh: "年级",
    ja: "年生",
  },
  /** Words after a number that end what it counts. */
  glue: {
    en: `and but so or if when at max most please tops though because for with again now already yet even to too lol haha
      btw ok okay right male female f m that who which is in on tonight today tomorrow she he i you they we not her my
      as pls plz maximum just this like than until by ish looking look thing last next yesterday soon idk tbh ngl fr xx x maybe hi hello from
      here what how will can could would it only good fine perfect ideal best sounds works yes no yeah years i'm im`,
    de: "im in und aber oder wenn als bitte hochstens so schon noch jetzt ich sie er fur mit ist war gehen geht",
    es: "en y pero o si cuando por favor maximo ya ella yo el para con es",
    fr: "en et mais ou si quand max svp deja elle je il pour avec c est",
    pt: "em e mas ou se quando por favor maximo ja ela eu ele para com",
    ru: "и но или если когда пожалуйста уже она я он для с максимум",
    zh: "的 左右 吧 吗 了 呢 可以 就 或 和",
    ja: "の くらい です で と か も に は が",
  },
} as const satisfies Record<string, Table>

/** The numbers 0 to 20 and the tens, in the order of `numberOrder`; alternatives with `/`. */
export const numberWords: Table = {
  en: `zero one two three four five six seven eight nine ten eleven twelve/shier/dvenadcat thirteen/shisan/trinadcat/juusan
    fourteen/shisi/chetyrnadcat/juuyon fifteen/fiveteen/shiwu/pyatnadcat/juugo sixteen/shiliu/shestnadcat/juuroku
    seventeen/shiqi/semnadcat/juunana eighteen nineteen twenty`,
  de: `null ein/eins/eine zwei drei vier funf/fuenf sechs sieben acht neun zehn elf zwolf/zwoelf dreizehn vierzehn
    funfzehn/fuenfzehn sechzehn/sechszehn siebzehn achtzehn neunzehn zwanzig`,
  es: `cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce/katorce/katorse quince/kince/kinse/quinse dieciseis diecisiete
    dieciocho diecinueve veinte`,
  fr: `zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze/katorz/katorze quinze/kinz/kinze/quinz seize/seiz dix-sept dix-huit
    dix-neuf vingt`,
  pt: `zero um dois/duas tres quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze/katorze quinze/kinze
    dezesseis/dezasseis dezessete/dezassete dezoito dezenove vinte`,
  ru: `ноль один/одного два/двух три/трех четыре/четырех пять/пяти шесть/шести семь/семи восемь/восьми девять/девяти
    десять/десяти одиннадцать/одиннадцати двенадцать/двенадцати тринадцать/тринадцати четырнадцать/четырнадцати
    пятнадцать/пятнадцати/пятнацать шестнадцать/шестнадцати/шеснацать семнадцать/семнадцати/семнацать восемнадцать/восемнадцати
    девятнадцать/девятнадцати двадцать/двадцати`,
}
export const ordinalWords: Table = {
  en: "- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth",
  de: "- erste/ersten zweite/zweiten dritte/dritten vierte/vierten funfte/funften sechste/sechsten siebte/siebten achte/achten neunte/neunten zehnte/zehnten",
  es: "- primero segundo tercero cuarto quinto sexto septimo octavo noveno decimo",
  fr: "- premiere seconde troisieme quatrieme cinquieme sixieme septieme",
  pt: "- primeiro segundo terceiro quarto quinto sexto setimo oitavo nono",
  ru: "- первом/первого/первый втором/второго/второй третьем/третьего/третий четвертом/четвертого/четвертый пятом/пятого/пятый шестом/шестого/шестой седьмом/седьмого/седьмой восьмом/восьмого/восьмой девятом/девятого/девятый десятом/десятого/десятый",
}

/** Emoji that stand for the words of a tag. */
export const emoji: Partial<Record<keyof typeof tagged, string>> = {
  child: "👧 👦 🧒 👶 🚸 👼",
  childish: "🍼 🎒 🧷 🎠 🧸",
  school: "🏫",
}
