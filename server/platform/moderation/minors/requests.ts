import { has, type Token } from "../words/annotate.ts"
import { type Entry, noted } from "../words/lexicon.ts"

/** The parts of the gravest requests, in eight languages: each part is a word of its list. */
const parts = {
  made: /^(?:make|made|making|build|built|sculptor\w*|bildhauer\w*|escultor\w*|sculpteur\w*|скульптор\S*|雕塑|原型师|create|sculpt|model|craft|recreate|replicate|mach(?:en|t|st)|bau(?:en|t|st)|nachbau\w*|nachmach\w*|nachbild\w*|anfertig\w*|modellier\w*|hacer\w*|haceis|haces|hacen|hagan|haga|haz|crear|recrear|fabric\w*|modelar|faire|faites|fais|creer|recreer|reprodui\w*|reproduction|sculpter|fabriquer|fazer|fazem|faz|faca|criar|recriar|modelar|reproduz\w*|сдела\S*|дела(?:ете|ешь|ть)|созда\S*|слепи\S*|изготов\S*|воссозда\S*|做|做成|定制|定做|制作|作|作っ|作れ|作る|再現|造)$/,
  alike:
    /^(?:based|modell?ed|vorbild|vorlage|modele_de|copy|copies|replica|clone|likeness|lookalike|look_alike|spitting|identical|duplicate|double|resembl\w*|nachgebaut|nachbau\w*|nachmach\w*|nachbild\w*|kopie|abbild|ebenbild|identisch\w*|ahnlich\w*|aussehen|aussieht|copia|replica\w*|identic\w*|igual\w*|iguales|parecid[oa]|parezca|copi[ae]r|copie|fiel|meme|replique|jumelle|sosie|identique\w*|ressembl\w*|limage|image|copia|parec\w*|копи\S*|похож\S*|точно|двойник\S*|внешност\S*|照着|按照|一样|一模一样|复制|长得像|像|そっくり|似せ\S*|似た|複製|コピー|同じ)$/,
  pictured:
    /^(?:photo(?:s|graph\w*)?|pics?|pictures?|images?|faces?|features|selfies?|snapshots?|foto\w*|bild(?:er|ern|es)?|gesicht(?:e|s|er|szuge\w*)?|passfoto|caras?|rostro|imagen|imagenes|visage|portrait|rosto|imagem|retrato|фот\S*|лиц\S*|сним\S*|портрет\S*|照片|脸|脸蛋|照|图|相片|写真|顔|画像|モデル写真|video\w*|видео|видос\S*|视频|動画)$/,
  face: /^(?:faces?|heads?|gesicht\w*|\w*kopf(?:e|es|s)?|caras?|carita|rostros?|cabezas?|visages?|tetes?|rostos?|cabecas?|лиц\S*|голов\S*|личик\S*|脸|脸蛋|头|顔|頭)$/,
  photo:
    /^(?:photo(?:s|graph\w*)?|pics?|pictures?|selfies?|snapshots?|foto\w*|bild(?:er|ern)?|passfoto|фот\S*|сним\S*|照片|照|相片|写真|画像|撮\S*|cliches?|videos?)$/,
  traded:
    /^(?:trade|trades|trading|swap|swapping|sell|selling|share|sharing|exchange|tausch\w*|verkauf\w*|cambi\w*|intercambi\w*|vend\w*|echang\w*|troc\w*|меня\S*|обмен\S*|прода\S*|交换|換|换|卖|出售|交換|売\S*|interested|interessiert|interesado|interesse|интересно|感兴趣|collection|sammlung|coleccion|colecao|коллекци\S*|dm|pm)$/,
} as const
type Part = keyof typeof parts

const partsOf = noted(({ text }: Entry) => (Object.keys(parts) as Part[]).filter((part) => parts[part].test(text)))

/** Words before the recipient, who is not the person portrayed. */
const given = /^(?:for|fur|para|pour|pra|для|给|to|zu|a|an|к|from|by|von_mir|des|chez)$/
const minorsRelation =
  /^(?:daughters?|sons?|nieces?|nephews?|(?:grand|step|god)(?:daughter|son|child|kid)s?|sisters?|brothers?|cousins?|kids?|child|children|childs|tochter(?:chen|lein)?|sohne?s?|nichten?|neffen?|enkel\w*|schwester|bruder|cousin\w*|stief\w+|kind|kindes|kinder|patenkind|hij(?:it)?[oa]s?|sobrin(?:it)?[oa]s?|niet(?:ecit)?[oa]s?|herman[oa]s?|herman\w+|prim[oa]s?|ahijad[oa]|hijastr[oa]s?|entead[oa]s?|belle_fille|nin[oa]s?|fille|fillette|fils|niece|neveu|soeur|frere|cousine?|petite_fille|enfant|filleule?|filh(?:inh)?[oa]s?|sobrinh\w+|net(?:inh)?[oa]s?|irma|irmao|irmazinha|afilhad[oa]|crianca|menin[oa]|доч\S*|сын\S*|племянни\S*|внуч\S*|внук\S*|сестр\S*|брат\S*|падчериц\S*|пасын\S*|реб[её]н\S*|девочк\S*|школьни\S*|女儿|儿子|侄女|侄子|外甥女?|孙女|孙子|妹妹|弟弟|表妹|孩子|小孩|闺女|学生|娘|息子|姪|甥|孫|妹|弟|いとこ|子供|連れ子|继女|继子|めい|姪っ子|pupils?|students?|schuler\w*|alumn[oa]s?|eleves?|alun[oa]s?|учени\S*|生徒|classmate|neighbours_girl)$/

/** Words that do not mean a child in every text. */
const maybeYoung =
  /^(?:girls?|boys?|lass|lad|young|jeune|joven|jovem|юн\S*|kleinen?|petites?|madchen|madels?|jungen?|bub\w*|buben|chic[oa]s?|chaval\w*|chavit[oa]|nen[ea]|filles?|gamine?|garcon|minot\w*|miud[oa]s?|garot[oa]s?|gurias?|moleque|mirim|девоч\S*|мальчи\S*|малыш\S*|пацан\S*|女孩|男孩|小姑娘|姑娘|丫头|女の子|男の子|子|あの子|klasse\w*|class|grade|clase|classe|turma|класс\S*|班|クラス)$/

const inPortuguese = /^(?:filh|sobrinh|net|irm|afilhad|entead|crianca|menin|alun)/

interface Request {
  reason: string
  /** How far the classifier must be above a flag if a request is incomplete. */
  least: number | null
  from: number
  to: number
}

const window = 30
/** The number of words that are checked; no message written by a person has more. */
const maxLooked = 100
const asDoll = "a doll after a child or a relative"
export const asLikeness = "a likeness of a child or a relative"
/** A request has at least one word of each. A doll is named by a word, or is a thing that this shop makes. */
const cases: { reason: string; needs: (Part | "doll")[] }[] = [
  { reason: asDoll, needs: ["alike", "made"] },
  { reason: asDoll, needs: ["alike", "doll"] },
  { reason: asDoll, needs: ["made", "doll", "pictured"] },
  { reason: asLikeness, needs: ["alike", "pictured"] },
  { reason: asLikeness, needs: ["face", "photo"] },
]

/** The classifier's lowest score, relative to a flag, for a request of two of these, of one, or of one with an age. */
const leastOfTwo = -0.1
const leastOfOne = 0.2
const leastWithAge = -0.5
const hints = [["made"], ["alike"], ["pictured", "face", "photo"], ["doll"]] as const

/** Finds requests for a doll that resembles a child, a relative or a minor, and for or of pictures of children. */
export function findRequests(tokens: Token[], ages: readonly { from: number; to: number }[]): Request[] {
  const found: Request[] = []
  if (!tokens.some(({ entry }) => partsOf(entry).length > 0)) return found
  const starts = new Set(ages.map(({ from }) => from))
  let looked = 0
  for (let i = 0; i < tokens.length && looked < maxLooked; i++) {
    const token = tokens[i]!
    const isRelative = isSomebodyYoung(tokens, i) || starts.has(i)
    if (!isRelative && !isChild(token) && !maybeYoung.test(token.text) && !little.test(token.text)) continue
    looked++
    const near = tokens.slice(Math.max(0, i - window), i + window)
    const said = new Set<Part | "doll">(near.flatMap((one) => partsOf(one.entry)))
    if (
      near.some(({ text }, n) => /^looks?$/.test(text) && near.slice(n + 1, n + 3).some((one) => one.text === "like"))
    )
      said.add("alike")
    if (near.some((one) => has(one, "doll") && !said.has("pictured")) || near.some(isDoll)) said.add("doll")
    const isBuilt = tokens.slice(Math.max(0, i - 4), i).some((one) => partsOf(one.entry).includes("made"))
    const whole = cases.find(({ needs }) => needs.every((part) => said.has(part)))
    const reason = whole?.reason ?? (isBuilt && said.has("pictured") ? asDoll : isCopyOf(tokens, i) ? asLikeness : null)
    const at = { from: i, to: i + 1 }
    const half = hints.filter((any) => any.some((part) => said.has(part))).length
    if (reason && isRelative) found.push({ reason, least: null, ...at })
    else if (isTraded(tokens, i, said)) found.push({ reason: "pictures of children", least: null, ...at })
    else if (half > 0) {
      const isAged = isSomebodyYoung(tokens, i) && tokens.slice(Math.max(0, i - 10), i + 10).some(isUnder18)
      found.push({ reason: asLikeness, least: isAged ? leastWithAge : half > 1 ? leastOfTwo : leastOfOne, ...at })
    }
  }
  return found
}

/** Recognizes "an exact copy of my neighbour's daughter". */
const isCopyOf = (tokens: Token[], i: number) => tokens.slice(Math.max(0, i - 6), i).some(({ text }) => copy.test(text))
const copy =
  /^(?:copy|copies|replica|clone|likeness|spitting|kopie|ebenbild|abbild|copia|replique|copie|sosie|копи\S*|двойник\S*|复制|複製)$/

const isDoll = ({ text }: Token) =>
  /^(?:dolls?|models?|figures?|puppen?|modell|figur|munec\w*|muneq\w*|modelo|poupees?|modele|bonecas?|кукл\S*|модел\S*|娃娃|人偶|ドール|人形|模型)$/.test(
    text,
  )
const isChild = (token: Token) => has(token, "child", "code") && !has(token, "doll")

function isSomebodyYoung(tokens: Token[], i: number): boolean {
  const { text } = tokens[i]!
  if (!minorsRelation.test(text)) return false
  const before = tokens.slice(Math.max(0, i - 3), i)
  // Accepts "igual a mi sobrina", but not "dárselo a mi sobrina".
  const at = before.findLastIndex(
    (one, n) =>
      given.test(one.text) &&
      !(before[n - 1] && partsOf(before[n - 1]!.entry).includes("alike")) &&
      // The word is an article in Portuguese.
      !(one.text === "a" && inPortuguese.test(text)),
  )
  return at < 0 || before.slice(at + 1).some((one) => !has(one, "own", "small") && !/^(?:the|a|der|la)$/.test(one.text))
}

export const isUnder18 = ({ num }: Token) => num !== null && num > 4 && num < 18

export const mayBeYoung = (token: Token) =>
  isChild(token) || minorsRelation.test(token.text) || maybeYoung.test(token.text)

/** Recognizes "trading pics of kids", "anybody swap photos of little ones? real ones". */
function isTraded(tokens: Token[], i: number, said: ReadonlySet<Part | "doll">): boolean {
  if (!said.has("traded") || !isPictureOf(tokens, i)) return false
  return isChild(tokens[i]!)
    ? !has(tokens[i - 1], "own")
    : isLittleOne(tokens, i) && tokens.slice(i, i + window).some(({ text }) => real.test(text))
}
/** Recognizes "little ones" without a noun after it, unlike "little pieces". */
const isLittleOne = (tokens: Token[], i: number) =>
  little.test(tokens[i]!.text) && /^(?:\.|ones?)$/.test(tokens[i + 1]?.text ?? ".")
const little =
  /^(?:little|littles|young|younger|youngest|kleinen?|jungeren?|petites?|pequen\S*|jovencit\S*|novinhas?|маленьк\S*|мал[еы]ньких)$/
const real = /^(?:real|echte?n?|richtig|vraies?|vrais|reales|verdad|verdade|настоящ\S*|真 ?的|本物)$/

/** Recognizes "pics of kids", "kids pics", "фото детей". */
const isPictureOf = (tokens: Token[], i: number) =>
  [...tokens.slice(Math.max(0, i - 3), i), ...tokens.slice(i + 1, i + 3)].some(
    (one) => partsOf(one.entry).includes("pictured") || /^(?:vids?|clips?|content|cp)$/.test(one.text),
  )
