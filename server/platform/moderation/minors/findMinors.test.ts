import { expect, test } from "vitest"
import { annotate } from "../words/annotate.ts"
import { read } from "../words/read.ts"
import { findMinors, type Grade } from "./findMinors.ts"
import { isMinorsName } from "./names.ts"

function worst(text: string): Grade | null {
  const grades = read(text).variants.flatMap((words) => findMinors(annotate(words)).map(({ grade }) => grade))
  return (["freeze", "block", "flag"] as const).find((grade) => grades.includes(grade)) ?? null
}

const year = new Date().getFullYear() - 13

/** Ages in each language, as digits, words, units, school years and birth years. */
const ages = [
  ...[
    "she is 15",
    "im fifteen btw",
    "a 16 year old girl",
    "16-year-old",
    "15yo",
    "15 y.o.",
    "14f here",
    "i am m16",
    "u15 girls",
  ],
  ...["she looks about twelve", "make her look 14", "turning 16 in may", "i turn 18 in march", "she's not 18 yet"],
  ...[
    "aged 14",
    "age: thirteen",
    "at the age of nine",
    "168 months old",
    "sixteen and a half years old",
    "1 6 years old",
  ],
  ...["i'm in 7th grade", "a girl in year eight", `born in ${year}`, `my birthday is 4 may ${year}`],
  ...["sie ist fünfzehn", "eine 16-jährige", "fünfzehnjährige Figur", "ich bin 14 Jahre alt", "sieht aus wie zwölf"],
  ...["tengo 16", "ella tiene quince años", "parece de doce", `nacida en ${year}`, "una niña de diez"],
  ...["j'ai 15 ans", "elle a quatorze ans", "une fille de 13 ans", "g 14 ans"],
  ...["tenho 15 anos", "faço 17 em março", "parece ter uns nove anos"],
  ...["мне 14", "ей пятнадцать лет", "шестнадцатилетняя", "на вид двенадцать"],
  ...["她十五岁", "我今年初二", "看起来12岁", "16歳の女の子", "中3です", "十五歳", `${year}年生まれ`],
]

test.each(ages)("finds the age in %j", (text) => {
  expect(["freeze", "block"]).toContain(worst(text))
})

/** Sums, halves, years that are missing, forms of school, years of birth and of leaving school. */
const hints = [
  ...["ten plus five is my age", "10+5が私の年齢です", "zehn plus vier, rechne selbst", "half of thirty candles"],
  ...[
    "quadratwurzel aus 225",
    "turning 🔟➕5️⃣",
    "how old are you? 30? half of that",
    "cuantos cumples? 22. quítale ocho",
  ],
  ...["two years until i am legal", "还差两年才成年", "XVI primaveras", "мне пят надцать", "im 1five", "tengo kinse"],
  ...["class of 2030 at my school", "i typed 1990 at the gate", "2k12 gang", "I'm a Leo, 2012 edition", "sou de 2012"],
  ...[
    "year 9 here",
    "9º ano aqui, meu",
    "8. Klasse Realschule",
    "en 4e",
    "what do you do for work? 7b haha",
    "五年三班",
  ],
]

test.each(hints)("finds the hint in %j", (text) => {
  expect(worst(text)).not.toBeNull()
})

/** Texts in which the age is that of a thing, a relative, the past, or nothing at all. */
const ordinary = [
  "Line 17 of before Line 18 of before",
  "same as before 18 left",
  "the head bolt is M16, mine is M12, do you have an adapter?",
  ...["the whisky is 16 years old", "a 12 year old whisky", "my 15 year old cat", "the skeleton is 13 years old"],
  ...[
    "the silicone cured for 16 days",
    "order placed 14 days ago",
    "my order is 15 days late",
    "size 12",
    "17 inch neck",
  ],
  ...["16 cm", "$15", "room 13", "model 16 is sold out", "at 17 pm", "under 18 kg", "10 years warranty"],
  ...["married for seventeen years", "we have worked for 12 years", "twenty-one years old", "forty-five", "I am 34"],
  ...["when I was 12 I saw one in a museum", "my daughter is 15 and plays the violin", "15 minutes away"],
  ...[
    "der Whisky ist zwölf Jahre alt",
    "seit 15 Jahren verheiratet",
    "hace quince años",
    "depuis 12 ans",
    "há 15 anos",
  ],
  ...["виски двенадцать лет", "15 лет назад", "猫十六岁了", "16センチ", "16寸"],
  ...["un calvados de 16 ans d'âge", "das 10 às 14, até já", "she turns twelve in May, says the vet"],
  ...["ten plus five percent off", "the warranty lasts three more years", "look at 12 and 13 in the list"],
  ...["mon ado de 14 ans est à la maison", "家里孩子14了", "中学生の息子がいる", "У сына в 8 классе собрание"],
  ...["half price for under 12s", "los menores de doce entran a mitad de precio", "小学生以下は無料でした"],
  ...["娘が中2で", "I teach year 9", "like a kid in a candy shop"],
]

test.each(ordinary)("passes %j", (text) => {
  expect(worst(text)).toBeNull()
})

test.each([
  "no minors allowed, adults only",
  "glad that you ban anything childlike",
  "keep away from children",
  "I reported a seller of underage dolls",
  "wir verbieten alles kindliche",
  "prohibido para menores",
  "детям вход запрещен",
  "gut dass ihr minderjährige sofort rauswerft",
  "不让未成年进来这点做得好",
])("passes a ban and its praise: %j", (text) => {
  expect(worst(text)).toBeNull()
})

test.each(["a child body", "childlike face", "schoolgirl doll", "l o l i t a", "t33n body", "👧 body", "сhild doll"])(
  "finds %j",
  (text) => {
    expect(worst(text)).toBe("freeze")
  },
)

test.each([
  "Peter Young",
  "Alice Kidd",
  "Anna Klein",
  "Robert Junior",
  "Julia Child",
  "Emma Sixsmith",
  "rose_17_lane",
  "collector since 2014",
])("the name %j passes", (name) => {
  expect(isMinorsName(name)).toBe(false)
})

test.each([
  "Emma (15)",
  "just_turned_16",
  "ImActually13",
  "lena_noch_nicht_18",
  "Théo 14 ans",
  `baby_born_${year}`,
  `Emma${year}`,
  "Даня 7Б",
  "PibeDe14",
])("the name %j is refused", (name) => {
  expect(isMinorsName(name)).toBe(true)
})
