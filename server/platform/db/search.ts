/** Signs that keyboards exchange for each other: the iPhone types ’ for ', and word processors pair “ and ”. */
const alike = ["-‐‑–—−", "'‘’‚‛ʼ´`′", '"“”„«»″']

/**
 * Returns a regular expression for `lower(…) ~` that finds the text literally, anywhere. It matches both forms of
 * accents, composed ("é" as one character) and decomposed (as "e" and an accent, as in file names of a Mac), and each
 * sign also matches similar ones.
 */
export function searchPattern(text: string): string {
  return Array.from(text.toLowerCase().normalize("NFC"), (character) => {
    const signs = alike.find((signs) => signs.includes(character))
    if (signs) return `[${signs}]`
    const decomposed = character.normalize("NFD")
    if (decomposed !== character) return `(?:${character}|${decomposed})`
    return character.replace(/[!-/:-@[-`{-~]/, "\\$&")
  }).join("")
}
