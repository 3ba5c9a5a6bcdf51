import { foreignOf, type Readings, type Word } from "./normalise.ts"
import { compile, createMatcher, type Pattern } from "./patterns.ts"

/**
 * Everything that points at anyone under 18, in three grades. What is written for all to see (a listing, a review, a caption, a
 * search) may hold none of them: "child-safe packaging" can be said in other words, and every exception would be a door. In a
 * chat people also have families, cars and old stories:
 *
 * strong    says by itself what is meant: always blocked
 * age       somebody's age: blocked, unless it is plainly the age of a relative
 * mention   blocked beside what is for sale, how somebody looks or anything intimate; otherwise a person looks at it, unless
 *           it is plainly about the writer's own family or past
 * ordinary  means something only in a listing
 */
export type Grade = "strong" | "age" | "mention" | "ordinary"

interface Rule {
  grade: Grade
  pattern: Pattern
}

const units =
  "month*|week*|day*|hour*|minute*|min|mins|times|%|cm|mm|m|kg|g|inch*|piece*|dollar*|usd|eur*|left|percent|degrees|+|x"
const persons = "she|shes|he|hes|they|theyre|who|whos|girl|boy|woman|man|doll|model|figure|body|face|one"
const years = "year|years|yr|yrs"
const fillers = "only|just|barely|about|around|like|maybe|still|almost|nearly|probably|exactly|actually|really|to|be|a"

const sources: Record<Grade, string[]> = {
  strong: [
    "preteen*",
    "pre teen*",
    "underage|underaged",
    "under age|aged",
    "jailbait",
    "jail bait",
    "loli|lolis|lolicon|lolita|lolitas",
    "shota|shotas|shotacon",
    "nymphet*",
    "pedo|pedos|pedophil*|paedo|paedos|paedophil*",
    "pthc|ddlg",
    "age play|regression|regressing",
    "ageplay*",
    "childlike*",
    "childish looking|face|body",
    "child like",
    "prepubescent|pubescent|prepubescents",
    "pre pubescent",
    "little|small|young|younger|tiny|innocent|underdeveloped girl|girls|boy|boys",
    "schoolgirl*|schoolboy*",
    "school girl|girls|boy|boys|uniform*|outfit*|skirt*",
    "schooluniform*",
    "barely|newly|freshly legal",
    "minor attracted|looking",
    "minderjahrig*|schulmadchen*|colegiala*|fillette*",
    "menor|menores de edad",
    "childporn|kidporn|teengirl*|teenboy*|younggirl*|littlegirl*|teendoll*",
  ],
  age: [
    `<18 ${years} old|olds|young girl*|boy*|doll*|model*|figure*|virgin*|body|look|version|face|teen*`,
    `<18 ${years} of age`,
    "<18 yo|yos|y/o girl*|boy*|doll*|model*|figure*|virgin*|body|look|version|face|teen*",
    "<18 y o .|girl*|boy*|doll*|model*",
    `im|iam|am|id only|just|still|really|actually|almost|nearly? only|just|still|turning? <18 !${units}|out|feet|foot|ft|miles|km|am|pm|oclock|of|in|for|st|nd|rd|th|and|on|to|at|away|: .|but|btw|lol|is|${years}|yo|so|though|if`,
    `im|iam|am <18 and !a .|love|want|like|horny|still|i|im|you|curious`,
    "u 10|11|12|13|14|15|16|17 model*|girl*|boy*|doll*|body|figure*",
    `she|he|they|you|u|i|girl|boy|doll|model be|were ${fillers}? <18 .|and|but|in|for|again|when|tonight|yo|${years}|if|now|or`,
    `pretend|pretending|imagine|imagining|roleplay|roleplaying|suppose|act|acting ..3 be|being|is|are|am|im|shes|hes|youre|were|was ${fillers}? <18 !${units}`,
    `my age is <18`,
    `${persons} is|s|are|was|were|look|looks|seem|seems|appear|appears|turned ${fillers}? ${fillers}? <18 .|and|but|or|yet|${years} .|and|but|or|old`,
    `${persons} is|s|are|was|were|look|looks|seem|seems|appear|appears|turned ${fillers}? ${fillers}? <18 .|and|but|or|yet`,
    `shes|hes|theyre|whos ${fillers}? ${fillers}? <18 .|and|but|or|yet|${years}`,
    `look|looks|looking like? ${fillers}? <18 .|and|but|or|yet`,
    `make|made|making her|him|it look|looks <18`,
    `girl|boy|doll|model|figure|version of|aged <18 !${units}`,
    `how old is|are|r|was she|he|you|u|they .? ${fillers}? <18 .|yo|${years}|and|but`,
    `how old is|are|should|does the|this|that|your doll|model|girl|boy|woman|man|figure ..1 .? ${fillers}? <18 .|yo|${years}|and|but`,
  ],
  mention: [
    "teen|teens|teenie|teenies|teeny|teenaged|teenage|teenager|teenagers",
    "tween|tweens|tweenie|tweenies",
    "minors",
    "a|an|the|this|that|any|every|no|is|as|like|looks|real|female|male minor .|who|and|or|girl|boy|in|is|was|with|doll|model|figure",
    "minor girl*|boy*|child|age|aged",
    "child|childs|children|childrens|childish|childishly",
    "child bearing",
    "kid|kids !skin|leather|suede|glove*|mohair",
    "kiddie|kiddies|kiddy|kiddo|kiddos",
    "toddler*",
    "infant|infants|infantile",
    "newborn*",
    "juvenile*",
    "adolescen*",
    "puberty",
    "youngster*|youngling*",
    "little|small|young|younger|tiny|innocent sister|sisters|brother|brothers|daughter|daughters|son|sons|one|ones",
    "school kid|kids|child|children|age|aged|student*|pupil*",
    "schoolkid*|schoolchild*",
    "high|middle|grade|grammar|primary|elementary|secondary|junior|nursery|pre school|schools|schooler*",
    "preschool*|highschool*",
    "junior high",
    "kindergart*",
    "day care",
    "daycare",
    "girl|boy scout*",
    "mineur|mineure|mineurs|mineures",
    "adolescente*",
    `<18 ${years} old|olds|young`,
    "<18 yo|yos",
    `age|ages|aged of|is|:? ${fillers}? <18 !${units}`,
    `turn|turns|turned|turning just? <18 .|and|but|last|this|${years}|today|yesterday`,
    `just|barely|newly|freshly|recently turned? 18|eighteen !${units}|hour*|${years}`,
    `under|below the? age? of? 18|18s|eighteen s? !${units}`,
    `not yet|even 18|eighteen !${units}`,
    "u 10|11|12|13|14|15|16|17|18 .|s|only",
    "<18 st|nd|rd|th grader*|grade",
  ],
  ordinary: [
    "childhood*",
    "baby|babys|babies !blue|pink|oil|powder|soft|grand|wipe*",
    "babydoll*|babyface*|babygirl*|babyboy*",
  ],
}

export const pointings: Rule[] = (Object.keys(sources) as Grade[]).flatMap((grade) =>
  sources[grade].map((source) => ({ grade, pattern: compile(source) })),
)
const matcher = createMatcher(pointings)

const any = (...all: string[]) => createMatcher(all.map((source) => ({ pattern: compile(source) })))
const things = any(
  "doll|dolls|model|models|figure|figures|figurine*|version|body|bodies|face|look|looks|looking|proportion*|size|sized|outfit|costume|dressed|style|appearance|custom|breast*|skin|hips|curves|pose|posing|roleplay*|pretend",
)
const intimate = any(
  "turn|turns|turned me|you on",
  "sex|sexy|sexual|sexually|nude*|naked|undress*|lingerie|fetish*|aroused|arousing|erotic|horny|intimate|seduc*|fantas*|kinky|virgin*|kiss*|touching|panties|orgasm*",
)
const relatives = any(
  "my|our|his|her|their|your|sisters|brothers|friends little|small|young|younger|older|oldest|eldest|youngest|first|second|teenage|grown? daughter*|son|sons|kid|kids|child|children|niece*|nephew*|grand*|boy|girl|sister*|brother*|cousin*|stepson*|stepdaughter*|toddler*|baby|teen|teenager*|little|twins",
)

const possessive = new Set("my our have has had having raise raising".split(" "))
const others = new Set("your his her their two three four five both".split(" "))
const pastOrWarning = new Set("as since was were not no from keep reach against nor without unsuitable when".split(" "))
const harmlessBehind = new Set(
  "birthday* party reunion teacher* seat* room* proof safe support custody play friend* diploma years sweetheart at you heart asleep sleeping bed*".split(
    " ",
  ),
)
/** Behind an age these go on about whoever was spoken of; any other word is what is so old: "a 12 year old car". */
const goesOn = new Set(
  ". and but or so now already today who when if with in at on is was my the she he i because too".split(" "),
)
const ownThing = any(
  "it|its|car|house|home|workshop|shop|laptop|phone|computer|dog|dogs|cat|cats|horse|company|building|whisky|whiskey|wine|this|that|which|sofa|bike|account|glaze|kiln|tree|marriage|business|firm|brand|studio|tv|fridge|camera|watch|puppy|kitten|pet",
)
const adjectives = /^(?:teen|child$|minor$|juvenile|adolescen|infant|toddler|young|tween|school)/

export interface Finding {
  grade: Grade
  start: number
  end: number
}

interface Place {
  reading: Word[]
  from: number
  to: number
}

/** Every pointing, whatever its grade: the rule for what everybody sees. `from`: where what is hidden must reach to. */
export function findMinors({ words, plain, foreign, at }: Readings, from = 0): (Finding & Partial<Place>)[] {
  const found: (Finding & Partial<Place>)[] = []
  const whole = { start: 0, end: at.at(-1)! }
  if (foreign && scripts.test(foreign)) found.push({ grade: "strong", ...whole })
  for (const reading of words) {
    for (const { rule, from, to } of matcher.find(reading)) {
      const start = reading[from]!.start
      found.push({ grade: rule.grade, start, end: reading[to - 1]!.end, reading, from, to })
    }
    findHalves(reading, found)
  }
  const before = from === 0 ? 0 : at.findIndex((where) => where >= from)
  if (found.length === 0 && isHidden(plain, before)) found.push({ grade: "strong", ...whole })
  return found
}

/** No hidden word has more letters than this. */
export const longestHidden = 16

/** What is found beyond this changes nothing. */
const enough = 10

/**
 * How a message of a chat is to be taken, with what was said before it as far as `from`; null for what is only in the way people
 * talk about their families and their past.
 */
export function weighMinors(
  readings: Readings,
  from: number,
): { outcome: "block" | "flag"; findings: Finding[] } | null {
  const found = findMinors(readings, from).filter((one) => one.grade !== "ordinary" && one.end > from)
  if (found.length === 0) return null
  const isIntimate = has(intimate, readings)
  const isOfRelatives = has(relatives, readings)
  const blocked: Finding[] = []
  const flagged: Finding[] = []
  for (const one of found) {
    if (blocked.length >= enough) break
    const weight = weigh(one, isIntimate, isOfRelatives)
    if (weight === "block") blocked.push(one)
    if (weight === "flag") flagged.push(one)
  }
  if (blocked.length > 0) return { outcome: "block", findings: blocked }
  return flagged.length > 0 ? { outcome: "flag", findings: flagged } : null
}

function weigh(one: Finding & Partial<Place>, isIntimate: boolean, isOfRelatives: boolean): "block" | "flag" | null {
  if (one.grade === "strong" || !one.reading) return "block"
  const place = one as Place
  if (one.grade === "age") return isOfRelatives && !isIntimate ? "flag" : "block"
  if (isAgeOfThing(place)) return null
  if (isIntimate) return "block"
  const before = wordsBefore(place, 4)
  if (isAdjacentToThing(place) && before[0] !== "my" && before[0] !== "our") return "block"
  const isMine = before.some((word) => possessive.has(word))
  const isTeen = adjectives.test(place.reading[place.from]!.text)
  const behind = place.reading[place.to]?.text ?? "."
  const isHarmless =
    isMine ||
    before.some((word) => pastOrWarning.has(word) || (!isTeen && others.has(word))) ||
    [...harmlessBehind].some((word) => (word.endsWith("*") ? behind.startsWith(word.slice(0, -1)) : behind === word)) ||
    (isOfRelatives && !isTeen)
  if (isThingNear(place)) return isHarmless ? "flag" : "block"
  return isHarmless ? null : "flag"
}

const has = (matcher: ReturnType<typeof any>, { words }: Readings) =>
  words.some((reading) => matcher.find(reading).length > 0)

function wordsBefore({ reading, from }: Place, most: number): string[] {
  const before: string[] = []
  for (let i = from - 1; i >= 0 && before.length < most && reading[i]!.text !== "."; i--) before.push(reading[i]!.text)
  return before
}

/** "my 12 year old car", "the kiln is 15 years old" */
function isAgeOfThing(place: Place): boolean {
  const { reading, from, to } = place
  if (!/^(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|ele|twe|thi|fif)/.test(reading[from]!.text))
    return false
  const behind = reading[to]?.text ?? "."
  const isNoun =
    !goesOn.has(behind) &&
    !/^(?:daughter|son|niece|nephew|sister|brother|cousin|kid|child|grand|student|pupil)/.test(behind)
  return isNoun || ownThing.find(reading.slice(Math.max(0, from - 6), from)).length > 0
}

function isAdjacentToThing({ reading, from, to }: Place): boolean {
  return adjectives.test(reading[from]!.text) && things.find(reading.slice(to, to + 2)).length > 0
}

function isThingNear({ reading, from, to }: Place): boolean {
  return (
    things.find(reading.slice(Math.max(0, from - 8), from)).length > 0 ||
    things.find(reading.slice(to, to + 8)).length > 0
  )
}

const core = new Set(
  "teen teens teenager child children underage loli lolita schoolgirl preteen toddler minors infant kids jailbait".split(
    " ",
  ),
)
const initials = new Set([...core].map((word) => word[0]!))
const coincidences = new Set(["tee n", "lol i", "kid s"])

export function hasHalves(words: Word[]): boolean {
  return words.some((word, i) => i > 0 && isHalved(words[i - 1]!.text, word.text))
}

/** "chi ld": a word that was taken apart in the middle. */
export function isHalved(one: string, two: string): boolean {
  if (one.length + two.length > 10 || !initials.has(one[0]!)) return false
  return core.has(one + two) && !coincidences.has(`${one} ${two}`)
}

function findHalves(words: Word[], found: (Finding & Partial<Place>)[]): void {
  for (let i = 0; i + 1 < words.length; i++) {
    const one = words[i]!
    const two = words[i + 1]!
    if (isHalved(one.text, two.text)) found.push({ grade: "strong", start: one.start, end: two.end })
  }
}

/** Long enough to be found through any spacing without meaning something else by chance. */
const hidden = /schoolgirl|jailbait|lolicon|shotacon|childporn|pedophil|paedophil|preteengirl|underagegirl|teengirl/
const hiddenAnywhere = new RegExp(hidden, "g")

/** Whether one is there that ends behind `before`. */
function isHidden(plain: string, before: number): boolean {
  const lettersOf = (text: string) => text.replace(/[^a-z]+/g, "")
  return hidesBehind(lettersOf(plain), before === 0 ? 0 : lettersOf(plain.slice(0, before)).length)
}

/** Whether letters without anything between them hold one that ends behind the first `old` of them. */
export function hidesBehind(letters: string, old: number): boolean {
  if (!hidden.test(letters)) return false
  return [...letters.matchAll(hiddenAnywhere)].some(({ index, 0: found }) => index + found.length > old)
}

/** Words of other scripts, looked for before letters are taken for Latin ones. Accents are gone here too. */
const scripts = new RegExp(
  [
    "несовершеннолет",
    "малолет",
    "школьни",
    "подрост",
    "ребен",
    "萝莉",
    "蘿莉",
    "幼女",
    "未成年",
    "小学生",
    "小學生",
    "中学生",
    "中學生",
    "女子高生",
    "女子校生",
    "ロリ",
    "少女",
    "미성년",
    "여고생",
    "여중생",
  ]
    .map(foreignOf)
    .join("|"),
  "u",
)
