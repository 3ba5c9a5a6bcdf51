import { has, type Token } from "../words/annotate.ts"
import { romanOf, yearIn } from "../words/numerals.ts"

/** How sure it is that a number is an age: "15 yo", "15 years" or "looks 15", "like 15 or so", and what `hints.ts` finds. */
export type Certainty = "sure" | "likely" | "weak" | "hint"

export interface Age {
  /** In years; the lower one of a range. 17 for "not yet 18". */
  value: number
  certainty: Certainty
  /** First word, and the one behind the last. */
  from: number
  to: number
  /** What it is written as, for the staff. */
  how: string
  /** The writer says it of themselves. */
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

/** Of Chinese and Japanese schools: the age before the first year. */
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

/** Every number that may be somebody's age under 18. */
export function findAges(tokens: Token[]): Age[] {
  const found: Age[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (!token.meaning.isNumeric) continue
    const isNumber = token.num !== null || romanOf(token.text) !== null || yearIn(token.text) !== null
    const age = isNumber ? ageAt(tokens, i) : token.ordinal ? ordinalAt(tokens, i) : null
    if (!age) continue
    age.to = Math.min(age.to, tokens.length)
    age.isOwn = isOwn(tokens, i)
    found.push(age)
    i = Math.max(i, age.to - 1)
  }
  return found
}

function ageAt(tokens: Token[], i: number): Age | null {
  const token = tokens[i]!
  const value = token.num ?? romanOf(token.text) ?? yearIn(token.text)!
  if (value > 1900 && value < 2100) return birthYearAt(tokens, i, value)
  if (token.meaning.isAge) return value < adult ? age(value, "sure", i, i + 1) : null
  const before = tokens[i - 1]
  const school = hanSchools[before?.text ?? ""]
  if (school !== undefined && value > 0 && value < 7 && before!.end === token.start) {
    if (has(tokens[i + 1], "measure") || isDay(tokens, i)) return null
    const isTaught = tokens.slice(Math.max(0, i - 30), i).some((one) => has(one, "past"))
    const isInName =
      tokens[i + 1]?.tags.size === 0 &&
      !isEnd(tokens[i + 1]) &&
      tokens[i + 1]!.start === token.end &&
      token.num !== null &&
      !/\d/.test(token.text)
    return isTaught || isInName
      ? null
      : age(school + value, "likely", i - 1, i + 1, `school year ${before!.text}${token.text}`)
  }
  if (before && (currency.test(before.text) || labels.has(before.text))) return null
  if (before && modelNumber.test(before.text) && !has(tokens[i + 1], "year")) return null
  if (before?.text === ":" && tokens[i - 2]?.num != null) return null
  // "das 10 às 14", "from 10 to 14", "12 and 13 in the list"
  if (
    /^(?:as|to|bis|a|до|-)$/.test(before?.text ?? "") &&
    tokens[i - 2]?.num != null &&
    opens.test(tokens[i - 3]?.text ?? "")
  )
    return null
  if (tokens.slice(i + 1, i + 6).some(({ text }) => /^(?:list|row|column|table|catalogue|queue|line)$/.test(text)))
    return null
  const { to, lowest } = rangeAt(tokens, i, value)
  const next = tokens[to]
  if (lowest > adult) return has(next, "measure") ? ageInMonths(tokens, i, to, lowest) : null
  const isAgeLabel = next?.text === "+" && linkBefore(tokens, i).ages
  if (next && !isAgeLabel && (currency.test(next.text) || (next.text === ":" && tokens[to + 1]?.num != null)))
    return null
  if (/^(?:th|st|nd|rd)$/.test(next?.text ?? "") && has(tokens[to + 1], "grade")) {
    return gradeAge(tokens, i, to + 2, lowest)
  }
  if (has(next, "grade") && !/^(?:ano|yr|year|e|form|class)$/.test(next!.text) && !has(tokens[to + 1], "old")) {
    return gradeAge(tokens, i, to + 1, lowest)
  }
  if (has(before, "grade") && !sureUnits.test(next?.text ?? "") && !has(next, "measure")) {
    return /^(?:year|yr|ano|e|curso)$/.test(before!.text) && !/^(?:in|into)$/.test(tokens[i - 2]?.text ?? "")
      ? null
      : gradeAge(tokens, i - 1, to, lowest)
  }
  if (has(next, "year")) return withUnit(tokens, i, to, lowest)
  if (has(next, "measure") && !isAdStyle(tokens, i, to)) {
    const isBirthday = /^(?:th|st|nd|rd)$/.test(next!.text) && /^(?:birthday|bday)$/.test(tokens[to + 1]?.text ?? "")
    if (isBirthday) return lowest > 8 ? age(lowest - 1, "likely", i, to + 2) : null
    return ageInMonths(tokens, i, to, lowest)
  }
  return bareAge(tokens, i, to, lowest)
}

/** "大年初三" and "初二发货吗" are days, "中三日" a span of days and "高一点" a little higher. */
const isDay = (tokens: Token[], i: number) =>
  /^(?:点|些|天|日|发货|发|开|上班|到|寄|送|放假|センチ|ミリ|メートル|キロ|mm|公分|公斤|斤)/.test(
    tokens[i + 1]?.text ?? "",
  ) || tokens.slice(Math.max(0, i - 4), i).some(({ text }) => /^(?:年|大年|正月|春节|过年|农历)$/.test(text))

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

/** "i am only 15": said right before it, with nothing but the likes of "is" and "only" between. */
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
function rangeAt(tokens: Token[], i: number, value: number): { to: number; lowest: number } {
  let to = i + 1
  let lowest = value
  const joint = /^(?:or|to|till|and|bis|oder|a|ou|o|и|до|или|到|至|から|か)$/
  const at = joint.test(tokens[to]?.text ?? "") ? to + 1 : to
  const other = tokens[at]?.num
  if (other != null && other < 100 && tokens[at]!.text !== "1" && Math.abs(other - value) < 12) {
    if (at > to || Math.abs(other - value) === 1) {
      lowest = Math.min(value, other)
      to = at + 1
    }
  }
  if (tokens[to]?.text === "and" && /^(?:a|three)$/.test(tokens[to + 1]?.text ?? "")) {
    if (/^(?:half|quarter|quarters)$/.test(tokens[to + 2]?.text ?? "")) to += 3
  }
  while (/^(?:ish|something|full|whole|tender|half|plus|多|ish,)$/.test(tokens[to]?.text ?? "")) to++
  return { to, lowest }
}

/** "16 years old", "16 yo", "elle a 16 ans", "16歳" */
function withUnit(tokens: Token[], i: number, to: number, value: number): Age | null {
  const unit = tokens[to]!
  const after = tokens[to + 1]
  if (value > 17) return value === adult ? notYet(tokens, i, to + 1) : null
  const isPlain = /^(?:yos?|yearolds?)$/.test(unit.text)
  if (!isPlain && (durationAfter.has(after?.text ?? "") || durationAfter.has(tokens[to + 2]?.text ?? ""))) return null
  const isMatured = after?.text === "dage" || (after?.text === "d" && tokens[to + 2]?.text === "age")
  if (isMatured && !linkBefore(tokens, i).who) return null
  const isOld = has(after, "old") || (/^(?:of|de|d)$/.test(after?.text ?? "") && has(tokens[to + 2], "old", "age"))
  const isLetter = unit.text === "y" || unit.text === "j"
  if (isLetter && !/^(?:o|old)$/.test(after?.text ?? "") && !isEnd(after)) return null
  if (isOld || (sureUnits.test(unit.text) && !isLetter)) return age(value, "sure", i, to + (isOld ? 2 : 1))
  const before = tokens.slice(Math.max(0, i - 3), i)
  const link = linkBefore(tokens, i)
  if (before.some(({ text }) => durationBefore.has(text)) && !link.looks && !link.ages) return null
  if (link.looks || link.turns || link.ages || link.under || (link.is && link.who))
    return age(value, "likely", link.from, to + 1)
  const isForeign = /^(?:ans|anos|anitos|aninhos|лет|год|года|годика|jahre)$/.test(unit.text)
  const around = [...tokens.slice(Math.max(0, i - 3), i), ...tokens.slice(to + 1, to + 3)]
  if (around.some((one) => has(one, "doll", "girl", "child", "code", "family")))
    return age(value, isForeign ? "likely" : "weak", i, to + 1)
  return isForeign || isEnd(tokens[i - 1]) ? age(value, "weak", i, to + 1) : null
}

interface Link {
  /** The first word of it. */
  from: number
  who: boolean
  is: boolean
  looks: boolean
  turns: boolean
  ages: boolean
  under: boolean
}

/** In these languages the verb says who. */
const selfVerbs =
  /^(?:tengo|tiene|tienes|tienen|tenia|cumplo|cumple|tenho|tem|tens|tinha|faco|faz|fara|ai|g|jai|aura|aurai|мне|ей|ему|тебе|им|im|iam|shes|hes|hell|shell|youre|theyre|whos)$/
const linking =
  /^(?:in|im|en|em|no|march|april|may|june|july|january|february|august|september|october|november|december|januar|februar|marz|oktober|dezember|enero|febrero|agosto|septiembre|octubre|noviembre|diciembre|janvier|fevrier|avril|aout|septembre|octobre|novembre|decembre|janeiro|fevereiro|setembro|outubro|novembro|dezembro|both|beide|erst|next|this|month|week|year|juli|juni|mai|marzo|mayo|junio|julio|marco|maio|junho|julho|you|that|de|du|и|лет|для|btw|then|like|her|him|them|a|an|ter|avoir|tener|должно|на|вид)$/

/** What leads to a number from whoever it is said of: "she is only", "looks about", "tengo". */
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

/** "168 months old", "5000 days old" */
function ageInMonths(tokens: Token[], i: number, to: number, value: number): Age | null {
  if (!has(tokens[to + 1], "old")) return null
  const unit = tokens[to]!.text
  const years = /^months?$/.test(unit)
    ? value / 12
    : /^days?$/.test(unit)
      ? value / 365
      : /^weeks?$/.test(unit)
        ? value / 52
        : 0
  return years >= 4 && years < adult ? age(Math.floor(years), "sure", i, to + 2, `${value} ${unit}`) : null
}

/** "f16", "16 m here", "i am m16" */
function isAdStyle(tokens: Token[], i: number, to: number): boolean {
  const isSex = (text: string | undefined) => text === "f" || text === "m"
  if (
    isSex(tokens[to]?.text) &&
    /^(?:here|looking|bored|horny|single|from|alone|new|hi|hey|hello|btw|lol|u|uk|us|usa|\.)$/.test(
      tokens[to + 1]?.text ?? ".",
    )
  )
    return tokens[to]!.text === "f" || tokens[to + 1] !== undefined
  const sex = tokens[i - 1]
  if (!isSex(sex?.text) || sex!.end !== tokens[i]!.start) return false
  // "M16" is the thread of a screw, unless somebody says it of a person.
  if (sex!.text === "m" && !linkBefore(tokens, i - 1).who) return /^(?:here|looking)$/.test(tokens[to]?.text ?? "")
  return isEnd(tokens[to]) || has(tokens[to], "glue", "person")
}

/** "she is 16", "im 15 btw", "make her 13", "under 16", "aged 14", "not 18 yet", "age: 13" */
function bareAge(tokens: Token[], i: number, to: number, value: number): Age | null {
  if (isAdStyle(tokens, i, to) && value > 7 && value < adult) return age(value, "sure", i, to + 1)
  const next = tokens[to]
  const ends = isEnd(next) || has(next, "glue", "person", "girl", "old", "child", "code", "nearly", "be", "doll", "own")
  const link = linkBefore(tokens, i)
  if (value === adult) return notYet(tokens, i, to)
  if (link.ages && value > 3 && !has(next, "measure")) return age(value, "sure", link.from, to)
  if (value < 6) return null
  const head = tokens[i - 1]
  if (!ends) {
    if (/^(?:だ|です|に|っ|啦|了|呀|哦)/.test(next!.text)) return age(value, "likely", i, to)
    const isNear = (link.looks || (link.is && link.who)) && value > 8 && !has(next, "object", "measure")
    const isPlain = next!.tags.size === 0 || /^(?:soon|скоро|bald|pronto|bientot|logo)$/.test(next!.text)
    return isNear && isPlain ? age(value, "weak", link.from, to) : questionAnswered(tokens, i, to, value)
  }
  const isOld = value > 7
  if (link.under && isUnderOfAge(tokens, i, value)) return age(value - 1, "likely", link.from, to, `under ${value}`)
  if (link.turns && isOld && (link.who || link.is || value > 9)) return age(value, "likely", link.from, to)
  if (link.looks && isOld) return age(value, link.who || value > 9 ? "likely" : "weak", link.from, to)
  if (link.is && link.who && isOld) return age(value, "likely", link.from, to)
  if (/^(?:only|just|still)$/.test(head?.text ?? "") && link.who && isOld) return age(value, "likely", link.from, to)
  const near = tokens.slice(Math.max(0, i - 5), i)
  if (link.who && near.some(({ text }) => /^(?:make|made|making|let|want|prefer|imagine|is|are)$/.test(text)) && isOld)
    return age(value, "likely", link.from, to)
  if (has(head, "girl", "child", "code") && isOld) return age(value, "likely", i - 1, to)
  const isOf = /^(?:of|about|around|like|with|de|von|mit|uns|unos|etwa|эдак|лет)$/.test(head?.text ?? "")
  if (isOf && isOld && near.some((one) => has(one, "girl", "doll", "small", "child", "look", "family"))) {
    return age(value, near.some((one) => has(one, "small", "girl", "child", "look")) ? "likely" : "weak", i, to)
  }
  const isNamed = isEnd(head) && isEnd(next) && next && i > 0 && i <= 4 && value > 9
  const isAlone = isNamed && tokens.slice(0, i).every((one) => one.num === null)
  return questionAnswered(tokens, i, to, value) ?? (isAlone ? age(value, "weak", i, to) : null)
}

/** Not "under 16 the shipping is free". */
function isUnderOfAge(tokens: Token[], i: number, value: number): boolean {
  const around = [...tokens.slice(Math.max(0, i - 6), i), ...tokens.slice(i + 1, i + 4)]
  return value > 8 && around.some((one) => has(one, "doll", "girl", "person", "child", "look", "ask", "age"))
}

export const asksForAge =
  /\b(?:how (?:old|young)|what age|which age|age range|your age|her age|his age|the age|wie alt|jahrgang|welches alter|quel age|que edad|cuantos anos|quantos anos|(?:que|qual)(?: \w+){0,2} idade|age|(?:edad|idade|alter)(?= \.))\b|сколько (?:ей |тебе |вам )?лет|сколько ей|какой возраст|возраст|сколько тебе(?= \.)|几岁|多大|年龄|何歳|いくつ|年齢|岁|歳/
const asksForGrade = /\b(?:what|which) (?:grade|class|form|school year)\b|какой класс|几年级|何年生/

const laughter = /^(?:(?:h[aei]){2,}h?|(?:j[aei]){2,}j?|k{2,}|rs+|xd+|lol|mdr|ptdr|w+|笑|哈+|(?:ха)+х?)$/

/** "how old should she look?" - "13" */
function questionAnswered(tokens: Token[], i: number, to: number, value: number): Age | null {
  const claimed = afterClaim(tokens, i, to, value)
  if (claimed) return claimed
  const next = tokens[to]
  const isWhole =
    isEnd(next) || has(next, "glue", "old", "nearly", "be", "not", "person") || laughter.test(next?.text ?? "")
  // "1 5 jeje"
  const isAsked = asksForAge.test(
    tokens
      .slice(Math.max(0, i - 3), i)
      .map(({ text }) => text)
      .join(""),
  )
  const isFirst = (isEnd(tokens[i - 1]) || isAsked) && !has(next, "measure", "object")
  if (value < 1 || value >= adult || !(isWhole || isFirst)) return null
  const said = tokens.slice(Math.max(0, i - 14), i).map(({ text }) => text)
  const [line, joined] = [said.join(" "), said.join("")]
  if (
    tokens
      .slice(Math.max(0, i - 14), i)
      .some(
        (one) => has(one, "object") || /^(?:yours|tuya|tuyo|sua|tua|deine|votre|твоя|твоей|cast|head)$/.test(one.text),
      )
  )
    return null
  if (asksForGrade.test(line)) return age(Math.min(17, value + 5), "likely", i, to, `school year ${value}`)
  if (value < 6) return null
  return asksForAge.test(line) || asksForAge.test(joined) ? age(value, "likely", i, to) : null
}

const claims =
  /^(?:adults?|grown|of_age|erwachsen\w*|volljahrig\w*|adult[oa]s?|adultes?|mayor(?:es)?|maior(?:es)?|majeure?s?|совершеннолет\S*|взросл\S*|成年|成年人|成人|大人)$/
/** What somebody says who does not believe it: "but really", "just say", "in echt", "其实". */
const doubts =
  /^(?:really|actually|honestly|secretly|say|says|then|echt|wirklich|ehrlich|sag|verdad|realmente|di|vraiment|dis|verite|serieux|verdade|fala|diz|же|ну|реально|честно|скажи|其实|真的|实际|说|本当は|本当|ほんと|実は)$/

/** For the staff. */
export const afterAClaim = "after a claim"

/** "All of our models are adults." - "but really, 13?"; "just say 13" */
function afterClaim(tokens: Token[], i: number, to: number, value: number): Age | null {
  if (value < 8 || value >= adult || has(tokens[to], "measure", "object", "grade")) return null
  const before = tokens.slice(Math.max(0, i - 14), i)
  const isClaimed = before.some((one) => claims.test(one.text) || (one.num === adult && has(one, "not") === false))
  const isDoubted = [...before.slice(-4), ...tokens.slice(to, to + 2)].some((one) => doubts.test(one.text))
  const last = before.findLastIndex(({ text }) => text === ".")
  const isBare = before
    .slice(last + 1)
    .every((one) => one.tags.size === 0 || has(one, "glue", "nearly", "be", "person"))
  const isSaid = /^(?:say|sag|di|dis|fala|diz|скажи|说)$/.test(tokens[i - 1]?.text ?? "")
  if (isSaid || (isClaimed && (isDoubted || isBare))) return age(value, "weak", i, to, `age ${value} ${afterAClaim}`)
  return null
}

/** 18 is an age to be found when somebody has not reached it. */
function notYet(tokens: Token[], i: number, to: number): Age | null {
  const before = tokens.slice(Math.max(0, i - 6), i)
  const after = tokens.slice(to, to + 5)
  const link = linkBefore(tokens, i)
  const says = (list: Token[], pattern: RegExp) => list.some(({ text }) => pattern.test(text))
  // "I turned 18 in 1986"
  if (after.some(({ num }) => num !== null && num > 1900 && num < thisYear)) return null
  const isFuture =
    says(
      before,
      /^(?:turn|turning|turns|will|ill|shell|werde|werd|wird|cumplo|cumple|faco|faz|aura|aurai|исполнится|будет)$/,
    ) || says(after, /^(?:soon|next|in|when|через|dentro|daqui|nachstes|bald|になり|になる)$/)
  if (isFuture && (link.who || link.turns) && !says(before, /^(?:when|after|once|if|wenn|cuando|quando|когда)$/)) {
    return age(adult - 1, "likely", i, to, "not yet 18")
  }
  const isNot = before.some((one) => has(one, "not")) || after.some((one) => /^(?:нет|not)$/.test(one.text))
  const isAlmost = says(before.slice(-3), /^(?:almost|nearly|fast|casi|presque|quase|почти|recien|未满|不满)$/)
  // Of somebody: "line 18 is as before" is not.
  const isBefore = (link.who || link.is) && says(before, /^(?:before|until|till|bis|hasta|avant|ate|до|noch)$/)
  const isNear = isAlmost || isBefore
  if (link.under && !has(tokens[to], "measure", "object") && !isNot) {
    return age(adult - 1, isUnderOfAge(tokens, i, adult) ? "likely" : "weak", link.from, to, "under 18")
  }
  if (
    (isNot &&
      (says(
        [...before, ...after],
        /^(?:yet|until|quite|even|noch|aun|todavia|encore|ainda|еще|still|to|have|really|legally|i|im|she|shes|needs)$/,
      ) ||
        link.who)) ||
    isNear
  )
    return age(adult - 1, link.who || isNear ? "likely" : "weak", i, to, "not yet 18")
  const isFresh = says(before, /^(?:barely|just|freshly|newly|recently|gerade|recien|apenas|frisch)$/)
  return isFresh ? age(adult - 1, "weak", i, to, "barely 18") : null
}

/** "born in 2012", "2012年生まれ" */
function birthYearAt(tokens: Token[], i: number, year: number): Age | null {
  const years = thisYear - year
  if (years < 0 || years > 17) return null
  const near = [...tokens.slice(Math.max(0, i - 6), i), ...tokens.slice(i + 1, i + 5)]
  if (
    !near.some(
      (one) =>
        has(one, "born") ||
        /^(?:baby|kid|birth|birthday|bday|bdate|dob|geburtsjahr|geburtsdatum|jahrgang|рождения|г|年生)$/.test(one.text),
    )
  )
    return null
  const isOfSomebody = has(tokens[i - 1], "born") && isEnd(tokens[i - 2])
  if (!isOfSomebody && near.some((one) => has(one, "object") || /^(?:idea|company|shop|was)$/.test(one.text))) {
    if (!near.some((one) => has(one, "person", "girl"))) return null
  }
  return age(years, "likely", Math.max(0, i - 1), i + 1, `born in ${year}`)
}

/** "7th grade", "klasse 7": the age of the pupil. */
function gradeAge(tokens: Token[], from: number, to: number, grade: number): Age | null {
  if (grade < 1 || grade > 13) return null
  const around = tokens.slice(Math.max(0, from - 6), to + 5)
  if (
    around.some(({ text }) =>
      /^(?:teach\w*|taught|lehrerin|lehrer|professora?|maestr[ao]|учу|учительница|老师|教)$/.test(text),
    )
  )
    return null
  if (
    around.some(({ text }) =>
      /^(?:bolts?|screws?|silicone|steel|aluminium|food|medical|glue|sand|sandpaper|paper|first_class)$/.test(text),
    )
  )
    return null
  const isSchool = around.some((one) => has(one, "person", "girl", "doll", "pupil", "school", "child", "look", "age"))
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
