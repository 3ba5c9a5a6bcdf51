import { type Annotated, has, type Token } from "../words/annotate.ts"
import { type Entry, grownUp, noted, type Tag } from "../words/lexicon.ts"
import { type Age, adult, afterAClaim, findAges } from "./ages.ts"
import { findHints } from "./hints.ts"
import { findRequests } from "./requests.ts"

/**
 * flag    a person should look at it
 * block   not sent, not published
 * hold    not sent, and a super admin looks at it at once
 * freeze  points at minors beyond doubt: the room closes
 */
export type Grade = "flag" | "block" | "hold" | "freeze"

export interface Finding {
  grade: Grade
  /** For the staff: "age 15 of a person". */
  reason: string
  /** An age, what hints at one, a word for a child, one that has no harmless use here, or a request for a likeness. */
  by: "age" | "hint" | "word" | "code" | "request"
  /** It is asked of a model, or answers a claim: "make her 14", "she looks 14". */
  isAsked: boolean
  /** The writer's own age. */
  isOwn: boolean
  /** How far the classifier must be above a flag for this to count, or null. */
  least: number | null
  start: number
  end: number
}

interface Sentence {
  from: number
  to: number
  tags: Set<Tag>
  isBan: boolean
  /** Speaks of children that are somebody's, here or right before. */
  isFamily: boolean
  /** Of what children pay: "free for under 12s". */
  isEntry: boolean
}

interface Scene extends Annotated {
  /** Of each word. */
  sentences: Sentence[]
  /** Of the whole text. */
  all: Set<Tag>
  said: Set<Sign>
  hasOwnDoll: boolean
  /** Something that was bought, or a number of things: what has the age may be no person. */
  hasThing: boolean
  /** Something that stands on a shelf. */
  isOnShelf: boolean
  /** Somebody asks where to report what they have seen. */
  isReport: boolean
}

/** What points at minors in the words of a text, by who or what it is said of. */
export function findMinors(annotated: Annotated): Finding[] {
  if (!annotated.mayPoint && findRequests(annotated.tokens, []).length === 0) return []
  const hasNumber = annotated.tokens.some(({ meaning }) => meaning.isNumeric)
  const scene = sceneOf(annotated)
  const findings: Finding[] = []
  // Somebody who speaks of their children or of the ban closes no room.
  const isCalm = scene.sentences.some(({ isBan, isFamily, isEntry }) => isBan || isFamily || isEntry)
  const add = (
    grade: Grade | null,
    from: number,
    to: number,
    reason: string,
    by: Finding["by"],
    more: Partial<Finding> = {},
  ) => {
    const { tokens } = annotated
    if (grade)
      findings.push({
        grade: isCalm && grade === "freeze" ? "block" : grade,
        reason,
        by,
        isAsked: by === "age" && (reason.includes(afterAClaim) || isAskedOf(annotated.tokens, from, to)),
        isOwn: false,
        least: null,
        start: tokens[from]!.start,
        end: tokens[to - 1]!.end,
        ...more,
      })
  }
  const ages: Age[] = []
  for (const one of hasNumber ? [...findAges(annotated.tokens), ...findHints(annotated.tokens)] : []) {
    const { grade, of } = gradeOfAge(one, scene)
    if (grade && one.certainty !== "hint") ages.push(one)
    add(grade, one.from, one.to, `${one.how} of ${of}`, one.certainty === "hint" ? "hint" : "age", {
      isOwn: one.isOwn,
    })
  }
  for (const [i, token] of annotated.tokens.entries()) {
    const grade = token.meaning.mayPoint ? gradeOfWord(i, scene) : null
    if (grade) add(scene.isReport ? "flag" : grade, i, i + 1, `"${token.text}"`, has(token, "code") ? "code" : "word")
  }
  for (const { reason, least, from, to } of findRequests(annotated.tokens, ages)) {
    if (!scene.sentences[from]!.isBan) add("hold", from, to, reason, "request", { least })
  }
  return findings
}

const asked =
  /^(?:make|made|making|build|create|let|mach\w*|lass|haz\w*|hacer\w*|hag\w*|faire|fais|faites|faz\w*|faca\w*|сдела\S*|пусть|做|作\S*|弄|让|looks?|looking|sieht|aussehen|wirk\w*|parece\w*|parezca|ressembl\w*|parait|pareca|выгляд\S*|看起来|看上去|見える|見え)$/

const isAskedOf = (tokens: Token[], from: number, to: number) =>
  tokens.slice(Math.max(0, from - 4), to + 3).some(({ text }) => asked.test(text))

/** A sentence without an end is cut, so that a text takes time linear in its length. */
const maxSentence = 60

function sceneOf(annotated: Annotated): Scene {
  const { tokens } = annotated
  const sentences: Sentence[] = []
  const all = new Set<Tag>()
  let from = 0
  for (let i = 0; i <= tokens.length; i++) {
    if (i < tokens.length && tokens[i]!.text !== "." && i - from < maxSentence) continue
    const part = tokens.slice(from, i)
    const tags = new Set(part.flatMap((token) => [...token.tags]))
    for (const tag of tags) all.add(tag)
    const isFamily = isAboutFamily(part, tags)
    const before = sentences[from - 2]
    const sentence = {
      ...{ from, to: i, tags, isBan: isBan(part), isEntry: part.some((one) => signsOf(one.entry).includes("isEntry")) },
      isFamily: isFamily || (before?.isFamily === true && before.to > before.from),
    }
    for (let at = from; at <= i; at++) sentences[at] = sentence
    from = tokens[i]?.text === "." ? i + 1 : i
  }
  const said = new Set<Sign>()
  for (const token of tokens) for (const sign of signsOf(token.entry)) said.add(sign)
  return {
    ...annotated,
    sentences,
    all,
    said,
    hasOwnDoll: hasOwnDoll(tokens),
    ...thingsIn(tokens),
    isOnShelf: says(tokens, shelf),
    isReport: isReport(tokens),
  }
}

const says = (list: Token[], pattern: RegExp) => list.some(({ text }) => pattern.test(text))

const bought =
  /^(?:bought|purchased|gekauft|kaufte|comprad[oa]|compre|comprei|achetee?|куплен\S?|купил\S?|买\S?|購入|買\S*)$/
const mine = /^(?:mine|my|our|mia|mio|minha|meu|meine?[rs]?|mienne?|mien|моя|мой|мою|моей|我的|我家|私の|うちの)$/
const counting = /\bhow many (?!years)|\bwie viele (?!jahre)|何体|何個|几个|几只|多少个/

/** "mine is 14 now, bought in the first batch"; "how many do you have?" and its answer */
function thingsIn(tokens: Token[]): Pick<Scene, "hasThing"> {
  const isBought = says(tokens, bought) && says(tokens, mine)
  const text = tokens.map((token) => token.text).join(" ")
  return { hasThing: isBought || counting.test(text) || counting.test(text.replaceAll(" ", "")) }
}

const shelf =
  /^(?:shelf|shelves|cabinet|showcase|display|vitrin[ae]s?|regal|estante|estanteria|etagere|витрин\S*|полк\S*|柜|展示柜|棚)$/

const reporting = /^(?:report\w*|denunci\w*|meld\w*|gemeldet|signal\w*|пожалов\S*|жалоб\S*|сообщи\S*|举报|通報|報告)$/
const whereTo =
  /^(?:where|how|whom|donde|como|quien|onde|posso|comment|ou|qui|wo|wie|wem|куда|как|кому|哪里|哪儿|怎么|在哪|ど)$/

/** "where do I report it?" */
const isReport = (tokens: Token[]) =>
  !says(tokens, asking) &&
  tokens.some(({ text }, i) => reporting.test(text) && says(tokens.slice(Math.max(0, i - 5), i + 4), whereTo))

const entry =
  /^(?:free|vote|voting|minimum|price|prices|discount\w*|ticket\w*|entry|entrance|zoo|aquarium|museum|museo|musee|cinema|menu|gratis|eintritt|kostenlos|precio|entrada|entran|gratuit\w*|entree|tarif|preco|ingresso|бесплатно|вход|билет\S*|музе\S*|зоопарк\S*|免费|门票|半价|博物馆|博物館|動物園|無料|入場)$/
const kinship =
  /^(?:nephews?|nieces?|parents|grandparents?|stepsons?|stepdaughters?|neffen?|nichten?|sobrin[oa]s?|neveux?|niet[oa]s?|net[oa]s?|внук\S*|внучк\S*|дочк\S*|дочер\S*|сын\S{0,2}|племянни\S*|孩子|儿子|女儿|闺女|娃|息子|娘|甥|姪|孫)$/
const someones = /^(?:у|моего|моей|моему|сво\S*|her|his|their|leur|家里|陪|うちの)$/
const atHome = /^(?:home|hause|daheim|maison|casa|家里|дома)$/
const theKids = /^(?:kids|enfants|ninos|criancas|kinder|детей|дети|孩子们|子供たち)$/

/** "my teenager", "the kids", "у сына в 8 классе": not of what is wanted. */
function isAboutFamily(part: Token[], tags: Set<Tag>): boolean {
  if (tags.has("doll") || tags.has("intimate")) return false
  return part.some(
    (one, i) =>
      kinship.test(one.text) ||
      (theKids.test(one.text) && part.length > 3) ||
      (has(one, "child") && part.some(({ text }) => atHome.test(text))) ||
      (has(one, "family", "child", "girl") &&
        part.slice(Math.max(0, i - 3), i).some((before) => has(before, "own") || someones.test(before.text))),
  )
}

/** "no minors allowed", "glad you ban that", "not for kids", "keep away from children" */
function isBan(part: Token[]): boolean {
  const bans = part.filter((token, i) => has(token, "ban") && !leadsToAge(part, i)).length
  const nots = part.filter((token) => has(token, "not")).length
  const asks = part.some((token) => /^(?:want|need|looking|send|show|sell|trade|prefer|make|trading)$/.test(token.text))
  const isOut = nots > 0 && !asks && part.some(({ text }) => outside.test(text))
  const isGlad = part.some(({ text }) => /^(?:happy|glad|relieved|proud|froh|menos|mal)$/.test(text)) && nots > 0
  return (
    isGlad ||
    isOut ||
    (!asks && (bans >= 2 || (bans >= 1 && nots >= 1) || part.some((token) => strongBan.test(token.text))))
  )
}
/** "kids have no business here", "hat hier keiner was verloren" */
const outside = /^(?:business|belong\w*|verloren|entrar|entran|acceso|lugar|делать|место|进来)$/
/** "she is only", "only 15", but not "this is only for" */
const leadsToAge = (part: Token[], i: number) =>
  part[i]!.text === "only" &&
  ((has(part[i - 1], "be") && part[i + 1]?.text !== "for") || (part[i + 1]?.num ?? adult) < adult)

const strongBan =
  /^(?:ban|bans|banned|banning|forbid|forbidden|prohibit\w*|report|reported|reporting|illegal|protect\w*|unsuitable|verboten|verbot\w*|verbiet\w*|interdi\w*|prohib\w*|proib\w*|запре\S*|禁止|举报|通報|お断り|不让|不该|不应该|不接受|踢|封禁|入れない|排除|rauswerf\w*|rauswirf\w*|rausgeworfen|rausschmei\w*|sperrt|gesperrt|aceitar|aceitam|aceptar|aceptan|acceptez|accepter|refusez|refuser|пускаете|пускать|допуска\S*|policy|zero|tolerance|disgusting|adults|konsequent\w*|reglement)$/

const isPicture = ({ tags }: Sentence) => tags.has("intimate") || (tags.has("doll") && tags.has("look"))

function gradeOfAge(found: Age, scene: Scene): { grade: Grade | null; of: string } {
  const { all } = scene
  const sentence = scene.sentences[found.from]!
  if (found.how.endsWith(afterAClaim)) return { grade: "flag", of: "somebody" }
  if (sentence.isBan && !found.isOwn && found.certainty !== "hint") return { grade: null, of: "what is banned" }
  if (sentence.isEntry && !found.isOwn && !isPicture(sentence)) return { grade: null, of: "a price" }
  const isFamily = (sentence.isFamily || isAtHome(scene.tokens, sentence)) && !found.isOwn
  if (found.certainty === "hint") {
    const isTaught = scene.said.has("teaches")
    return { grade: isFamily || isTaught ? null : "flag", of: "somebody" }
  }
  const bearer = isFamily ? "family" : bearerOf(found, scene, sentence)
  const isPlay = isPicture(sentence)
  if (isActing(found, scene.tokens) && !isPlay) return { grade: null, of: "nobody" }
  if (bearer !== "thing" && !isPlay && !found.isOwn && !all.has("girl")) {
    const isSold = found.value < 14 && all.has("doll") && !all.has("look") && scene.said.has("sells")
    if (isSold || scene.said.has("hasPet")) return { grade: null, of: "a thing" }
  }
  if (bearer === "thing") return { grade: null, of: "a thing" }
  if (bearer === "family") {
    if (isFamily)
      return {
        grade: isPlay ? "block" : scene.said.has("takesPart") || all.has("doll") ? "flag" : null,
        of: "a relative",
      }
    if (
      all.has("intimate") ||
      isPlay ||
      (all.has("doll") && all.has("ask")) ||
      (scene.said.has("isCompared") && hasThing(all))
    )
      return { grade: "block", of: "a relative" }
    return { grade: scene.said.has("takesPart") ? "flag" : null, of: "a relative" }
  }
  if (bearer === "past") return { grade: isPlay ? "flag" : null, of: "the writer's past" }
  if (bearer === "somebody") return { grade: all.has("doll") && all.has("ask") ? "block" : "flag", of: "somebody" }
  if (found.how === "barely 18") return { grade: "block", of: "somebody" }
  if (bearer === "unknown" && found.how === "under 18")
    return { grade: all.has("object") ? null : "flag", of: "somebody" }
  if (bearer === "unknown") {
    const grade = found.certainty === "sure" ? "block" : all.has("doll") || all.has("ask") ? "flag" : null
    return { grade: found.certainty === "weak" && grade === null ? null : grade, of: "somebody" }
  }
  const isOfThing = scene.hasThing || (found.value < 14 && scene.hasOwnDoll)
  if (!found.isOwn && !all.has("look") && isOfThing) return { grade: "flag", of: "a doll or another thing" }
  // What wears or stands on a shelf may be as old itself: a person decides before a room is closed.
  const most = scene.said.has("isWorn") || scene.isOnShelf ? "hold" : "freeze"
  const grades = { sure: most, likely: most, weak: "flag" } as const
  return { grade: grades[found.certainty], of: bearer === "doll" ? "a model" : "a person" }
}

/** "I have a 12yo at home" */
const isAtHome = (tokens: Token[], { from, to, tags }: Sentence) =>
  !tags.has("doll") && tokens.slice(from, to).some(({ text }) => atHome.test(text))

/** A doll that somebody has already may be that old itself. */
const hasOwnDoll = (tokens: Token[]) =>
  tokens.some(
    (one, i) =>
      has(one, "doll") &&
      [...tokens.slice(Math.max(0, i - 3), i), ...tokens.slice(i + 1, i + 2)].some(
        (before) =>
          has(before, "own") ||
          /^(?:your|ur|first|deine?r?|eurer?|ihre?r?|erste\w*|tu|tus|primera?|ta|votre|premiere?|sua|tua|primeira?|ваш\S*|твоя|твоей|перв\S*|你的|您的|第一个|あなたの|最初の)$/.test(
            before.text,
          ),
      ),
  )

const selling = /^(?:selling|sold|vendo|verkaufe|vends|продам|продаю|出售|転売|譲ります)$/
const pets =
  /^(?:dog|dogs|cat|cats|vet|puppy|kitten|hund|katze|kater|tierarzt|perr\w*|gato|veterinari\w*|chienn?e?|veto|cachorr\w*|кот\S?|кошк\S*|собак\S*|пес|猫|狗|犬|愛犬|愛猫)$/

/** "i act like a twelve year old with a new train" */
function isActing({ from }: Age, tokens: Token[]): boolean {
  const before = tokens.slice(Math.max(0, from - 5), from).map(({ text }) => text)
  const at = before.findLastIndex((text) => /^(?:act|feel|felt|behave|giggle|giggled)$/.test(text))
  return at > 0 && /^(?:i|we)$/.test(before[at - 1]!) && before.slice(at).includes("like")
}

const asking = /^(?:want|need|looking|send|show|sell|trade|prefer|have|any|suche|busco|cherche|procuro|ищу|求)$/
const compared = /^(?:same|photo\w*|reference|like|wie|como|comme|как|picture\w*|based)$/
const hasThing = (all: Set<Tag>) => all.has("doll") || all.has("measure") || all.has("ask")

type Bearer = "thing" | "family" | "past" | "doll" | "person" | "somebody" | "unknown"

/** Who has the age: what stands behind "16 year old", else the nearest word before it that can have one. */
function bearerOf(found: Age, { tokens, all, said }: Scene, sentence: Sentence): Bearer {
  const isWorn = said.has("isWorn")
  if (isPast(found, tokens, sentence)) return "past"
  const behind = tokens.slice(found.to, Math.min(found.to + 3, sentence.to))
  const next = behind[0]
  if (found.certainty === "sure" && next && !has(next, "glue", "measure")) {
    const named = behind.find((one) => has(one, "object", "family", "doll", "girl", "child", "code", "person", "pupil"))
    if (named) {
      if (has(named, "object") && !has(named, "doll")) return "thing"
      if (has(named, "family") && hasOwnBefore(tokens, found.from)) return "family"
      return has(named, "doll") ? "doll" : "person"
    }
    if (next.tags.size === 0 && /^(?:a|an|the|my|our)$/.test(tokens[found.from - 1]?.text ?? "")) return "somebody"
  }
  if (tokens[sentence.from]?.text === "who" && has(tokens[sentence.from - 2], "family")) return "family"
  let isIt = false
  const isLinked = found.from < tokens.length && has(tokens[found.from], "be", "look", "turn", "person", "doll")
  for (let i = found.to - 1; i >= Math.max(sentence.from, found.from - 9); i--) {
    const token = tokens[i]!
    if (has(token, "family") && hasOwnBefore(tokens, i)) return "family"
    if (has(token, "doll")) return isOldThing(found, all, isWorn || hasOwnBefore(tokens, i)) ? "thing" : "doll"
    if (has(token, "girl", "child", "code", "pupil")) return "person"
    const isThing = has(token, "object") && !has(token, "look", "person")
    if (isThing && (isLinked || i > found.from - 5)) return "thing"
    if (/^(?:it|its|this|that|which|es|ca|esto|isso|это)$/.test(token.text)) isIt = true
    else if (has(token, "person") && !has(token, "look"))
      return isWorn && (found.value < 9 || sentence.tags.has("doll")) ? "thing" : "person"
    else if (isVerbOfPerson.test(token.text)) return "person"
  }
  if (isIt) return all.has("look") && (all.has("doll") || all.has("ask")) ? "doll" : "thing"
  const later = tokens.slice(found.to, sentence.to)
  if (later.some((one) => has(one, "object") && !has(one, "doll"))) return "thing"
  if (later.some((one) => has(one, "doll"))) return "doll"
  if (isWorn && found.value < 13) return "thing"
  if (all.has("object") && !all.has("doll") && !all.has("look") && !all.has("girl")) return "thing"
  if (found.certainty === "likely") return "person"
  return all.has("doll") && found.certainty === "sure" ? "doll" : "unknown"
}
const isVerbOfPerson = /^(?:tengo|tienes|tenho|tens|faco|cumplo|ai|g|aurai)$/

/** "my doll is 6 years old and squeaks" */
const isOldThing = ({ value }: Age, all: Set<Tag>, isOwned: boolean) => !all.has("look") && value < 14 && isOwned

const wear =
  /^(?:yellow\w*|sticky|squeak\w*|worn|wears|crack\w*|rust\w*|fad\w*|brittle|restor\w*|repair\w*|leak\w*|dusty|stain\w*|bought|gekauft|comprad[oa]|achetee?|куплена?|куплен|买|購入|брал|брала|взял|взяла|loose|joints?|held|holds|still_going|owned|vinyl|tpe|silicone)$/

const hasOwnBefore = (tokens: Token[], i: number) =>
  tokens.slice(Math.max(0, i - 4), i).some((one) => has(one, "own") || /^(?:her|his|their|your|s)$/.test(one.text))

const work =
  /^(?:teach|teaches|teaching|taught|coach\w*|tutor\w*|lehrerin|lehrer|unterrichte|maestra|doy|professora|leciono|institutrice|enseigne|учительница|учу|преподаю)$/

/** "when I was 12", "since I was nine", "at 14 I had" */
function isPast({ from, to }: Age, tokens: Token[], sentence: Sentence): boolean {
  const before = tokens.slice(Math.max(sentence.from, from - 4), to)
  const after = tokens.slice(to, Math.min(sentence.to, to + 5))
  const isWhen = /^(?:when|since|als|quand|cuando|quando|когда|desde|depuis|seit|until|before|at|from|小时候|头)$/
  const was = /^(?:i|was|were|war|era|tenia|tinha|avais|было|était|etais|ich|je|yo|eu|мне|我|私)$/
  if (says(before, /^(?:was|were)$/) && says(before, /^(?:i|he|we)$/) && says(after, /^(?:when|and)$/)) return true
  const isTold = says(before, /^(?:was|were|war|era|tenia|tinha|avais|avait|было)$/) && !sentence.tags.has("doll")
  if (isTold && !sentence.tags.has("look") && !sentence.tags.has("intimate")) return true
  if (tokens.slice(sentence.from, sentence.to).some(({ text }) => work.test(text))) return true
  if (says(before, isWhen) && says(before, /^(?:was|were|war|era|tenia|tinha|avais|etais|было)$/)) return true
  return says(before, /^(?:at|since|mit|con|с|com)$/) && says(after, was) && !says(before, /^(?:look|looks|looking)$/)
}

const joins =
  /^(?:chat\w*|talk\w*|text|message|speak|join\w*|register|subscribe|lov(?:e|es|ed)|adore\w*|amou|adora|liebt|gefreut|bestellt|encanta\w*|pidio|довол\S*|quero|queria|quiero|mochte|recom\w*|suggest\w*|empfehl\w*|посовет\S*|понрав\S*|брал\S?|pose\w*|meet|date|flirt\w*|visit\w*|wants?|account|write|buy\w*|gift\w*|kauf\w*|geschenk\w*|regal\w*|compr\w*|achet\w*|cadeau\w*|present\w*|подар\S*|куп\S*|送|買|买|プレゼント|order|using|uses|registered|signed|angemeldet|registriert|inscrit\w*|registr\w*|cadastr\w*|apunt\w*|зарегистр\S*|注册|登録|登録し)$/

/** What single words say of the whole text. */
const signs = {
  isWorn: wear,
  takesPart: joins,
  asks: asking,
  isCompared: compared,
  teaches: work,
  sells: selling,
  hasPet: pets,
  isEntry: entry,
} as const
type Sign = keyof typeof signs

const signsOf = noted(({ text }: Entry) => (Object.keys(signs) as Sign[]).filter((sign) => signs[sign].test(text)))

/** "barely legal", "not an adult yet" */
function gradeOfGrownUp(tokens: Token[], i: number, { from, to, tags }: Sentence): Grade | null {
  const before = tokens.slice(Math.max(from, i - 4), i)
  if (says(before.slice(-1), /^(?:barely|freshly|newly|hardly|kaum|gerade|apenas|mal|едва)$/)) return "block"
  const isNot = before.some((one) => has(one, "not"))
  const isYet = says(
    tokens.slice(Math.max(from, i - 4), Math.min(to, i + 3)),
    /^(?:yet|quite|even|fully|noch|aun|todavia|encore|ainda|еще)$/,
  )
  return isNot && (isYet || tags.has("ask") || tags.has("doll")) ? "flag" : null
}

/** A word for a child, by what it is said of. */
function gradeOfWord(i: number, scene: Scene): Grade | null {
  const { tokens, all } = scene
  const token = tokens[i]!
  const sentence = scene.sentences[i]!
  const isCode = has(token, "code")
  if (token.text.startsWith("несовершеннолет") && tokens[i - 1]?.text === "делам") return null
  if (grownUp.test(token.text)) return gradeOfGrownUp(tokens, i, sentence)
  if (!isCode && !has(token, "child", "pupil", "childish", "girl")) return null
  if (sentence.isBan || isNegated(tokens, i)) return scene.said.has("asks") && isCode ? "flag" : null
  if (sentence.isEntry && !isPicture(sentence)) return null
  if (sentence.isFamily && (!isCode || stages.test(token.text))) return null
  if (/^j[ks]$|^jc$/.test(token.text) && tokens.some(({ text }) => computing.test(text))) return null
  if (isCode && /^school/.test(token.text) && isRemembered(tokens, sentence)) return "flag"
  if (isCode && stages.test(token.text) && !all.has("doll") && !all.has("ask") && !all.has("intimate")) return "block"
  if (isCode) return "freeze"
  const before = tokens.slice(Math.max(sentence.from, i - 3), i)
  const after = tokens.slice(i + 1, Math.min(sentence.to, i + 4))
  const near = [...before, ...after]
  const isPrivate = sentence.tags.has("own") || sentence.tags.has("past") || hasFamilyOwn(tokens, sentence)
  const ofDoll = near.some((one) => has(one, "doll")) || before.some((one) => isLikened(one, sentence))
  if (has(token, "child")) {
    if (isMinorScratch(token, before, after) || isIdiom(before, after)) return null
    if (sentence.tags.has("intimate") && !isPrivate) return "freeze"
    if (ofDoll && !isPrivate) return "freeze"
    if (near.some((one) => has(one, "small")) && !isPrivate) return "block"
    if (before.some((one) => has(one, "ask")) && !isPrivate) return "block"
    return isPrivate ? null : "flag"
  }
  if (has(token, "girl", "childish") && has(before.at(-1), "school")) return isPrivate ? null : "block"
  if (has(token, "childish") && has(after[0], "doll")) return isPrivate ? null : "flag"
  if (has(token, "girl")) {
    const isSmall = near.slice(-6).some((one) => has(one, "small") && one.text !== "flat")
    if (!isSmall || isPrivate) return null
    return ofDoll ? "freeze" : "block"
  }
  if (isPrivate) return null
  if (has(token, "pupil") && has(before.at(-1), "school")) return "flag"
  if (has(token, "pupil")) return ofDoll || sentence.tags.has("ask") ? "flag" : null
  return ofDoll && (all.has("small") || all.has("girl") || all.has("school")) ? "flag" : null
}

const computing = /^(?:エラー|コード|スクリプト|ブラウザ|ファイル|error|errors|code|script|browser|console)$/

/** Words for people under 18 that are said of children as well as of what is wanted. */
const stages =
  /^(?:minderjahrig\w*|underage\w*|несовершеннолет\S*|подрост\S*|девочк\S*|未成年|小学生|中学生|高校生|児童|女児|男児|幼児|少女|小女孩|小男孩|女学生|女童|男童|jk|jc|js|schoolgirl\w*|schoolboy\w*|preado\w*|preteen\w*|школьниц\S*)$/

/** "I was a schoolboy" */
const isRemembered = (tokens: Token[], { from, to }: Sentence) =>
  tokens.slice(from, to).some(({ text }, n) => text === "i" && tokens[from + n + 1]?.text === "was")

/** "looks like a child", but not "happy as a child" */
const isLikened = (token: Token, { tags }: Sentence) =>
  has(token, "look") && (!comparing.test(token.text) || tags.has("doll") || tags.has("ask"))
const comparing = /^(?:like|as|feel|feels|sounds?|acts?|acting|play|playing|wie|als|como|comme|как)$/

const hasFamilyOwn = (tokens: Token[], { from, to }: Sentence) =>
  tokens.slice(from, to).some((one, n) => has(one, "family") && hasOwnBefore(tokens, from + n))

/** "as a child I", "like a kid in a candy shop", "like a little kid again" */
const isIdiom = (before: Token[], after: Token[]) =>
  /(?:^| )(?:as|like) a (?:little )?$/.test(`${before.map(({ text }) => text).join(" ")} `) &&
  /^(?:in|again|i|at|on|who|when|with)$/.test(after[0]?.text ?? "")

/** "minor scratches", "kid leather", "baby blue" */
const things =
  /^(?:scratch\w*|detail\w*|issue\w*|damage\w*|flaw\w*|defect\w*|delay\w*|leather|skin|glove\w*|suede|mohair|blue|pink|oil|powder|wipe\w*|problem\w*|repair\w*|change\w*|correction\w*|adjust\w*|fix|mark\w*|crack\w*|wear|key|surgery|complaint\w*|imperfection\w*|quibble\w*|inconvenience|concern|bug|bugs|tear|tears|thing|things|point|seam|update|dent\w*|blemish\w*|note|chord|scale|irritation|criticism)$/
/** "babydoll dress" */
const clothes = /^(?:dress(?:es)?|lingerie|nightie|nightgown|chemise|negligee|top|lace|kleid|vestido|robe|nuisette)$/
/** "un arañazo menor", "menor que", "a menor preço" */
const lesser =
  /^(?:aran\w*|rasgun\w*|rasp\w*|roce|detall?h?e\w*|defect?[ou]\w*|dano\w*|problema\w*|marca\w*|retraso|arranh\w*|risc\w*|atraso|taman[oh]\w*|talla|preci?[oc]\w*|valor|peso|altura|cost[oe]|custo|duda|duvida|que|do|del|importancia|prazo|plazo|grau|grado|imperfec\w*|imperfei\w*|golpe|fallo|falha|mancha|idea|ideia)$/
const isMinorScratch = ({ text }: Token, before: Token[], after: Token[]) =>
  (/^(?:minor|kid|baby)/.test(text) && after.some((one) => things.test(one.text))) ||
  (text.startsWith("babydoll") && after.some((one) => clothes.test(one.text))) ||
  (/^menore?s?$/.test(text) && (before.some((one) => lesser.test(one.text)) || lesser.test(after[0]?.text ?? "")))

/** "not a child", "nothing childlike" */
const isNegated = (tokens: Token[], i: number) =>
  tokens.slice(Math.max(0, i - 4), i).some((one) => has(one, "not") || /^(?:anti|non)$/.test(one.text))
