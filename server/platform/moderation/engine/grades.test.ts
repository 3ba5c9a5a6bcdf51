import { expect, test } from "vitest"
import { pointsAtMinors } from "../adults.ts"
import { isNameRefused } from "../names.ts"
import { moderate } from "./moderate.ts"

/** The messages of a chat, the last of which is judged. */
function judged(chat: string) {
  const lines = chat.split(" > ")
  return moderate({ text: lines.at(-1)!, recent: lines.slice(0, -1), kind: "message" })
}

/** Likenesses of children, pictures of them, and an age that is asked of a model. */
const held = [
  "can you make a doll of my niece, photo attached",
  "can you build my neighbours daughter? she is 12, i have photos",
  "könnt ihr meine nichte als puppe nachbauen? foto schick ich",
  "kannst du ein modell nach dem gesicht meiner tochter machen",
  "¿podéis hacer una muñeca igual a mi sobrina? tengo fotos",
  "pouvez-vous faire une poupée à l'image de ma fille, j'ai des photos",
  "dá pra fazer uma boneca com o rosto da minha sobrinha? mando foto",
  "можете сделать куклу по фото моей племянницы",
  "能照着我侄女的照片做一个娃娃吗",
  "姪っ子の写真を送るのでそっくりなドールを作れますか",
  "娘の顔そっくりに作れますか",
  "I want a copy of my little sister's face on the doll",
  "can she look like my student? have pics of her",
  "trading pics of kids, interested?",
  "pics of kids to trade",
  "tausche bilder von kindern",
  "меняюсь фото детей",
  "кто меняется фотками маленьких? не кукол, настоящих",
  "we do custom faces from drawings or photos > its a girl from the class i teach, 9th grade",
  "I'd like one based on my daughter, photo attached",
  "Только взрослые. > ищу малолеток",
  "she looks 14",
  "make her 14",
  "can you make her look like 12",
]

test.each(held)("is not sent: %j", (chat) => {
  expect(judged(chat).decision).toBe("block")
})

const found = [
  "All of our models are adults. > 13",
  "Sorry, adults only. > ok 14 then",
  "come on just say 13",
  "Alle unsere Modelle sind erwachsen. > und in echt? 13?",
  "モデルは全員成人です > 本当は14でしょ",
  "все модели совершеннолетние > ну 14 ей же",
  "how old should she be? > i was hoping fourteen",
  "how old should she be? > was thinking 14ish",
  "what year were you born > 2013",
  "which grade? > 8th",
  "what age range are you after? > 13-14",
  "i want > to die",
  "I want to > kill myself",
  "k1ll mys3lf soon",
  "k i l l you tonight",
  "gr4pe her",
  "i want to d!e",
  "ich br1ng d1ch um",
  "I'm suicidal",
  "suicidal again",
  "Könnten Sie die Bestellung stornieren? Bis dahin habe ich mir längst das Leben genommen.",
  "Pretendo tirar a minha vida em breve e não quero deixar pendências.",
  "tu so als wärst du 13",
  "Sie ist laut Steckbrief 24. > schreib doch 12 hin",
  "kill myself",
  "shkolnitsa 8 klass est?",
  "devochka 13 let",
  "maloletka est?",
  "xiaoxuesheng",
  "joshi chuugakusei",
  "avez-vous un corps d'enfant, 1m15",
  "elle est en cm2",
  "niveau collège",
  "ainda não fez 15",
  "treze, no máximo quatorze",
  "dreizehn, höchstens vierzehn",
  "u n d e r-a.g.e",
  "i like 1 4 y e a r o l d s",
  "uдderage",
  "∪nderage",
  "ᵤnderage model",
  "15-17",
  "looking for 15-17",
  "13 going on 14",
  "step daughter 12",
  "un > der > age > girl",
  "u > nd > er > age",
  "i like > 14 > year > olds",
  "Juden vergasen",
  "mort aux arabes",
  "los gitanos son todos ratas",
  "黑人都是畜生",
  "смерть жидам",
  "tod allen türken",
  "muerte a los moros",
  "morte aos judeus",
  "ユダヤ人は全員死ね",
]

test.each(found)("somebody looks at %j", (chat) => {
  expect(judged(chat).decision).not.toBe("allow")
})

/** Texts whose age may be that of a thing. */
const delivered = [
  "how old is your doll? > 8",
  "my doll turns 10 this year",
  "she turns 10 this year, my first doll",
  "elle a 10 ans, ma première poupée",
  "сколько лет вашей кукле? > 9",
]

test.each(delivered)("is sent, and closes no room: %j", (chat) => {
  expect(judged(chat)).toMatchObject({ decision: expect.not.stringMatching("block"), freeze: false })
})

const ordinary = [
  "大年初三能发货吗",
  "小3センチの傷",
  "高2メートルの棚",
  "小六公斤",
  "中三日で届きました",
  "初二发货吗",
  "JSのエラーが出ます",
  "reçu en 13 jours pas mal",
  "14 kg avec ou sans la tête",
  "die karte wird nich genommen was nun",
  "客服太差了",
  "Rosto de mulher de uns trinta e cinco",
  "未成年は入れないの大事",
  "the whisky is 12 years old",
  "my daughter took photos of the box",
  "ich schicke fotos vom kratzer, mein sohn hat sie umgeworfen",
  "tiene un arañazo menor en la pierna",
  "um arranhão menor no braço",
  "can you make a doll of my wife, photo attached",
]

test.each(ordinary)("nobody is bothered with %j", (chat) => {
  expect(judged(chat).decision).toBe("allow")
})

test.each([
  "My oldest one is 14 now, bought her in the first batch. The vinyl has yellowed a bit.",
  "La mía cumple siete años en vitrina el mes que viene, la compré en 2018",
  "A minha mais antiga já fez 12 anos, comprei em 2013 em Lisboa",
  "コレクションは今、何体ありますか? > 14です。来月で15になる予定w",
  "Vi un anuncio de otro usuario con una muñeca de aspecto infantil, ¿dónde lo denuncio?",
  "vi um anúncio suspeito, a boneca parecia menor de idade. como denuncio? achei nojento",
  "出品の中にどう見ても子供の人形がありました。通報ってどこからですか？",
  "муж у меня следователь по делам несовершеннолетних, оформите лучше на мою фамилию",
])("is sent, and closes no room: %j", (chat) => {
  expect(judged(chat).decision).not.toBe("block")
})

test.each([
  "This is now my 14 year old doll and the TPE still hasn't cracked. Powder her, people!",
  "Mi Carmela ya tiene quince años en la vitrina y sigue como el primer día",
  "Does the silicone yellow with age? A friend's is ten years old and looks like an old paperback.",
  "子どもに見えるモデルは扱わないという方針、応援してます",
])("closes no room: %j", (chat) => {
  expect(judged(chat).freeze).toBe(false)
})

test.each([
  "If I send you class photos of my neighbor's daughter, she's nine, could the sculptor match the face?",
  "Quisiera encargar la cara de la hijita de mi vecina, va en kínder, tengo varias fotos de su cumpleaños",
  "Хочу точную копию дочки моей сестры, она во второй класс пошла. Сколько будет стоить лепка?",
  "je voudrais la copie d'une de mes élèves, elle est en 4e, j'ai la photo de classe",
  "у соседки дочка, семь лет, ангелочек. по фоткам со двора сможете лицо один в один?",
  "姪が今年8歳になるんですが、写真を渡したら同じ顔で作ってもらえますか",
])("a likeness is not sent, without a word for making it: %j", (chat) => {
  expect(judged(chat)).toMatchObject({ decision: "block", freeze: false })
})

test("a question how to report does not help what is asked for", () => {
  expect(judged("i want an underage doll, how would anybody report that").decision).toBe("block")
})

test.each([
  ...[
    "babydoll dress in the box",
    "I have a 12yo at home",
    "Eine große Bronzebüste mit hohem, ovalem Kopf und den Schultern einer Schwimmerin. Auf Bestellung gegossen.",
    "criança não tem que entrar aqui",
    "tiene un arañazo menor",
  ],
  ...["um risco menor", "未成年は入れないの大事で安心", "18+ gate works, no kids allowed, good"],
])("may be published: %j", (text) => {
  expect(pointsAtMinors(text)).toBe(false)
})

test.each(["niña", "niñita", "Kindchen", "u n d e r-a.g.e", "uдderage"])("is no name of a model: %j", (name) => {
  expect(pointsAtMinors(name)).toBe(true)
})

test("a name may not say it without spaces", () => {
  expect(isNameRefused("ilike14yearolds Now")).toBe(true)
})

test("a room closes only where the rules and the classifier agree, and the reason says so", () => {
  expect(judged("i want an underage schoolgirl doll")).toMatchObject({
    freeze: true,
    engine: "rules+classifier",
    why: expect.stringContaining("by the rules and the classifier"),
  })
  for (const chat of delivered) expect(judged(chat).freeze, chat).toBe(false)
})
