import { type Annotated, has, type Token } from "../words/annotate.ts"
import { type Entry, grownUp, noted, type Tag } from "../words/lexicon.ts"
import { type Age, adult, afterAClaim, always, type Case, findAges, hasAny, resultOf, says } from "./ages.ts"
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
  /** The reason for staff, such as "age 15 of a person". */
  reason: string
  /** An age, a hint at one, a word for a child, one that has no harmless use here, or a request for a likeness. */
  by: "age" | "hint" | "word" | "code" | "request"
  /** True if it is requested of a model, answers a claim, or is near intimate words: "make her 14", "she looks 14". */
  isAsked: boolean
  /** True for the writer's own age. */
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
  /** True if it is about somebody's own children, here or in the sentence before. */
  isFamily: boolean
  /** True if it is about prices for children: "free for under 12s". */
  isEntry: boolean
}

interface Scene extends Annotated {
  sentences: Sentence[]
  all: Set<Tag>
  said: Set<Sign>
  hasOwnDoll: boolean
  /** True if the text has something bought, or a number of things, which can have the age instead of a person. */
  hasThing: boolean
  /** True for things that stand on a shelf. */
  isOnShelf: boolean
  /** True if somebody asks where to report something. */
  isReport: boolean
}

/** Finds references to minors in the words of a text, depending on who or what they are about. */
export function findMinors(annotated: Annotated): Finding[] {
  if (!annotated.mayPoint && findRequests(annotated.tokens, []).length === 0) return []
  const hasNumber = annotated.tokens.some(({ meaning }) => meaning.isNumeric)
  const scene = sceneOf(annotated)
  const findings: Finding[] = []
  // Texts about the writer's children or about the ban freeze no room.
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
        isAsked:
          by === "age" &&
          (reason.includes(afterAClaim) || scene.all.has("intimate") || isAskedOf(annotated.tokens, from, to)),
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
      least: of === aThing ? 0 : null,
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

/** The maximum length of a sentence, so that a text without sentence ends takes time linear in its length. */
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

/** Recognizes "my teenager", "the kids", "у сына в 8 классе", unless they describe a wanted doll. */
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

type AgeInScene = ReturnType<typeof ageIn>

function ageIn(found: Age, { tokens, sentences, all, said, hasThing, hasOwnDoll, isOnShelf }: Scene) {
  const sentence = sentences[found.from]!
  const behind = tokens.slice(found.to, Math.min(found.to + 3, sentence.to))
  const isNaming = found.certainty === "sure" && behind.length > 0 && !has(behind[0], "glue", "measure")
  return {
    ...{ found, tokens, sentence, all, said, isOnShelf },
    isWorn: said.has("isWorn"),
    isHint: found.certainty === "hint",
    isFamily: (sentence.isFamily || isAtHome(tokens, sentence)) && !found.isOwn,
    isPlay: isPicture(sentence),
    isOfThing: hasThing || (found.value < 14 && hasOwnDoll),
    /** The person named after "16 year old". */
    named: isNaming ? behind.find(isNameable) : undefined,
    isStranger: isNaming && behind[0]!.tags.size === 0 && articles.test(tokens[found.from - 1]?.text ?? ""),
    /** The index of the first word that can have the age. */
    first: Math.max(sentence.from, found.from - 9),
  }
}

function gradeOfAge(found: Age, scene: Scene): { grade: Grade | null; of: string } {
  const at = ageIn(found, scene)
  const bearer = at.isFamily ? "family" : at.isHint ? "somebody" : bearerOf(at)
  const judged = Object.assign(at, { bearer })
  const [, , grade, of = names[bearer]] = ageCases.find(([, when]) => when(judged))!
  return { grade, of }
}

/** "I have a 12yo at home" */
const isAtHome = (tokens: Token[], { from, to, tags }: Sentence) =>
  !tags.has("doll") && tokens.slice(from, to).some(({ text }) => atHome.test(text))

/** Returns whether somebody already has a doll, which can be that old itself. */
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
function isActing({ found: { from }, tokens }: AgeInScene): boolean {
  const before = tokens.slice(Math.max(0, from - 5), from).map(({ text }) => text)
  const at = before.findLastIndex((text) => /^(?:act|feel|felt|behave|giggle|giggled)$/.test(text))
  return at > 0 && /^(?:i|we)$/.test(before[at - 1]!) && before.slice(at).includes("like")
}

const asking = /^(?:want|need|looking|send|show|sell|trade|prefer|have|any|suche|busco|cherche|procuro|ищу|求)$/
const compared = /^(?:same|photo\w*|reference|like|wie|como|comme|как|picture\w*|based)$/

type Bearer = "thing" | "family" | "past" | "doll" | "person" | "somebody" | "unknown"

/** Parts of the reason for staff. */
const names: Record<Bearer, string> = {
  thing: "a thing",
  family: "a relative",
  past: "the writer's past",
  doll: "a model",
  person: "a person",
  somebody: "somebody",
  unknown: "somebody",
}

/** "selling my doll, 12 years", "my cat is 12" */
const isSoldOrPet = ({ found, all, said }: AgeInScene) =>
  !all.has("girl") &&
  (said.has("hasPet") || (found.value < 14 && all.has("doll") && !all.has("look") && said.has("sells")))
const mayBeThing = ({ isOfThing, all }: AgeInScene) => isOfThing && !all.has("look")

const isWish = ({ all }: AgeInScene) => all.has("doll") && all.has("ask")

/** "a doll like my niece, 14" */
const isWanted = (at: AgeInScene) =>
  at.all.has("intimate") ||
  at.isPlay ||
  isWish(at) ||
  (at.said.has("isCompared") && (at.all.has("doll") || at.all.has("measure") || at.all.has("ask")))

type Judged = AgeInScene & { bearer: Bearer }
const ofFamily = ({ bearer }: Judged) => bearer === "family"
const ofPast = ({ bearer }: Judged) => bearer === "past"
const ofSomebody = ({ bearer }: Judged) => bearer === "somebody"
const ofNobody = ({ bearer }: Judged) => bearer === "unknown"

/** Such an age counts only if the classifier finds a reference to minors in the text too. */
const aThing = "a doll or another thing"

/** The grade of an age, and the person that it is about, if not the bearer. */
const ageCases: (readonly [...Case<Judged, Grade | null>, of?: string])[] = [
  ["our models are adults. just say 13", ({ found }) => found.how.endsWith(afterAClaim), "flag", "somebody"],
  ["I ban anyone under 18", (at) => at.sentence.isBan && !at.found.isOwn && !at.isHint, null, "what is banned"],
  ["free entry for the 12 yo", (at) => at.sentence.isEntry && !at.found.isOwn && !at.isPlay, null, "a price"],
  ["my son is half of 30", (at) => at.isHint && (at.isFamily || at.said.has("teaches")), null, "somebody"],
  ["i am half of 30", ({ isHint }) => isHint, "flag"],
  ["i act like a twelve year old", (at) => !at.isPlay && isActing(at), null, "nobody"],
  ["our cat is 12 years old", (at) => isSoldOrPet(at) && !at.isPlay && !at.found.isOwn, null, "a thing"],
  ["my watch is 15 years old", ({ bearer }) => bearer === "thing", null],
  ["a 14 yo at home, naked", (at) => at.isFamily && (at.isPlay || at.all.has("intimate")), "block"],
  ["my daughter is 14, can she join", (at) => at.isFamily && (at.said.has("takesPart") || at.all.has("doll")), "flag"],
  ["my daughter is 14", ({ isFamily }) => isFamily, null],
  ["a doll like my daughter in 7th grade", (at) => ofFamily(at) && isWanted(at), "block"],
  ["his 14 year old daughter can join", (at) => ofFamily(at) && at.said.has("takesPart"), "flag"],
  ["his 14 year old daughter", ofFamily, null],
  ["when I was 12 I was naked", (at) => ofPast(at) && at.isPlay, "flag"],
  ["when I was 12", ofPast, null],
  ["want a doll for a 15 year old cosplayer", (at) => ofSomebody(at) && isWish(at), "block"],
  ["a 15 year old cosplayer", ofSomebody, "flag"],
  ["barely 18", ({ found }) => found.how === "barely 18", "block", "somebody"],
  ["under 18, of an object", (at) => ofNobody(at) && at.found.how === "under 18" && at.all.has("object"), null],
  ["under 18", (at) => ofNobody(at) && at.found.how === "under 18", "flag"],
  ["15 yo", (at) => ofNobody(at) && at.found.certainty === "sure", "block"],
  ["hi. 15. want one", (at) => ofNobody(at) && (at.all.has("doll") || at.all.has("ask")), "flag"],
  ["15 ans", ofNobody, null],
  ["I bought mine, she is 14", (at) => mayBeThing(at) && !at.found.isOwn, "flag", aThing],
  ["girl 15 years", ({ found }) => found.certainty === "weak", "flag"],
  // Worn things and things on a shelf can have the age themselves, so a person decides before a room is frozen.
  ["on my shelf she is 15", ({ isWorn, isOnShelf }) => isWorn || isOnShelf, "hold"],
  ["she is 15", always, "freeze"],
]

/** Returns the bearer of the age: the word after "16 year old", else the nearest word before it that can have one. */
const bearerOf = (at: AgeInScene): Bearer => resultOf(casesBehind, at) ?? nearestBefore(at) ?? resultOf(casesElse, at)!

const articles = /^(?:a|an|the|my|our)$/
const isNameable = (one: Token) => has(one, "object", "family", "doll", "girl", "child", "code", "person", "pupil")
const isWhoOfFamily = ({ tokens, sentence: { from } }: AgeInScene) =>
  tokens[from]?.text === "who" && has(tokens[from - 2], "family")

const casesBehind: Case<AgeInScene, Bearer>[] = [
  ["when I was 12", isPast, "past"],
  ["a 15 year old watch", ({ named }) => has(named, "object") && !has(named, "doll"), "thing"],
  ["my 15 year old son", (at) => has(at.named, "family") && hasOwnBefore(at.tokens, at.found.from), "family"],
  ["a 15 year old doll", ({ named }) => has(named, "doll"), "doll"],
  ["a 15 year old girl", ({ named }) => named !== undefined, "person"],
  ["a 15 year old cosplayer", ({ isStranger }) => isStranger, "somebody"],
  ["a cousin. who is 15", isWhoOfFamily, "family"],
]

const it = /^(?:it|its|this|that|which|es|ca|esto|isso|это)$/
const verbsOfPerson = /^(?:tengo|tienes|tenho|tens|faco|cumplo|ai|g|aurai)$/

type WordBefore = { token: Token; i: number; at: AgeInScene }

const isOwnFamily = ({ token, i, at }: WordBefore) => has(token, "family") && hasOwnBefore(at.tokens, i)
const isDoll = ({ token }: WordBefore) => has(token, "doll")
const isOld = ({ i, at: { tokens, found, all, isWorn } }: WordBefore) =>
  !all.has("look") && found.value < 14 && (isWorn || hasOwnBefore(tokens, i))
/** "the box is 15", or "the box" right before the age */
const isThing = ({ token, i, at: { tokens, found } }: WordBefore) =>
  has(token, "object") &&
  !has(token, "look", "person") &&
  (i > found.from - 5 || has(tokens[found.from], "be", "look", "turn", "person", "doll"))
const isWornDoll = ({ at: { found, sentence, isWorn } }: WordBefore) =>
  isWorn && (found.value < 9 || sentence.tags.has("doll"))
const isPerson = ({ token }: WordBefore) => has(token, "person") && !has(token, "look")

/** Cases of a word. If the bearer is null, the next word before it decides. */
const casesOfWord: Case<WordBefore, Bearer | null>[] = [
  ["a doll like my daughter in 7th grade", isOwnFamily, "family"],
  ["my doll is 6 years old and squeaks", (word) => isDoll(word) && isOld(word), "thing"],
  ["the doll is 15", isDoll, "doll"],
  ["the girl is 15", ({ token }) => has(token, "girl", "child", "code", "pupil"), "person"],
  ["the watch is 15 years old", isThing, "thing"],
  ["that looks 15", ({ token }) => it.test(token.text), null],
  ["she is 8 and squeaks", (word) => isPerson(word) && isWornDoll(word), "thing"],
  ["she is 15", isPerson, "person"],
  ["tengo 15", ({ token }) => verbsOfPerson.test(token.text), "person"],
]

function nearestBefore(at: AgeInScene): Bearer | null {
  for (let i = at.found.to - 1; i >= at.first; i--) {
    const bearer = resultOf(casesOfWord, { token: at.tokens[i]!, i, at })
    if (bearer) return bearer
  }
  return null
}

const isLook = ({ all }: AgeInScene) => all.has("look") && (all.has("doll") || all.has("ask"))
const isOfIt = ({ tokens, found, first }: AgeInScene) => says(tokens.slice(first, found.to), it)
const later = ({ tokens, found, sentence }: AgeInScene) => tokens.slice(found.to, sentence.to)
const isOnlyThing = (all: Set<Tag>) => all.has("object") && !all.has("doll") && !all.has("look") && !all.has("girl")

const casesElse: Case<AgeInScene, Bearer>[] = [
  ["want a doll. it looks 15", (at) => isLook(at) && isOfIt(at), "doll"],
  ["it is 15 years old", isOfIt, "thing"],
  ["15 yo and now the watch", (at) => later(at).some((one) => has(one, "object") && !has(one, "doll")), "thing"],
  ["15 yo and a doll", (at) => hasAny(later(at), "doll"), "doll"],
  ["12 years old and squeaks", ({ isWorn, found }) => isWorn && found.value < 13, "thing"],
  ["a box. 15 years", ({ all }) => isOnlyThing(all), "thing"],
  ["turns 15", ({ found }) => found.certainty === "likely", "person"],
  ["a doll. 15 yo", ({ found, all }) => found.certainty === "sure" && all.has("doll"), "doll"],
  ["15 yo", always, "unknown"],
]

const wear =
  /^(?:yellow\w*|sticky|squeak\w*|worn|wears|crack\w*|rust\w*|fad\w*|brittle|restor\w*|repair\w*|leak\w*|dusty|stain\w*|bought|gekauft|comprad[oa]|achetee?|куплена?|куплен|买|購入|брал|брала|взял|взяла|loose|joints?|held|holds|still_going|owned|vinyl|tpe|silicone)$/

const hasOwnBefore = (tokens: Token[], i: number) =>
  tokens.slice(Math.max(0, i - 4), i).some((one) => has(one, "own") || /^(?:her|his|their|your|s)$/.test(one.text))

const work =
  /^(?:teach|teaches|teaching|taught|coach\w*|tutor\w*|lehrerin|lehrer|unterrichte|maestra|doy|professora|leciono|institutrice|enseigne|учительница|учу|преподаю)$/

/** "when I was 12", "since I was nine", "at 14 I had" */
function isPast({ found: { from, to }, tokens, sentence }: AgeInScene): boolean {
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
  /^(?:chat\w*|talk\w*|text|message|speak|join\w*|register|subscribe|lov(?:e|es|ed)|adore\w*|amou|adora|liebt|gefreut|bestellt|encanta\w*|pidio|довол\S*|quero|queria|quiero|mochte|recom\w*|suggest\w*|empfehl\w*|посовет\S*|понрав\S*|брал\S?|pose\w*|meet|date|flirt\w*|visit\w*|wants?|account|write|buy\w*|gift\w*|kauf\w*|geschenk\w*|regal\w*|compr\w*|achet\w*|cadeau\w*|present\w*|подар\S*|куп\S*|送|買|买|プレゼント|order|using|uses|registered|signed|angemeldet|registriert|inscrit\w*|registr\w*|cadastr\w*|apunt\w*|зарегистр\S*|注册|登録|登録し|konto|compte|cuenta|conta|аккаунт\S*|账号|帐号|アカウント|discute\w*|tchat\w*|chattet|schreibt|habla|hablan|conversa\w*|переписыва\S*|общается|聊天|チャット)$/

/** Single words that characterize the whole text. */
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

/** A word with its sentence and the whole text. */
type WordInScene = ReturnType<typeof wordIn>

function wordIn(i: number, { tokens, sentences, all, said }: Scene) {
  const token = tokens[i]!
  const isGrownUp = grownUp.test(token.text)
  return { i, tokens, all, said, token, sentence: sentences[i]!, isCode: has(token, "code"), isGrownUp }
}

/** Returns the grade of a word for a child, depending on what it is about. */
function gradeOfWord(i: number, scene: Scene): Grade | null {
  const at = wordIn(i, scene)
  const grade = resultOf(wordCases, at)
  return grade === undefined ? (resultOf(childCases, childIn(at)) ?? null) : grade
}

const hardly = /^(?:barely|freshly|newly|hardly|kaum|gerade|apenas|mal|едва)$/
const yet = /^(?:yet|quite|even|fully|noch|aun|todavia|encore|ainda|еще)$/

const isHardly = ({ tokens, i, sentence: { from } }: WordInScene) => i > from && hardly.test(tokens[i - 1]!.text)
const isNotYet = ({ tokens, i, sentence: { from, to, tags } }: WordInScene) =>
  hasAny(tokens.slice(Math.max(from, i - 4), i), "not") &&
  (tags.has("ask") || tags.has("doll") || says(tokens.slice(Math.max(from, i - 4), Math.min(to, i + 3)), yet))
const isCommittee = ({ tokens, i, token }: WordInScene) =>
  tokens[i - 1]?.text === "делам" && token.text.startsWith("несовершеннолет")
const isBanned = ({ tokens, i, sentence }: WordInScene) => sentence.isBan || isNegated(tokens, i)
const isStage = ({ token, isCode }: WordInScene) => isCode && stages.test(token.text)
const isRemembered = ({ token, tokens, sentence: { from, to } }: WordInScene) =>
  token.text.startsWith("school") &&
  tokens.slice(from, to).some(({ text }, n) => text === "i" && tokens[from + n + 1]?.text === "was")

/** Returns whether it is about one's own children or past. */
const isPrivate = ({ tokens, sentence }: WordInScene) =>
  sentence.tags.has("own") || sentence.tags.has("past") || hasFamilyOwn(tokens, sentence)

/** Cases of the word itself and its sentence. */
const wordCases: Case<WordInScene, Grade | null>[] = [
  ["комиссия по делам несовершеннолетних", isCommittee, null],
  ["barely legal", (at) => at.isGrownUp && isHardly(at), "block"],
  ["not an adult yet", (at) => at.isGrownUp && isNotYet(at), "flag"],
  ["adults only", ({ isGrownUp }) => isGrownUp, null],
  ["a daughter", ({ token }) => !has(token, "code", "child", "pupil", "childish", "girl"), null],
  ["want no loli", (at) => at.isCode && at.said.has("asks") && isBanned(at), "flag"],
  ["no minors allowed", isBanned, null],
  ["children enter for free", ({ sentence }) => sentence.isEntry && !isPicture(sentence), null],
  ["my teenager", (at) => at.sentence.isFamily && (!at.isCode || isStage(at)), null],
  ["JSエラー", ({ token, tokens }) => /^j[cks]$/.test(token.text) && says(tokens, computing), null],
  ["I was a schoolboy", (at) => at.isCode && isRemembered(at), "flag"],
  ["underage", (at) => isStage(at) && !at.all.has("doll") && !at.all.has("ask") && !at.all.has("intimate"), "block"],
  ["an underage doll", ({ isCode }) => isCode, "freeze"],
  ["my childish doll", isPrivate, null],
]

type ChildInScene = ReturnType<typeof childIn>

function childIn({ tokens, all, i, token, sentence }: WordInScene) {
  const before = tokens.slice(Math.max(sentence.from, i - 3), i)
  const after = tokens.slice(i + 1, Math.min(sentence.to, i + 4))
  const near = [...before, ...after]
  const ofDoll = hasAny(near, "doll") || before.some((one) => isLikened(one, sentence))
  return { token, tags: sentence.tags, all, before, after, near, ofDoll }
}

const isChild = ({ token }: ChildInScene) => has(token, "child")
const isGirl = ({ token }: ChildInScene) => has(token, "girl")
const isPupil = ({ token }: ChildInScene) => has(token, "pupil")
const isChildish = ({ token }: ChildInScene) => has(token, "childish")
const isSmall = ({ near }: ChildInScene) => hasAny(near, "small")
const isSmallGirl = (at: ChildInScene) => isGirl(at) && at.near.some((one) => has(one, "small") && one.text !== "flat")
const isAskedFor = ({ before }: ChildInScene) => hasAny(before, "ask")
const ofSchool = ({ before }: ChildInScene) => has(before.at(-1), "school")
const isYoung = ({ all }: ChildInScene) => all.has("small") || all.has("girl") || all.has("school")

/** Cases of the words around it. */
const childCases: Case<ChildInScene, Grade | null>[] = [
  ["minor scratches", (at) => isChild(at) && (isMinorScratch(at) || isIdiom(at)), null],
  ["looks like a child", (at) => isChild(at) && (at.tags.has("intimate") || at.ofDoll), "freeze"],
  ["a small child", (at) => isChild(at) && (isSmall(at) || isAskedFor(at)), "block"],
  ["a child", isChild, "flag"],
  ["a school girl", (at) => ofSchool(at) && (isGirl(at) || isChildish(at)), "block"],
  ["a babyish doll", (at) => isChildish(at) && has(at.after[0], "doll"), "flag"],
  ["a small girl doll", (at) => isSmallGirl(at) && at.ofDoll, "freeze"],
  ["a small girl", isSmallGirl, "block"],
  ["a girl", isGirl, null],
  ["a school pupil", (at) => isPupil(at) && ofSchool(at), "flag"],
  ["a pupil doll", (at) => isPupil(at) && (at.ofDoll || at.tags.has("ask")), "flag"],
  ["a pupil", isPupil, null],
  ["the doll is babyish and small", (at) => at.ofDoll && isYoung(at), "flag"],
]

const computing = /^(?:エラー|コード|スクリプト|ブラウザ|ファイル|error|errors|code|script|browser|console)$/

/** Words for people under 18 that are used for children as well as in requests. */
const stages =
  /^(?:minderjahrig\w*|underage\w*|несовершеннолет\S*|подрост\S*|девочк\S*|未成年|小学生|中学生|高校生|児童|女児|男児|幼児|少女|小女孩|小男孩|女学生|女童|男童|jk|jc|js|schoolgirl\w*|schoolboy\w*|preado\w*|preteen\w*|школьниц\S*)$/

/** "looks like a child", but not "happy as a child" */
const isLikened = (token: Token, { tags }: Sentence) =>
  has(token, "look") && (!comparing.test(token.text) || tags.has("doll") || tags.has("ask"))
const comparing = /^(?:like|as|feel|feels|sounds?|acts?|acting|play|playing|wie|als|como|comme|как)$/

const hasFamilyOwn = (tokens: Token[], { from, to }: Sentence) =>
  tokens.slice(from, to).some((one, n) => has(one, "family") && hasOwnBefore(tokens, from + n))

/** "as a child I", "like a kid in a candy shop", "like a little kid again" */
const isIdiom = ({ before, after }: ChildInScene) =>
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
const isMinorScratch = ({ token: { text }, before, after }: ChildInScene) =>
  (/^(?:minor|kid|baby)/.test(text) && after.some((one) => things.test(one.text))) ||
  (text.startsWith("babydoll") && after.some((one) => clothes.test(one.text))) ||
  (/^menore?s?$/.test(text) && (before.some((one) => lesser.test(one.text)) || lesser.test(after[0]?.text ?? "")))

/** "not a child", "nothing childlike" */
const isNegated = (tokens: Token[], i: number) =>
  tokens.slice(Math.max(0, i - 4), i).some((one) => has(one, "not") || /^(?:anti|non)$/.test(one.text))
