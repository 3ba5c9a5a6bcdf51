import { annotate, has } from "../words/annotate.ts"
import { read } from "../words/read.ts"
import { findAges } from "./ages.ts"

/** "SophomoreHS_Drew" as "Sophomore HS Drew" */
const spread = (name: string) =>
  name
    .replace(/[_.\-()[\]|]+/g, " ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{L})(\d)/gu, "$1 $2")
    .replace(/(\d)(\p{L})/gu, "$1 $2")

const ageCue =
  /^(?:yo|yrs?|years?|aged?|turning|turned|almost|actually|only|just|ans|anos|anitos|aninhos|jahre|лет|год|歳|岁|才|im|i|am|is|not|noch|wird|casi|presque|quase|почти|born|b|g|г|р|gr|jg|生|生まれ|grade|gradekid|class|klasse|класс|eso|ano|y|f|m|q|quinceanera|под|u|st|nd|rd|th)$/
const schoolCue =
  /^(?:sophomore|freshman|freshmen|sophomorehs|\d*(?:th|st|nd|rd)grade\w*|grader?s?|schoolkid|schulkind|realschuler\w*|grundschuler\w*|kiddo|homeroom|quinceanera|lyceenn?e?s?|collegienn?e?s?|preau|colegiala?|ginasial|школьни[кц]\S*|садике|детсад\S*|初[一二三]|高[一二三]|小[一二三四五六]|中[123]|小学生|中学生|高校生|underage\w*|minderjahrig\w*|underaged|schoolgirl\w*|schoolboy\w*|jailbait\w*|loli|lolis|lolicon|shota\w*|preteen\w*|pedo\w*|nymphet\w*|малолетк\S*|未成年\S*|幼女)$/
/** The names of adults, and words that happen to be surnames, pass: what counts is an age or a school. */
export function isMinorsName(name: string): boolean {
  for (const text of [name, spread(name)]) {
    const { tokens } = annotate(read(text).variants[0]!)
    const isOdd = tokens.some((token) => schoolCue.test(token.text))
    if (isOdd) return true
    if (findAges({ tokens, language: "en" }).some(({ value }) => value > 5)) return true
    for (const [i, { num }] of tokens.entries()) {
      if (num === null) continue
      const near = [tokens[i - 2], tokens[i - 1], tokens[i + 1], tokens[i + 2]]
      const isYear = num > new Date().getFullYear() - 18 && num <= new Date().getFullYear()
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
