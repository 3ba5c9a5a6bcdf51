/** Alternatives that rules of several categories share. */
export const me = "i|ill|im|id|ive|ima|imma|we|well|weve|wed|wont"
export const you = "you|u|ya|yall|yourself|urself"
export const ordinal = `first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|
  1st|2nd|3rd|4th|5th|6th|7th|8th|9th|10th|11th|12th`

export const recentBirthYear = recentBirthYears()

/** The birth years of everyone who is under 18, or turns 18 this year. */
function recentBirthYears(): string {
  const now = new Date().getFullYear()
  return Array.from({ length: 18 }, (_, i) => now - 17 + i).join("|")
}
