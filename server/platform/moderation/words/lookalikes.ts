/** Characters that Unicode does not decompose, by the letters they stand for. */
const others: Record<string, string> = {
  a: "ᴀɑꭺᎪａ",
  b: "ʙɓᏼƀ",
  c: "ᴄƈᏟ",
  d: "ᴅɗđᎠ",
  e: "ᴇҽᎬǝɛ∈∊",
  f: "ꜰƒ",
  g: "ɢɡցᏀǥ",
  h: "ʜħհᎻ",
  i: "ɪıɩᎥɨ¡",
  j: "ᴊᎫ",
  k: "ᴋᏦƙ",
  l: "ʟłᏞƚɭ",
  m: "ᴍᎷɱ",
  n: "ɴƞŋɲ∩⋂",
  o: "ᴏøɔօ",
  p: "ᴘᏢƥ",
  q: "ǫ",
  r: "ʀᏒɾ",
  s: "ꜱʂᏚ",
  t: "ᴛŧᎢƭ",
  u: "ᴜսʉ∪⋃",
  v: "ᴠᏙ",
  w: "ᴡᎳ",
  y: "ʏɏ",
  z: "ᴢʐᏃƶ",
  ss: "ß",
  ae: "æ",
  oe: "œ",
}

/** Enclosed letters and digits, and the digits of other scripts. */
const runs: [first: number, values: readonly string[]][] = [
  ...[0x1f150, 0x1f170, 0x1f1e6].map((first): [number, string[]] => [first, [..."abcdefghijklmnopqrstuvwxyz"]]),
  ...[0x2776, 0x2780, 0x278a, 0x24f5].map((first): [number, string[]] => [first, numbers(1, 10)]),
  [0x24eb, numbers(11, 20)],
  [0x24ff, ["0"]],
  ...[0x660, 0x6f0, 0x966, 0x9e6].map((first): [number, string[]] => [first, numbers(0, 9)]),
]

function numbers(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => String(from + i))
}

export const foldedCodes = new Map<number, string>([
  ...Object.entries(others).flatMap(([latin, chars]) =>
    [...chars].map((char): [number, string] => [char.codePointAt(0)!, latin]),
  ),
  [0x1f51f, "10"],
  [0x2795, "+"],
  ...runs.flatMap(([first, values]) => values.map((value, i): [number, string] => [first + i, value])),
])

/** Cyrillic, Greek and Armenian letters that look like Latin ones. */
export const lookalikes = new Map(
  Object.entries({
    a: "аα",
    b: "вьβ",
    c: "сϲ",
    d: "ԁ",
    e: "еєε",
    h: "һнհη",
    i: "іι",
    j: "јϳ",
    k: "кκ",
    l: "ӏ",
    m: "м",
    n: "пո",
    o: "оοσօө",
    p: "рρ",
    q: "ԛ",
    r: "г",
    s: "ѕ",
    t: "тτ",
    u: "υսц",
    v: "ѵν",
    w: "ԝωш",
    x: "хχ",
    y: "уγү",
    z: "ζ",
  }).flatMap(([latin, chars]) => [...chars].map((char) => [char, latin] as const)),
)
