import { has, type Token } from "../words/annotate.ts"
import type { Tag } from "../words/lexicon.ts"
import { romanOf, yearIn } from "../words/numerals.ts"

/** How certain an age is: "15 yo", "15 years" or "looks 15", "like 15 or so", and the findings of `hints.ts`. */
export type Certainty = "sure" | "likely" | "weak" | "hint"

export interface Age {
  /** In years; the lower one of a range, and 17 for "not yet 18". */
  value: number
  certainty: Certainty
  /** The index of the first word, and of the one after the last. */
  from: number
  to: number
  /** How the age is written, for staff. */
  how: string
  /** True if it is the writer's own age. */
  isOwn: boolean
}

export const adult = 18
const currency = /^[$#%+]$/
const labels = new Set(
  `no nr number art article order version level size part room page chapter top step episode channel iphone bus route
  apartment windows type model_no block gate unit issue volume vol tier season house flat floor platform track seat
  table lot item grade_a ps nintendo covid formula agent area talla groesse gr taille pointure tamanho figurines`.split(
    /\s+/,
  ),
)
const sureUnits = /^(?:jahrig.*|jaehrig.*|летн.*|yo|yos|yearold|yearolds|yearsold|岁|歲|周岁|歳|才|さい|歳児|세|살|y)$/
const durationBefore = new Set(
  `for since in over within after last past every took takes seit depuis desde hace ha il через за уже более within
  during nach dans durante warranty guarantee garantia garantie spent worked collecting collected married`.split(/\s+/),
)
const durationAfter = new Set(
  `ago experience warranty guarantee later now since of_marriage together collecting garantie garantia garantia
  erfahrung experiencia experience назад опыта гарантии стажа dienst service marriage already atras running straight
  worth back sober clean сухой nuchtern sobrio 前 以上前 間 保证 质保 以前 后`.split(/\s+/),
)

/** The age before the first year of Chinese and Japanese schools. */
const hanSchools: Record<string, number> = {
  初: 11,
  高: 14,
  小: 5,
  中: 11,
  高校: 14,
  中学: 11,
  小学: 5,
  高中: 14,
  初中: 11,
}
export const thisYear = new Date().getFullYear()

const modelNumber = /^(?:model|modell|modelo|modele|модель|figure|figur|no)$/

const opens = /^(?:das|de|von|from|с|between|entre)$/

const isEnd = (token: Token | undefined) => token === undefined || token.text === "."
const textOf = (token: Token | undefined) => token?.text ?? ""
export const hasAny = (list: Token[], ...tags: Tag[]) => list.some((one) => has(one, ...tags))
export const says = (list: Token[], pattern: RegExp) => list.some(({ text }) => pattern.test(text))

/** A number, or a range of them, with the words around it. */
type Place = ReturnType<typeof placeAt>
type LinkedPlace = Place & { link: Link }

/** The value of a range is the lower one. */
function placeAt(tokens: Token[], i: number, to: number, value: number) {
  return { tokens, i, to, value, head: tokens[i - 1], next: tokens[to], after: tokens[to + 1] }
}
const linked = (at: Place): LinkedPlace => ({ ...at, link: linkBefore(at.tokens, at.i) })

const before = ({ tokens, i }: Place, words: number) => tokens.slice(Math.max(0, i - words), i)
const behind = ({ tokens, to }: Place, words: number) => tokens.slice(to, to + words)

/** An example, whether the case applies, and its result. The first case of a table that applies counts. */
export type Case<At, Result> = readonly [example: string, when: (at: At) => boolean, result: Result]
export const resultOf = <At, Result>(cases: readonly Case<At, Result>[], at: At): Result | undefined =>
  cases.find((one) => one[1](at))?.[2]
export const always = () => true

/** Null if the number is not an age. */
type AgeCase<At = Place> = Case<At, ((at: At) => Age | null) | null>
const ageBy = <At>(cases: readonly AgeCase<At>[], at: At) => resultOf(cases, at)?.(at) ?? null

/** Makes an age of the number, with more words before or after it. */
const here =
  (certainty: Certainty, moreBefore = 0, moreBehind = 0) =>
  ({ i, to, value }: Place) =>
    age(value, certainty, i - moreBefore, to + moreBehind)
/** Makes an age of the number and the words that lead to it. */
const withLink = (certainty: Certainty) => (at: LinkedPlace) => age(at.value, certainty, at.link.from, at.to)
const under = (certainty: Certainty) => (at: LinkedPlace) =>
  age(at.value - 1, certainty, at.link.from, at.to, `under ${at.value}`)
const beforeBirthday = ({ i, to, value }: Place) => age(value - 1, "likely", i, to + 2)
/** Makes the age of a pupil, with more words before or after the number. */
const pupil =
  (moreBefore: number, moreBehind: number) =>
  ({ tokens, i, to, value }: Place) =>
    gradeAge(tokens, i - moreBefore, to + moreBehind, value)

/** Finds all numbers that may be somebody's age under 18. */
export function findAges(tokens: Token[]): Age[] {
  const found: Age[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (!token.meaning.isNumeric) continue
    const age = numberIn(token) !== null ? ageAt(tokens, i) : token.ordinal ? ordinalAt(tokens, i) : null
    if (!age) continue
    age.to = Math.min(age.to, tokens.length)
    age.isOwn = isOwn(tokens, i)
    found.push(age)
    i = Math.max(i, age.to - 1)
  }
  return found
}

const numberIn = (token: Token) => token.num ?? romanOf(token.text) ?? yearIn(token.text)

const ageAt = (tokens: Token[], i: number) => ageBy(numberCases, placeAt(tokens, i, i + 1, numberIn(tokens[i]!)!))

const isEndOfSpan = ({ tokens, i, head }: Place) =>
  /^(?:as|to|bis|a|до|-)$/.test(textOf(head)) && tokens[i - 2]?.num != null && opens.test(textOf(tokens[i - 3]))

const isSchoolYear = ({ tokens, i, value, head }: Place) =>
  value > 0 && value < 7 && hanSchools[textOf(head)] !== undefined && head!.end === tokens[i]!.start

/** "大年初三" and "初二发货吗" are days, "中三日" a span of days and "高一点" a little higher. */
const isDay = (at: Place) =>
  has(at.next, "measure") ||
  /^(?:点|些|天|日|发货|发|开|上班|到|寄|送|放假|センチ|ミリ|メートル|キロ|mm|公分|公斤|斤)/.test(textOf(at.next)) ||
  says(before(at, 4), /^(?:年|大年|正月|春节|过年|农历)$/)

/** "高三郎" is a name. */
function isInName({ tokens, i, next }: Place): boolean {
  const { text, end, num } = tokens[i]!
  return next?.tags.size === 0 && !isEnd(next) && next.start === end && num !== null && !/\d/.test(text)
}

/** "我高三的时候" */
const isPastYear = (at: Place) => hasAny(before(at, 30), "past")

function schoolYearAt({ tokens, i, value, head }: Place): Age {
  const how = `school year ${head!.text}${tokens[i]!.text}`
  return age(hanSchools[head!.text]! + value, "likely", i - 1, i + 1, how)
}

/** Cases of the number itself, and of the words before it. */
const numberCases: AgeCase[] = [
  ["born in 2012", ({ value }) => value > 1900 && value < 2100, birthYearAt],
  ["fünfzehnjährige", ({ tokens, i, value }) => tokens[i]!.meaning.isAge && value < adult, here("sure")],
  ["zwanzigjährige", ({ tokens, i }) => tokens[i]!.meaning.isAge, null],
  ["大年初三 / 高三郎", (at) => isSchoolYear(at) && (isDay(at) || isPastYear(at) || isInName(at)), null],
  ["初二", isSchoolYear, schoolYearAt],
  ["$15 / size 15", ({ head }) => currency.test(textOf(head)) || labels.has(textOf(head)), null],
  ["figure 15", ({ head, next }) => modelNumber.test(textOf(head)) && !has(next, "year"), null],
  ["10 : 15", ({ tokens, i, head }) => textOf(head) === ":" && tokens[i - 2]?.num != null, null],
  ["das 10 às 14 / from 10 to 14", isEndOfSpan, null],
  ["12 and 13 in the list", (at) => says(behind(at, 5), /^(?:list|row|column|table|catalogue|queue|line)$/), null],
  ["15 / 13 or 14", always, (at) => ageBy(rangeCases, rangeAt(at))],
]

const suffix = /^(?:th|st|nd|rd)$/

/** "15 %", "15:30", but not "age 15+" */
function isAmount(at: Place): boolean {
  if (!currency.test(textOf(at.next))) return textOf(at.next) === ":" && at.after?.num != null
  return at.next!.text !== "+" || !linkBefore(at.tokens, at.i).ages
}

/** "7 grade", but not "7 year" */
const isBeforeGrade = ({ next, after }: Place) =>
  has(next, "grade") && !/^(?:ano|yr|year|e|form|class)$/.test(next!.text) && !has(after, "old")
const isBehindGrade = ({ head, next }: Place) =>
  has(head, "grade") && !sureUnits.test(textOf(next)) && !has(next, "measure")
const isAnyYear = ({ tokens, i, head }: Place) =>
  /^(?:year|yr|ano|e|curso)$/.test(textOf(head)) && !/^(?:in|into)$/.test(textOf(tokens[i - 2]))
const isMeasure = (at: Place) => has(at.next, "measure") && !isAdStyle(at)
const isBirthday = ({ next, after }: Place) => suffix.test(textOf(next)) && /^(?:birthday|bday)$/.test(textOf(after))

/** Cases of the words after it. */
const rangeCases: AgeCase[] = [
  ["168 months old", ({ value, next }) => value > adult && has(next, "measure"), ageInMonths],
  ["25", ({ value }) => value > adult, null],
  ["15 %", isAmount, null],
  ["7th grade", ({ next, after }) => suffix.test(textOf(next)) && has(after, "grade"), pupil(0, 2)],
  ["7 grade", isBeforeGrade, pupil(0, 1)],
  ["year 9, but in year 9 is at school", (at) => isBehindGrade(at) && isAnyYear(at), null],
  ["grade 7", isBehindGrade, pupil(1, 0)],
  ["15 years", ({ next }) => has(next, "year"), withUnit],
  ["her 6th birthday", (at) => at.value < 9 && isBirthday(at) && isMeasure(at), null],
  ["her 16th birthday", (at) => isBirthday(at) && isMeasure(at), beforeBirthday],
  ["15 cm", isMeasure, ageInMonths],
  ["she is 16", always, (at) => ageBy(bareCases, linked(at))],
]

const age = (value: number, certainty: Certainty, from: number, to: number, how = `age ${value}`): Age => ({
  value,
  certainty,
  from,
  to,
  how,
  isOwn: false,
})

export const hint = (value: number, from: number, to: number, how: string): Age =>
  age(value, "hint", from, to, `${how}: ${value}`)

export const isYoungYear = (year: number) => year > thisYear - adult && year <= thisYear

const ownWords =
  /^(?:i|im|iam|ive|me|ich|bin|jai|jsuis|suis|g|yo|soy|tengo|cumplo|eu|sou|tenho|faco|мне|я|我|私|俺|僕|自分)$/

/** Recognizes "i am only 15": only words such as "is" and "only" are between the pronoun and the age. */
function isOwn(tokens: Token[], i: number): boolean {
  if (isEnd(tokens[i - 1]) && /^(?:yo|yrold)$/.test(tokens[i + 1]?.text ?? "")) return true
  // "wird im Mai sechzehn", which is "in May"
  const isMonth = (at: number) =>
    tokens[at]?.text === "im" &&
    /^(?:januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)$/.test(
      tokens[at + 1]?.text ?? "",
    )
  for (let at = i - 1; at >= Math.max(0, i - 5); at--) {
    const token = tokens[at]!
    if (isMonth(at)) return false
    if (ownWords.test(token.text)) return true
    if (!has(token, "be", "nearly", "turn", "look", "not") && !linking.test(token.text) && token.text !== "both")
      return false
  }
  return false
}

/** "13 or 14", "12-13" */
function rangeAt({ tokens, i, value }: Place): Place {
  let to = i + 1
  let lowest = value
  const joint = /^(?:or|to|till|and|bis|oder|a|ou|o|и|до|или|到|至|から|か)$/
  const at = joint.test(textOf(tokens[to])) ? to + 1 : to
  const other = tokens[at]?.num
  if (other != null && other < 100 && tokens[at]!.text !== "1" && Math.abs(other - value) < 12) {
    if (at > to || Math.abs(other - value) === 1) {
      lowest = Math.min(value, other)
      to = at + 1
    }
  }
  if (textOf(tokens[to]) === "and" && /^(?:a|three)$/.test(textOf(tokens[to + 1]))) {
    if (/^(?:half|quarter|quarters)$/.test(textOf(tokens[to + 2]))) to += 3
  }
  while (/^(?:ish|something|full|whole|tender|half|plus|多|ish,)$/.test(textOf(tokens[to]))) to++
  return placeAt(tokens, i, to, lowest)
}

const unitOf = ({ tokens, to }: Place) => tokens[to - 1]!.text
const isLetter = (at: Place) => /^[yj]$/.test(unitOf(at))
const isForeign = (at: Place) => /^(?:ans|anos|anitos|aninhos|лет|год|года|годика|jahre)$/.test(unitOf(at))

const isDuration = (at: Place) =>
  !/^(?:yos?|yearolds?)$/.test(unitOf(at)) &&
  (durationAfter.has(textOf(at.next)) || durationAfter.has(textOf(at.after)))
const isSpanOfTime = (at: Place) => before(at, 3).some(({ text }) => durationBefore.has(text))
const isMatured = ({ next, after }: Place) =>
  textOf(next) === "dage" || (textOf(next) === "d" && textOf(after) === "age")
const isOld = ({ next, after }: Place) =>
  has(next, "old") || (/^(?:of|de|d)$/.test(textOf(next)) && has(after, "old", "age"))

const isNearSomebody = (at: Place) =>
  hasAny([...before(at, 3), ...behind(at, 2)], "doll", "girl", "child", "code", "family")

function isSaidOfSomebody(at: LinkedPlace): boolean {
  const { looks, turns, ages, under, is, who } = at.link
  return looks || turns || ages || under || (is && who)
}

function withUnit({ tokens, i, to, value }: Place): Age | null {
  return ageBy(unitCases, linked(placeAt(tokens, i, to + 1, value)))
}

/** Cases of the words around the unit, which is the last word of the place. */
const unitCases: AgeCase<LinkedPlace>[] = [
  ["18 years", ({ value }) => value === adult, notYet],
  ["15 years experience / 15 years ago", isDuration, null],
  ["whisky 15 ans d'âge", (at) => isMatured(at) && !at.link.who, null],
  ["15 y axis", (at) => isLetter(at) && !/^(?:o|old)$/.test(textOf(at.next)) && !isEnd(at.next), null],
  ["16 years old / 16 years of age", isOld, here("sure", 0, 1)],
  ["16 yo / 16歳", (at) => sureUnits.test(unitOf(at)) && !isLetter(at), here("sure")],
  ["for 15 years / seit 15 Jahren", (at) => isSpanOfTime(at) && !at.link.looks && !at.link.ages, null],
  ["elle a 16 ans / she looks 15 years", isSaidOfSomebody, withLink("likely")],
  ["une fille, 15 ans", (at) => isForeign(at) && isNearSomebody(at), here("likely")],
  ["girl 15 years / 15 ans", (at) => isForeign(at) || isEnd(at.head) || isNearSomebody(at), here("weak")],
]

interface Link {
  /** The index of its first word. */
  from: number
  who: boolean
  is: boolean
  looks: boolean
  turns: boolean
  ages: boolean
  under: boolean
}

/** Verbs that include the person, in languages where they do. */
const selfVerbs =
  /^(?:tengo|tiene|tienes|tienen|tenia|cumplo|cumple|tenho|tem|tens|tinha|faco|faz|fara|ai|g|jai|aura|aurai|мне|ей|ему|тебе|им|im|iam|shes|hes|hell|shell|youre|theyre|whos)$/
const linking =
  /^(?:in|im|en|em|no|march|april|may|june|july|january|february|august|september|october|november|december|januar|februar|marz|oktober|dezember|enero|febrero|agosto|septiembre|octubre|noviembre|diciembre|janvier|fevrier|avril|aout|septembre|octobre|novembre|decembre|janeiro|fevereiro|setembro|outubro|novembro|dezembro|both|beide|erst|next|this|month|week|year|juli|juni|mai|marzo|mayo|junio|julio|marco|maio|junho|julho|you|that|de|du|и|лет|для|btw|then|like|her|him|them|a|an|ter|avoir|tener|должно|на|вид)$/

/** Reads the words that link a number to a person: "she is only", "looks about", "tengo". */
function linkBefore(tokens: Token[], i: number): Link {
  const link: Link = { from: i, who: false, is: false, looks: false, turns: false, ages: false, under: false }
  for (let at = i - 1; at >= Math.max(0, i - 7); at--) {
    const token = tokens[at]!
    if (token.text === ".") break
    const isVerb = has(token, "be", "look", "turn", "age", "under", "nearly") || linking.test(token.text)
    const isWho = has(token, "person", "doll", "girl", "family", "child", "code", "pupil") || selfVerbs.test(token.text)
    if (!isVerb && !isWho && token.text !== ":") break
    link.looks ||= has(token, "look") && token.text !== "play"
    link.turns ||= has(token, "turn")
    link.ages ||= has(token, "age") && !has(token, "year")
    link.under ||= has(token, "under") && at >= i - 3
    link.is ||= has(token, "be") || selfVerbs.test(token.text) || token.text === ":"
    if (!isWho && !has(token, "be", "look", "turn", "age", "under")) continue
    link.from = at
    if (isWho) {
      link.who = true
      if (link.is || link.looks || link.turns || link.ages) break
    }
  }
  return link
}

const perYear: Record<string, number> = { month: 12, months: 12, week: 52, weeks: 52, day: 365, days: 365 }

/** "168 months old", "5000 days old" */
function ageInMonths({ i, to, value, next, after }: Place): Age | null {
  if (!has(after, "old")) return null
  const unit = next!.text
  const years = value / (perYear[unit] ?? Number.POSITIVE_INFINITY)
  return years >= 4 && years < adult ? age(Math.floor(years), "sure", i, to + 2, `${value} ${unit}`) : null
}

/** "f16", "16 m here", "i am m16" */
function isAdStyle({ tokens, i, head, next, after }: Place): boolean {
  const isSex = (token: Token | undefined) => /^[fm]$/.test(textOf(token))
  if (
    isSex(next) &&
    /^(?:here|looking|bored|horny|single|from|alone|new|hi|hey|hello|btw|lol|u|uk|us|usa|\.)$/.test(after?.text ?? ".")
  )
    return next!.text === "f" || after !== undefined
  if (!isSex(head) || head!.end !== tokens[i]!.start) return false
  // "M16" is the thread of a screw, unless it follows a person.
  if (head!.text === "m" && !linkBefore(tokens, i - 1).who) return /^(?:here|looking)$/.test(textOf(next))
  return isEnd(next) || has(next, "glue", "person")
}

const ends = ({ next }: Place) =>
  isEnd(next) || has(next, "glue", "person", "girl", "old", "child", "code", "nearly", "be", "doll", "own")

/** Recognizes "she is 15 lol", "looks 15 pronto": the next word has no meaning of its own. */
function isNearlyAlone(at: LinkedPlace): boolean {
  const { looks, is, who } = at.link
  const isNear = (looks || (is && who)) && at.value > 8 && !has(at.next, "object", "measure")
  return isNear && (at.next!.tags.size === 0 || /^(?:soon|скоро|bald|pronto|bientot|logo)$/.test(at.next!.text))
}

const wishes = /^(?:make|made|making|let|want|prefer|imagine|is|are)$/
const isOf = ({ head }: Place) => /^(?:of|about|around|like|with|de|von|mit|uns|unos|etwa|эдак|лет)$/.test(textOf(head))
const isNear = (at: Place, ...tags: Tag[]) => hasAny(before(at, 5), ...tags)

const isAlone = (at: Place) =>
  isEnd(at.head) && at.next?.text === "." && at.i > 0 && at.i < 5 && before(at, 4).every(({ num }) => num === null)

/** Cases of a number without a unit, by the words that lead to it. */
const bareCases: AgeCase<LinkedPlace>[] = [
  ["f16 / 16 m here", (at) => at.value > 7 && at.value < adult && isAdStyle(at), here("sure", 0, 1)],
  ["not 18 yet", ({ value }) => value === adult, notYet],
  ["aged 14 / age: 13", ({ link, value, next }) => link.ages && value > 3 && !has(next, "measure"), withLink("sure")],
  ["she is 3", ({ value }) => value < 6, null],
  ["十六啦", (at) => /^(?:だ|です|に|っ|啦|了|呀|哦)/.test(textOf(at.next)) && !ends(at), here("likely")],
  ["she is 15 lol", (at) => !ends(at) && isNearlyAlone(at), withLink("weak")],
  ["how old? - 15 jeje", (at) => !ends(at) || at.value < 8, questionAnswered],
  ["girls under 16", (at) => at.link.under && isUnderOfAge(at), under("likely")],
  ["she turns 15", ({ link, value }) => link.turns && (link.who || link.is || value > 9), withLink("likely")],
  ["she looks 9 / looks 15", ({ link, value }) => link.looks && (link.who || value > 9), withLink("likely")],
  ["looks 9", ({ link }) => link.looks, withLink("weak")],
  ["she is 16 / im 15 btw", ({ link }) => link.is && link.who, withLink("likely")],
  ["she only 15", ({ head, link }) => /^(?:only|just|still)$/.test(textOf(head)) && link.who, withLink("likely")],
  ["make her 13", (at) => at.link.who && says(before(at, 5), wishes), withLink("likely")],
  ["girl 15", ({ head }) => has(head, "girl", "child", "code"), here("likely", 1)],
  ["a girl of 15", (at) => isOf(at) && isNear(at, "girl", "small", "child", "look"), here("likely")],
  ["a doll of about 15", (at) => isOf(at) && isNear(at, "doll", "family"), here("weak")],
  ["hi . 15 .", (at) => at.value > 9 && isAlone(at), (at) => questionAnswered(at) ?? here("weak")(at)],
  ["how old? - 15", always, questionAnswered],
]

/** Excludes "under 16 the shipping is free". */
function isUnderOfAge(at: Place): boolean {
  const around = [...before(at, 6), ...at.tokens.slice(at.i + 1, at.i + 4)]
  return at.value > 8 && hasAny(around, "doll", "girl", "person", "child", "look", "ask", "age")
}

export const asksForAge =
  /\b(?:how (?:old|young)|what age|which age|age range|your age|her age|his age|the age|wie alt|jahrgang|welches alter|quel age|que edad|cuantos anos|quantos anos|(?:que|qual)(?: \w+){0,2} idade|age|(?:edad|idade|alter)(?= \.))\b|сколько (?:ей |тебе |вам )?лет|сколько ей|какой возраст|возраст|сколько тебе(?= \.)|几岁|多大|年龄|何歳|いくつ|年齢|岁|歳/
const asksForGrade = /\b(?:what|which) (?:grade|class|form|school year)\b|какой класс|几年级|何年生/

const laughter = /^(?:(?:h[aei]){2,}h?|(?:j[aei]){2,}j?|k{2,}|rs+|xd+|lol|mdr|ptdr|w+|笑|哈+|(?:ха)+х?)$/

const question = (at: Place, between: string, words = 14) => before(at, words).map(textOf).join(between)
const isAsked = (at: Place) => asksForAge.test(question(at, " ")) || asksForAge.test(question(at, ""))

const claimed = ({ i, to, value }: Place) => age(value, "weak", i, to, `age ${value} ${afterAClaim}`)
const formOfSchool = ({ i, to, value }: Place) => age(Math.min(17, value + 5), "likely", i, to, `school year ${value}`)

/** Recognizes a number without other words: "13", "13 or so", "1 5 jeje". */
function isAnswer(at: Place): boolean {
  const { next, head } = at
  if (isEnd(next) || has(next, "glue", "old", "nearly", "be", "not", "person") || laughter.test(textOf(next)))
    return true
  return !has(next, "measure", "object") && (isEnd(head) || asksForAge.test(question(at, "", 3)))
}

const isAboutThing = (one: Token) =>
  has(one, "object") || /^(?:yours|tuya|tuyo|sua|tua|deine|votre|твоя|твоей|cast|head)$/.test(one.text)

/** Cases of a number from 6 to 17 after a question. */
const answerCases: AgeCase[] = [
  ["our models are adults. - but really, 13?", isAfterClaim, claimed],
  ["how old? - she has 15 dresses", (at) => !isAnswer(at), null],
  ["how old is yours? - 6", (at) => before(at, 14).some(isAboutThing), null],
  ["what grade is she in? - 7", (at) => asksForGrade.test(question(at, " ")), formOfSchool],
  ["how old should she look? - 13", isAsked, here("likely")],
]

function questionAnswered(at: Place): Age | null {
  return ageBy(answerCases, at)
}

const claims =
  /^(?:adults?|grown|of_age|erwachsen\w*|volljahrig\w*|adult[oa]s?|adultes?|mayor(?:es)?|maior(?:es)?|majeure?s?|совершеннолет\S*|взросл\S*|成年|成年人|成人|大人)$/
/** Words of somebody who does not believe a claim: "but really", "just say", "in echt", "其实". */
const doubts =
  /^(?:really|actually|honestly|secretly|say|says|then|echt|wirklich|ehrlich|sag|verdad|realmente|di|vraiment|dis|verite|serieux|verdade|fala|diz|же|ну|реально|честно|скажи|其实|真的|实际|说|本当は|本当|ほんと|実は)$/

/** Part of the reason for staff. */
export const afterAClaim = "after a claim"

/** "All of our models are adults." - "but really, 13?"; "just say 13" */
function isAfterClaim(at: Place): boolean {
  if (at.value < 8 || at.value >= adult || has(at.next, "measure", "object", "grade")) return false
  if (/^(?:say|sag|di|dis|fala|diz|скажи|说)$/.test(textOf(at.head))) return true
  const words = before(at, 14)
  if (!words.some((one) => claims.test(one.text) || (one.num === adult && !has(one, "not")))) return false
  if (says([...words.slice(-4), ...behind(at, 2)], doubts)) return true
  const last = words.findLastIndex(({ text }) => text === ".")
  return words.slice(last + 1).every((one) => one.tags.size === 0 || has(one, "glue", "nearly", "be", "person"))
}

const future =
  /^(?:turn|turning|turns|will|ill|shell|werde|werd|wird|cumplo|cumple|faco|faz|aura|aurai|исполнится|будет)$/
const soon = /^(?:soon|next|in|when|через|dentro|daqui|nachstes|bald|になり|になる)$/
const ifEver = /^(?:when|after|once|if|wenn|cuando|quando|когда)$/
const until = /^(?:before|until|till|bis|hasta|avant|ate|до|noch)$/
const freshly = /^(?:barely|just|freshly|newly|recently|gerade|recien|apenas|frisch)$/
const notQuite =
  /^(?:yet|until|quite|even|noch|aun|todavia|encore|ainda|еще|still|to|have|really|legally|i|im|she|shes|needs)$/

const isFuture = (at: LinkedPlace) =>
  (says(before(at, 6), future) || says(behind(at, 5), soon)) && !says(before(at, 6), ifEver)
const isNot = (at: Place) => hasAny(before(at, 6), "not") || says(behind(at, 5), /^(?:нет|not)$/)
const isBelow = (at: LinkedPlace) => at.link.under && !has(at.next, "measure", "object") && !isNot(at)
const isAlmost = (at: Place) =>
  says(before(at, 3), /^(?:almost|nearly|fast|casi|presque|quase|почти|recien|未满|不满)$/)

const almostAdult =
  (certainty: Certainty, how = "not yet 18") =>
  ({ i, to }: Place) =>
    age(adult - 1, certainty, i, to, how)

/** Cases of 18, which counts if somebody has not reached it. */
const adultCases: AgeCase<LinkedPlace>[] = [
  ["I turned 18 in 1986", (at) => behind(at, 5).some(({ num }) => num !== null && num > 1900 && num < thisYear), null],
  ["she is 18 soon", (at) => (at.link.who || at.link.turns) && isFuture(at), almostAdult("likely")],
  ["girls under 18", (at) => isBelow(at) && isUnderOfAge(at), under("likely")],
  ["under 18", isBelow, under("weak")],
  ["almost 18", isAlmost, almostAdult("likely")],
  // It must be about a person: "line 18 is as before" is not.
  ["before she is 18", (at) => (at.link.who || at.link.is) && says(before(at, 6), until), almostAdult("likely")],
  ["she is not 18", (at) => at.link.who && isNot(at), almostAdult("likely")],
  ["not 18 yet", (at) => isNot(at) && says([...before(at, 6), ...behind(at, 5)], notQuite), almostAdult("weak")],
  ["barely 18", (at) => says(before(at, 6), freshly), almostAdult("weak", "barely 18")],
]

function notYet(at: LinkedPlace): Age | null {
  return ageBy(adultCases, at)
}

const births = /^(?:baby|kid|birth|birthday|bday|bdate|dob|geburtsjahr|geburtsdatum|jahrgang|рождения|г|年生)$/

/** "born in 2012", "2012年生まれ" */
function birthYearAt(at: Place): Age | null {
  const { tokens, i, value: year, head } = at
  const years = thisYear - year
  const near = [...before(at, 6), ...behind(at, 4)]
  if (years < 0 || years > 17 || !(hasAny(near, "born") || says(near, births))) return null
  const isOfSomebody = (has(head, "born") && isEnd(tokens[i - 2])) || hasAny(near, "person", "girl")
  if (!isOfSomebody && (hasAny(near, "object") || says(near, /^(?:idea|company|shop|was)$/))) return null
  return age(years, "likely", Math.max(0, i - 1), i + 1, `born in ${year}`)
}

const teaching = /^(?:teach\w*|taught|lehrerin|lehrer|professora?|maestr[ao]|учу|учительница|老师|教)$/
const graded = /^(?:bolts?|screws?|silicone|steel|aluminium|food|medical|glue|sand|sandpaper|paper|first_class)$/

/** Returns the age of a pupil in "7th grade", "klasse 7". */
function gradeAge(tokens: Token[], from: number, to: number, grade: number): Age | null {
  if (grade < 1 || grade > 13) return null
  const around = tokens.slice(Math.max(0, from - 6), to + 5)
  if (says(around, teaching) || says(around, graded)) return null
  const isSchool = hasAny(around, "person", "girl", "doll", "pupil", "school", "child", "look", "age")
  return isSchool ? age(Math.min(17, grade + 5), "likely", from, to, `school year ${grade}`) : null
}

/** "in seventh grade", "her sixteenth birthday" */
function ordinalAt(tokens: Token[], i: number): Age | null {
  const { ordinal } = tokens[i]!
  const next = tokens[i + 1]
  if (has(next, "grade") && next!.text !== "year" && next!.text !== "ano") return gradeAge(tokens, i, i + 2, ordinal!)
  const isBirthday = /^(?:birthday|bday|geburtstag|cumpleanos|anniversaire)$/.test(next?.text ?? "")
  return isBirthday && ordinal! > 7 ? age(ordinal! - 1, "likely", i, i + 2) : null
}
