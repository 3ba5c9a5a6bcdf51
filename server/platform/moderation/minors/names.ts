import { annotate, has } from "../words/annotate.ts"
import { read } from "../words/read.ts"
import { findAges, isYoungYear, thisYear } from "./ages.ts"

/** Splits "SophomoreHS_Drew" into "Sophomore HS Drew". */
const spread = (name: string) =>
  name
    .replace(/[_.\-()[\]|]+/g, " ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{L})(\d)/gu, "$1 $2")
    .replace(/(\d)(\p{L})/gu, "$1 $2")

const ageCue =
  /^(?:yo|yrs?|years?|aged?|turning|turned|almost|actually|only|just|ans|let|anos|anitos|aninhos|jahre|лет|год|歳|岁|才|im|i|am|is|not|noch|wird|casi|presque|quase|почти|born|b|g|г|р|gr|jg|生|生まれ|grade|gradekid|class|klasse|класс|eso|ano|y|f|m|q|quinceanera|под|u|st|nd|rd|th)$/
const schoolCue =
  /^(?:sophomore|freshman|freshmen|sophomorehs|\d*(?:th|st|nd|rd)grade\w*|grader?s?|schoolkid|schulkind|realschuler\w*|grundschuler\w*|kiddo|homeroom|quinceanera|lyceenn?e?s?|collegienn?e?s?|preau|colegiala?|ginasial|школьни[кц]\S*|садике|детсад\S*|初[一二三]|高[一二三]|小[一二三四五六]|中[123]|小学生|中学生|高校生|underage\w*|minderjahrig\w*|underaged|schoolgirl\w*|schoolboy\w*|jailbait\w*|loli|lolis|lolicon|shota\w*|preteen\w*|pedo\w*|nymphet\w*|малолетк\S*|未成年\S*|幼女)$/
/** Matches a class at the end of a name or before its school: "7Б", "6ºB", "4to B", "5e C", "六年二班". */
const schoolClass =
  /(?:^|[^\p{L}\p{N}])[1-9]\s*(?:º|ª|o|to|do|er|e|eme|ème|th|\.)?[\s_.-]*[a-eа-д](?=$|[\s_.-]+(?:eso|klasse|класс))|[一二三四五六]年[一二三四五六七八九\d]班/iu
const teenWord =
  /thirteen|fourteen|fifteen|sixteen|seventeen|dreizehn|vierzehn|funfzehn|sechzehn|siebzehn|catorce|quince(?!y)|treize|quatorze|quinze|treze|catorze|тринадцать|четырнадцать|пятнадцать|шестнадцать|семнадцать/
/** Matches "13añera", "de_14", "💗15💗", "JK1". */
const ageShown =
  /(?:^|[^\d])1[0-7](?=a[nñ]er|anos|años|ans|лет|岁|歳)|[\s_.-]de[\s_.-]?1[0-7]$|[a-z]De1[0-7]$|\p{Extended_Pictographic}\s?1[0-7]\s?\p{Extended_Pictographic}|^j[ck][1-3]/iu

/** Matches aged things: "Whiskey_15yo_Cask". */
const agedThing =
  /whisk(?:e?y)|bourbon|scotch|single ?malt|\bron\b|\brum\b|\bwein|\bwine|\bvin[ot]?\b|cognac|tequila|cask|cheddar/i
/** Matches "stillinmiddleschool". */
const schoolInside = /(?:middle|grade|elementary|primary|secondary)school/i

/** Recognizes a year in which no adult was born, or in which somebody leaves school; "since 2014" passes. */
function hasRecentYear(name: string): boolean {
  const years = [...name.matchAll(/(?<!\d)(20\d\d)(?!\d)/g)]
  return years.some(([, found], i) => {
    const isSince = /(?:since|seit|desde|depuis|est|с)[\s_.]*$/iu.test(name.slice(0, years[i]!.index))
    return !isSince && (isYoungYear(Number(found)) || (Number(found) > thisYear && Number(found) < thisYear + 9))
  })
}

/** Recognizes names with an age or a school. Names of adults, and words that happen to be surnames, pass. */
export function isMinorsName(name: string): boolean {
  const isClass = schoolInside.test(name) || schoolClass.test(spread(name)) || schoolClass.test(name)
  if (isClass || hasRecentYear(name)) return true
  if (agedThing.test(spread(name))) return false
  if (ageShown.test(name)) return true
  for (const text of [name, spread(name)]) {
    const { variants } = read(text)
    if (variants.some((words) => words.some((word) => teenWord.test(word.text)))) return true
    const { tokens } = annotate(variants[0]!)
    const isOdd = tokens.some((token) => schoolCue.test(token.text))
    if (isOdd) return true
    if (findAges(tokens).some(({ value }) => value > 5)) return true
    for (const [i, { num }] of tokens.entries()) {
      if (num === null) continue
      const near = [tokens[i - 2], tokens[i - 1], tokens[i + 1], tokens[i + 2]]
      const isYear = isYoungYear(num)
      const hasCue = near.some((one) => one && ageCue.test(one.text))
      if (
        (isYear || (num > 6 && num <= 18)) &&
        hasCue &&
        !(num === 18 && !near.some((one) => has(one, "not", "nearly")))
      )
        return true
      if (num > 7 && num < 18 && new RegExp(`\\(\\s*${num}\\s*\\)`).test(name)) return true
    }
  }
  return /初[一二三]|高[一二三]|中[123１２３]|未满|未成年|小学生|中学生/.test(name)
}
