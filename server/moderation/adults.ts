import { Refusal } from "../refusal.ts"

/**
 * Refuses text that points at anyone under 18; `texts` are the fields by their names on the wire. It says that, and where, but
 * not which word: whoever wanted to get round it learns nothing.
 *
 * The rule errs on the safe side. "Child-safe packaging" is refused too: a shop for adults can say it in other words, and every
 * exception would be a door. What a description of objects cannot do without is let through: "minor scratches", "kidskin",
 * "baby blue", "old school", "16 cm", "aged 6 months in the kiln".
 */
export function assertAdultText(texts: Record<string, string | null | undefined>): void {
  const errors = Object.entries(texts)
    .filter(([, text]) => text && pointsAtMinors(text))
    .map(([path]) => ({ path, message: sentence }))
  if (errors.length > 0) throw new Refusal("ADULTS_ONLY", sentence, { errors })
}

const sentence = "Everything here depicts adults only. Please remove what points at anyone under 18."

export function pointsAtMinors(text: string): boolean {
  const plain = plainText(text)
  if (foreign.test(plain.unmapped)) return true
  for (const reading of readings(plain.mapped)) {
    if (words.test(reading) || ages.some((age) => age.test(reading))) return true
  }
  return false
}

/** Compatibility forms folded, what cannot be seen and accents taken off, letters that only look Latin made Latin. */
function plainText(text: string): { mapped: string; unmapped: string } {
  const unmapped = text
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/\p{M}|\p{Cf}|\u115f|\u1160|\u3164/gu, "")
    .normalize("NFC")
    .toLowerCase()
  return { unmapped, mapped: unmapped.replace(/[^\0-\x7f]/gu, (letter) => lookalikes.get(letter) ?? letter) }
}

/** The text as it stands, and as it reads once spelling tricks are undone. */
function readings(text: string): Set<string> {
  const joined = text
    .replace(
      /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}@$!][^\p{L}\p{N}\n]{1,3}){2,}[\p{L}\p{N}@$!](?![\p{L}\p{N}])/gu,
      (letters) => letters.replace(/[^\p{L}\p{N}@$!]/gu, ""),
    )
    .replace(/(?<=\p{L})[^\p{L}\p{N}\s]{1,2}(?=\p{L})/gu, "")
  const all = new Set<string>()
  for (const one of [text, joined]) {
    const spaced = one.replace(/[_\-\u2010-\u2015/]+/g, " ")
    for (const reading of [one, spaced, unleet(one, "i"), unleet(one, "l")]) {
      all.add(reading)
      all.add(reading.replace(/(\p{L})\1{2,}/gu, "$1$1"))
      all.add(reading.replace(/(\p{L})\1{2,}/gu, "$1"))
    }
  }
  return all
}

const leet: Record<string, string> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
}

/** Only in words that hold letters as well, so that "16 cm" and "$15" stay numbers. */
function unleet(text: string, one: string): string {
  return text.replace(/[\p{L}\d@$!|]{3,}/gu, (word) =>
    /\p{L}/u.test(word) && /[\d@$!|]/.test(word)
      ? word.replace(/[\d@$!|](?!$)|[\d@$](?=$)/g, (sign) => (sign === "1" ? one : (leet[sign] ?? sign)))
      : word,
  )
}

const under18 =
  "(?:[0-9]|1[0-7]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)"
const start = "(?<![\\p{L}\\p{N}.,$€£])"
const end = "(?![\\p{L}\\p{N}])"
const years = "(?:years?|yrs?|yr)"

const ages = [
  // 16 years old, 16-year-old, sixteen years of age, 16 yo, 16y/o
  `${start}${under18}[\\s-]*(?:${years}[\\s-]*(?:olds?|of[\\s-]+age|young)|y[./\\s]*o\\.?|yos?)${end}`,
  // aged 16, age: 12, ages 8 to 12, at the age of nine; not "aged 6 months", "age 10+ years of bronze"
  `${start}(?:aged|ages?(?:\\s+of|\\s+is|\\s*[:=])?)\\s*(?:just|only|about|around|~)?\\s*${under18}${end}(?!\\s*(?:months?|weeks?|days?|hours?|minutes?|times|%|cm|mm|kg|pieces))`,
  // she is only 15; he looks 14
  `${start}(?:she|he|they|who|girl|boy|woman|man)(?:['\u2019]?s|['\u2019]?re|\\s+(?:is|are|was|were|looks?|seems?|appears?|turned))(?:\\s+(?:only|just|barely|about|around|like|maybe|still|to\\s+be))*\\s+${under18}(?=\\s*(?:$|[.,;:!?)\\n]|(?:and|but|or|yet|years?|yrs?)${end}))`,
  `${start}turn(?:s|ed|ing)(?:\\s+just)?\\s+${under18}(?=\\s*(?:$|[.,;:!?)\\n]|(?:and|but|last|this|years?|yrs?|today|yesterday)${end}))`,
  `${start}(?:just|barely|newly|freshly|recently)[\\s-]+(?:turned[\\s-]+)?(?:18|eighteen|legal)${end}(?!\\s*(?:cm|mm|kg|g|inch(?:es)?|pieces|%|left|days|hours|weeks|minutes|months|years))`,
  `${start}(?:under|below|not\\s+(?:yet|even))[\\s-]*(?:the\\s+age\\s+of\\s+)?(?:18|eighteen)s?${end}(?!\\s*(?:cm|mm|kg|g|inch(?:es)?|pieces|%|days|hours|weeks|minutes|months|dollars|usd))`,
  `${start}u[\\s-]?1[0-8]s?${end}`,
  `${start}(?:[1-9]|1[0-2])(?:st|nd|rd|th)[\\s-]+graders?${end}`,
].map((pattern) => new RegExp(pattern, "u"))

const words = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    "(?:pre|late|early|mid)?[\\s-]?teen(?:s|ie|ies|y|aged?|agers?)?",
    "tweens?",
    "tweenies?",
    "under[\\s-]?aged?",
    "minors",
    "(?:a|an|the|this|that|any|every|no|is|as|like|looks|real|underage|female|male)\\s+minor(?=\\s*(?:$|[.,;:!?)\"\u2019'\\n]|(?:who|and|or|girl|boy|in|is|was|with|doll|model|figure)(?![\\p{L}])))",
    "minor[\\s-]+(?:girls?|boys?|child|aged?|looking|attracted)",
    "child(?:s|ren|rens|like|ish|ishly|hood|hoods|bearing[\\s-]?age)?(?:['\u2019]s)?",
    "kids?(?!(?:['\u2019]s)?[\\s-]?(?:skin|leather|suede|gloves?|mohair)(?![\\p{L}]))(?:['\u2019]s)?",
    "kidd(?:ie|ies|y|o|os)",
    "toddlers?",
    "infants?",
    "infantile",
    "newborns?",
    "bab(?:y|ies)(?![\\s-]?(?:blue|pink|oil|powder|soft|grand|wipes?)(?![\\p{L}]))(?:['\u2019]s)?",
    "baby[\\s-]?(?:dolls?|fac(?:e|ed)|girls?|boys?)",
    "juveniles?",
    "adolescen(?:t|ts|ce)",
    "(?:pre|post)?[\\s-]?pub(?:escent|escents|escence|erty)",
    "youngsters?",
    "youngling",
    "jail[\\s-]?bait",
    "lol(?:i|is|icon|ita|itas)",
    "shota(?:s|con)?",
    "nymphets?",
    "p(?:a|ae)?edo(?:s|phil\\p{L}*)?",
    "pthc",
    "ddlg",
    "age[\\s-]?(?:play|regression)",
    "(?:little|small|young|younger|tiny|underdeveloped|innocent|prepubescent)[\\s-]+(?:girl|boy|sister|brother|daughter|son|one)s?",
    "school[\\s-]?(?:girl|boy|kid|child|children|age|aged|uniform|outfit|skirt|student|pupil)s?",
    "(?:high|middle|grade|grammar|primary|elementary|secondary|junior|nursery|pre)[\\s-]?school(?:er|ers|s)?",
    "junior[\\s-]high",
    "kindergart(?:en|ens|ner|ners|ener|eners)",
    "day[\\s-]?care",
    "girl[\\s-]?scouts?",
    "boy[\\s-]?scouts?",
    "minderjahrig\\p{L}*",
    "schulmadchen",
    "menor(?:es)?\\s+de\\s+edad",
    "colegialas?",
    "fillettes?",
    "mineure?s?",
    "adolescentes?",
  ].join("|")})(?![\\p{L}\\p{N}])`,
  "u",
)

/** Words of other scripts, looked for before letters are taken for Latin ones. Accents are gone here too. */
const foreign = new RegExp(
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
    .map((word) => word.normalize("NFKC").normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC"))
    .join("|"),
  "u",
)

const lookalikes = new Map(
  Object.entries({
    a: "аαɑ",
    b: "вьβ",
    c: "сϲƈ",
    d: "ԁɗ",
    e: "еєεҽ",
    g: "ɡց",
    h: "һнհ",
    i: "іιıɩɪ¡",
    j: "јϳ",
    k: "кκ",
    l: "ӏⅼłʟ",
    m: "мм",
    n: "пηո",
    o: "оοσօøө",
    p: "рρ",
    q: "ԛ",
    r: "гʀ",
    s: "ѕꜱʂ",
    t: "тτŧ",
    u: "υսц",
    v: "ѵν",
    w: "ԝωш",
    x: "хχ",
    y: "уγү",
    z: "ʐᴢ",
    ss: "ß",
    ae: "æ",
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
)
