import { has, type Token } from "../words/annotate.ts"
import { romanOf } from "../words/numerals.ts"
import { type Age, asksForAge, hint, isYoungYear, thisYear } from "./ages.ts"

/** Expressions of an age without its number: sums, halves, missing years, school forms, years of birth. */
interface Rule {
  pattern: RegExp
  /** Returns the age, or null if it is none. */
  ageOf(numbers: number[]): number | null
  /** An expression that must occur too. */
  needs?: RegExp
  how: string
}

const self =
  /(?:^| )(?:i|im|ive|me|my|we|ich|bin|mich|mir|je|jai|jsuis|j|moi|mon|ma|yo|soy|mi|me|tengo|estoy|eu|sou|to|meu|minha|я|мне|меня|мой|у меня|我|私|僕|俺|自分)(?: |$)/
const life =
  /(?:^| )(?:turn|turning|turned|cumplo|werde|faco|age|old|young|youngest|candles?|birthday|bday|edad|anos|idade|alter|alt|jahre|ans|лет|возраст\S*|岁|歳|guess|rate|devine|adivina|chuta|угадай|считай|rechne|calcula|calcule|自己 算|年齢|年龄|你 算|math|maths|sum|hex|work it out|mon age|i|im|me|my|minha|mia|мне)(?: |$)/
const schooling =
  /(?:^| )(?:school|class|teacher|homework|exam|boring|here|pupil|grade|math|recess|work|job|uni|college|study|student|living|schule|klasse|lehrer\S*|realschule|gymnasium|langweilig|mathe|arbeit|halt|escuela|cole|clase|trabajas|estudias|ecole|classe|prof|fac|bosses|cours|escola|aula|prova|turma|faculdade|trabalha|школ\S*|класс\S*|урок\S*|работаешь|занимаешься|студент\S*|учител\S*|作业|上课|老师|工作|大学生|仕事|学校|授業|大学)(?: |$)/
const majority =
  /(?:^| )(?:legal|legally|adult|#18|of age|old enough|bank|account|offiziell|oficial|grown up|vote|voting|drive|licen[cs]e|permit|pub|bar|give blood|donate blood|rent|let me in|mayor|maior|majeure?|majorite|volljahrig|erwachsen|законно|совершеннолет\S*|взросл\S*|права|пустят|成年|合法|驾照|大人|成人|免許|carta|carnet|permis|ensino medio|entrar)(?: |$)/
const asked =
  /(?:^| )(?:how old|ur age|your age|say (?:it|your age)|asl|age|wie alt|alter|(?:que|tu|su) edad|cuantos anos|quel age|ton age|quantos anos|(?:que|sua|tua) idade|сколько (?:тебе|вам|лет)|возраст|几 岁|多大|年龄|何歳|歳|いくつ)(?: |$)/
const unit =
  "(?:years?|yrs?|birthdays?|summers|jahre?|anos?|anitos|cumples?|ans?|лет|год|года|годика|年|个 年|months?|monate?|meses|mois|месяц\\S*|个月)"

const only =
  (from: number, to: number) =>
  ([value]: number[]): number | null =>
    value !== undefined && value >= from && value <= to ? value : null
const short = (value: number) => (value >= 8 && value < 18 ? Math.floor(value) : null)
const bornIn = ([year]: number[]) => (isYoungYear(year!) ? thisYear - year! : null)
const school = ([form]: number[]) => (form !== undefined && form >= 1 && form <= 12 ? Math.min(17, form + 5) : null)

const rules: Rule[] = [
  {
    how: "a sum",
    pattern:
      /#(\d+) (?:plus|\+|mas|mais|плюс|加|足す|プラス|\+ \+) #(\d+)(?! (?:percent|%|\$|cm|kg|off|prozent|euros?))/,
    ageOf: ([one, two]) => short(one! + two!),
    needs: life,
  },
  {
    how: "a root",
    pattern:
      /(?:root|racine carree|raiz cuadrada|raiz quadrada|wurzel|корень|平方根|ルート) (?:(?:of|aus|de|von|из|の) )?#(\d+)/,
    ageOf: ([value]) => short(Math.sqrt(value!)),
  },
  {
    how: "a half",
    pattern:
      /(?:half of|halfte von|mitad de|moitie de|metade de|половина от|половина) #(\d+)|#(\d+) (?:的 一半|の 半分|除以 二|divided by #2)|divide #(\d+) by #2/,
    ageOf: ([value]) => short(value! / 2),
    needs: life,
  },
  {
    how: "a half of the age before",
    pattern:
      /#(1[6-9]|2\d|3[0-5])(?!\d).{0,60}? (?:half of (?:that|it)|half that|halve it|das halbe|die halfte|la mitad|la moitie|metade|половин\S*|一半|半分|除以 #2)(?: |$)/,
    ageOf: ([value]) => short(value! / 2),
    needs: new RegExp(
      `${asksForAge.source}|guess|rate|adivina|devine|chuta|угадай|猜|当ててみて|look|version|character`,
    ),
  },
  {
    how: "less than the age before",
    pattern:
      /#(1[89]|2\d|30)(?!\d).{0,60}? (?:take (?:off|away)|minus|subtract|take|quitale|quita|resta|tira|enleve|zieh|отними|минус|减去?|引く) #(\d+)(?: |$)/,
    ageOf: ([one, two]) => short(one! - two!),
    needs:
      /(?:^| )(?:old|age|guess|cumples|edad|idade|ans|alt|лет|多大|adivina|devine|chuta|rate|угадай|profile|said)(?: |$)/,
  },
  {
    how: "years missing",
    pattern: new RegExp(
      `(?:faltan?|quedan?|ainda faltam?|faltam|noch|still|another|wait|more|manque|reste|encore|еще|через|осталось|还 差|还差|差|再过|あと|in|for|only|just|me) #(\\d+) (?:more |mas |mais |个 )?${unit}(?: |$)|#(\\d+) (?:more |mas |mais )?${unit} (?:to go|until|till|left|away|short|too early|bis|hasta|pra|para|до|まで)|#(\\d+) (?:more|weitere) ${unit}(?: |$)`,
    ),
    ageOf: ([value]) => (value! < 10 ? 18 - value! : value! < 40 ? 16 : null),
    needs: majority,
  },
  {
    how: "of age elsewhere",
    pattern:
      /#(1[0-7]) (?:is|counts|cuenta|conta|zahlt|compte|ist|es|e) (?:as )?(?:an? )?(?:fine|ok|okay|legal|enough|adult\w*|como adulto|erwachsen|comme adulte)/,
    ageOf: only(10, 17),
  },
  {
    how: "an age in two digits",
    pattern:
      /(?:#1|\. [il]) (?:\. )?(?:(?:then|and|plus|dann|und|y|luego|despues|puis|et|e|depois|потом|и|再|就是|a|un|um|eine?|une?) ){0,3}#([0-7])(?= |$)/,
    ageOf: ([units]) => 10 + units!,
    needs: asked,
  },
  {
    how: "an age of the writer",
    pattern:
      /#(9|1[0-7]) (?:anos |ans |jahre |лет )?(?:cumplo|faco|werde ich)(?: |$)|(?:mes|mis|meus|meine[nm]?) #(9|1[0-7]) (?:ans|anos|anitos)(?: |$)|^#(1[0-7]) (?:です|だ|っ)(?: |$)|#(1[0-7]) (?:に なり|になり|に な る|になる)|满 #(1[0-7])(?= |$)/,
    ageOf: only(9, 17),
  },
  {
    how: "an age, a sex and a place",
    pattern:
      /(?:^|\. )[fmw] #(1[0-7]) (?:looking|sucht?|busca?o?|cherche|procuro|ищу|here|from|new|bored|hi|uk|us)(?= |$)|(?:^| )asl (?:\. )?(?:[a-z]{1,6} )?#(1[0-7])(?: (?:m|f|w|uk|us))?(?= |$)/,
    ageOf: only(10, 17),
  },
  {
    how: "an age by now",
    pattern: /(?:im|am|and|just|bin|soy|sou|suis) #(1[0-7]) (?:now|jetzt|ahora|agora|maintenant)(?: |$)/,
    ageOf: only(10, 17),
    needs: self,
  },
  {
    how: "years of life",
    pattern:
      /#(9|1[0-7]) (?:years|yrs|summers|winters|jahre|anos|ans|лет) (?:on (?:this|the) (?:earth|planet)|alive|of life|auf (?:dieser |der )?(?:erde|welt)|de vida|sur terre|na terra|en (?:esta|la) tierra|жизни|на свете)/,
    ageOf: only(9, 17),
  },
  {
    how: "not yet 18",
    pattern:
      /#(18) (?:\+ )?(?:\. )?(?:haha |lol |um |erm |well |eh |ну |嗯 )?(?:almost|nearly|not yet|not quite|soon|noch nicht|fast|bald|casi|todavia no|aun no|presque|pas encore|bientot|quase|ainda nao|почти|еще нет|пока нет|скоро|快 了|还 没|还没|まだ|もうすぐ)(?: |$)/,
    ageOf: () => 17,
  },
  {
    how: "an age of the writer",
    pattern: /我 (?:(?:今年|才|刚|已经|都|也|还) ){0,2}#(1[0-7])(?= (?:怎|了|啊|呢|吧|呀|哈|而|\.)|$)/,
    ageOf: only(10, 17),
  },
  {
    how: "an age that is played",
    pattern:
      /(?:als (?:ob )?(?:warst|war|wars|waren|sei|ware) (?:du|sie)|as if (?:you|she) (?:were|was)|pretend\w*|finge que|fingi\w* que|como si (?:fueras|tuvieras|fuera|tuviera)|comme si (?:t|tu|elle) (?:avais|avait|etais|etait)|como se (?:voce|vc|tu|ela)? ?(?:tivesse|fosse)|будто|假装|装作|当作) (?:[^ #]+ ){0,4}#(\d|1[0-7])(?= |$)/,
    ageOf: only(5, 17),
  },
  {
    how: "an age to be guessed",
    pattern: /(?:guess|rate mal|adivina|devine|adivinha|угадай|猜|当てて)(?: [^ #]+){0,3} #(\d|1[0-7])(?= |$)/,
    ageOf: only(8, 17),
  },
  {
    how: "another age than the one given",
    pattern:
      /#[2-6]\d (?:[^ #]+ ){0,10}?(?:schreib|setz|mach|mets|mettez|pon|ponle|pone|poe|bota|coloca|put|write|make|say|напиши|поставь|пиши|写|改成|書いて)(?: (?!size|talla|grosse|taille|tamanho|cm|размер|尺码)[^ #]+){0,3} #(\d|1[0-7])(?= |$)/,
    ageOf: only(6, 17),
  },
  {
    how: "a form of school",
    pattern: /(?:what|which) (?:grade|class)(?: [a-z]+){0,4} . #(\d|1[0-2]) (?:th|st|nd|rd)(?= |$)/,
    ageOf: school,
  },
  {
    how: "a year of birth",
    pattern: /(?:born|geboren|geburtsjahr|naciste|nacio|ne|nee|nasceu|родил\S*|出生|生まれ) \. #(20\d\d)(?= |$)/,
    ageOf: bornIn,
  },
  {
    how: "a year of birth that was made up",
    pattern: /(?:not|nicht|no|pas|nao|не|不 是|不是) #(?:19\d\d|200\d) (?:\S+ ){0,3}#(20\d\d)(?= |$)/,
    ageOf: bornIn,
  },
  {
    how: "an age in years and months",
    pattern:
      /#(9|1[0-7]) (?:\. )?(?:and|und|y|et|e|и) (?:[1-3]\/[2-4]|#\d+ (?:months?|monate?|meses|mois|quarters?)|a half|half|medio|demi|meio|halb)(?: |$)/,
    ageOf: only(9, 17),
  },
  {
    how: "an age at most",
    pattern:
      /(?:^|\. |for |want )#(9|1[0-7]) (?:\. )?(?:(?:no |hochstens|maximal|a lo |au |в )?(?:maximo|max|hochstens|maximal|maximum|sumo|mucho|most|tops|максимум|bis|going on|to|a|not more than) )?#(1[0-7])(?= |$)/,
    ageOf: only(9, 17),
  },
  {
    how: "an age in Latin letters",
    pattern: /#(9|1[0-7]) (?:let|sui|sai|goda)(?= (?!me |us |it |her |him |the |them |you |s )|$)/,
    ageOf: only(9, 17),
  },
  {
    how: "a form of school",
    pattern: /(?:^| )(?:est|va|suis|passe|eleve|niveau|fille|petite|classe|en) (?:\S+ ){0,2}?(?:cm|ce) #([12])(?= |$)/,
    ageOf: ([form]) => 8 + form!,
    needs: /(?:^| )(?:elle|est|suis|fille|eleve|niveau|classe|joue|petite)(?: |$)/,
  },
  {
    how: "candles",
    pattern:
      /#(9|1[0-7]) (?:primaveras|abriles|piges|balais|printemps|lenze|velas|bougies|candles|kerzen|cumples|свеч\S*|годик\S*)(?: |$)/,
    ageOf: only(9, 17),
  },
  {
    how: "not yet 18",
    pattern:
      /(?:没 满|未 满|还没 满|不 满|没满|未满|sin (?:tener|cumplir)(?: los)?|ohne|without being|noch keine|no (?:tengo|teneis|tienen|tienes|ha cumplido|he cumplido) (?:los )?|ainda nao (?:tenho|tem|fiz)|pas encore) #(18)(?: |$)|#(18) 歳 (?:未満|に な っ て ない|じゃ ない)/,
    ageOf: () => 17,
  },
  {
    how: "a year of birth made up",
    pattern:
      /(?:^| )(?:typed|put|entered|clicked|chose|used|puse|meti|puesto|mis|coloquei|botei|pus|eingegeben|angegeben|поставил|поставила|указал|ввел|вписал|填 的|填|анкете)(?: (?:in|a|as|my|just|at|fake|随便|的|je))* #(19[4-9]\d|200\d)(?: |$)|#(19[4-9]\d|200\d) (?:年 に し た|にした|eingegeben|angegeben|reingeschrieben)/,
    ageOf: () => 17,
  },
  {
    how: "an age alone",
    pattern:
      /^(?:\. )?(?:im |happy birthday .{0,20})?#(1[1-7]) (?:\. )?(?:und du|and (?:you|u)|wbu|hbu|y tu|et toi|e voce|а ты|а тебе|你 呢|voila|whatever|happy now|and proud|ban me|y que|et alors|e dai|и что|и чо|conta)/,
    ageOf: only(11, 17),
  },
  {
    how: "a form of school",
    pattern:
      /(?:^| )(?:year|yr|grade|form) #(\d+)(?= (?:here|is|was|kid|boy|girl|and|we|\.|student|pupil|gang)|$)|#(\d+) (?:(?:o|a|to|do|er|th|nd|rd|st|\.) )?(?:de )?(?:la )?(?:eso|primaria|secundaria|serie|klasse|класс\S*|grade|fundamental)(?: |$)|#(\d+) o ano(?: |$)/,
    ageOf: school,
    needs: new RegExp(`${self.source}|${schooling.source}`),
  },
  {
    how: "a form of school",
    pattern: /(?:^| )en #([3-6]) (?:e|eme|[a-f])(?: |$)|уч[иу]\S* в #([1-9]|1[01])(?: |$)|jk #(\d)(?: |$)/,
    ageOf: school,
  },
  {
    how: "a form of school",
    pattern: /#(\d) 年 #\d (?:班|组|組)/,
    ageOf: school,
  },
  {
    how: "a form of school",
    pattern: /(?:^| )#(\d|1[0-2]) (?:[a-e]|[а-д])(?= (?:halt|haha|lol|ахах\S*|\.|kk\S*|w)|$)/,
    ageOf: school,
    needs: schooling,
  },
  {
    how: "a year of birth",
    pattern:
      /(?:^| )(?:sou de|soy de|soy del|suis de|suis ne en|bin von|bin aus|bin jahrgang|natif de|really|actually|деле|属|其实 我 是|edition|class of|gang|leo|virgo|libra|aries|taurus|gemini|cancer|scorpio|лев) #(20\d\d)(?: |$)|#(20\d\d) (?:edition|gang|baby|babies|kid|那 只|年 的|год)(?: |$)/,
    ageOf: bornIn,
    needs: self,
  },
  {
    how: "a year of birth",
    pattern: /(?:^| )#2 k #(\d\d)(?: |$)|我 #(\d\d) 年 的/,
    ageOf: ([year]) => bornIn([2000 + year!]),
  },
  {
    how: "a year still to come",
    pattern: /(?:^| )(?:until|till|til|in|by|class of|hasta|bis|ate|jusqu en|em|en|в|до|到) #(20\d\d)(?: |$)/,
    ageOf: ([to]) => (to! > thisYear && to! < thisYear + 9 ? 17 : null),
    needs:
      /(?:^| )(?:buy (?:this|it|one) (?:myself|by myself)|til then|allowed|finish|graduate|graduating|school|licen[cs]e|drive|let|entrar|cooked|id|abi|fuhrerschein|termino|acabo|finis|bac|закончу|окончу|школу|毕业|卒業|成年|vote|18)(?: |$)/,
  },
]

for (const rule of rules) rule.pattern = new RegExp(rule.pattern, "g")

/** Takes time linear in the number of words: a pattern looks ahead sixty letters at most. */
export function findHints(tokens: Token[]): Age[] {
  const { line, starts } = lineOf(tokens)
  const found: Age[] = []
  for (const { pattern, ageOf, needs, how } of line.includes("#") ? rules : []) {
    pattern.lastIndex = 0
    let match = pattern.exec(line)
    if (!match || (needs && !needs.test(line))) continue
    for (; match; match = pattern.exec(line)) {
      const numbers = match.slice(1).filter(Boolean).map(Number)
      const value = ageOf(numbers)
      if (value === null) continue
      const from = wordAt(starts, match.index + (match[0].startsWith(" ") ? 1 : 0))
      const to = wordAt(starts, match.index + match[0].trimEnd().length - 1) + 1
      const next = tokens[to]
      if (!next || !has(next, "measure") || has(next, "year", "person")) found.push(hint(value, from, to, how))
    }
  }
  return found
}

function lineOf(tokens: Token[]) {
  const starts: number[] = []
  let line = ""
  for (const token of tokens) {
    const number = token.num ?? token.ordinal ?? romanOf(token.text)
    starts.push(line.length)
    line += number === null ? `${token.text} ` : `#${number} `
  }
  return { line: line.trimEnd(), starts }
}

function wordAt(starts: number[], at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}
