/** Signs that keyboards exchange for each other: the iPhone's types ’ for ', and word processors pair “ and ”. */
const alike = ["-‐‑–—−", "'‘’‚‛ʼ´`′", '"“”„«»″']

/**
 * A regular expression for `lower(…) ~` that finds the text literally, anywhere. It finds accents composed ("é" as one
 * character) and decomposed (as "e" and an accent, as in file names of a Mac), and any sign for one that is alike.
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
