import { ages } from "./ages.ts"
import { foreignOf, type Readings, type Word } from "./normalise.ts"
import { compile, createMatcher, type Match, type Pattern } from "./patterns.ts"

/**
 * Everything that points at anyone under 18, in three grades. What is written for all to see (a listing, a review, a caption, a
 * search) may hold none of them: "child-safe packaging" can be said in other words, and every exception would be a door. In a
 * chat people also have families, cars and old stories:
 *
 * strong    says by itself what is meant: always blocked
 * age       somebody's age: blocked, unless it is plainly the age of a relative or of a thing
 * youth     a word for that age: blocked, unless it is plainly about the writer's own family or past, or about a thing
 * mention   blocked beside what is for sale, how somebody looks or anything intimate; otherwise a person looks at it, unless
 *           it is plainly about the writer's own family or past
 * ordinary  means something only in a listing
 */
export type Grade = "strong" | "age" | "youth" | "mention" | "ordinary"

export interface Pointing {
  grade: Grade
  pattern: Pattern
}

const units =
  "month*|week*|day*|hour*|minute*|min|mins|times|%|cm|mm|m|kg|kilo*|gram*|pounds|stone|g|inch*|piece*|dollar*|usd|eur*|left|percent|degrees|+|x"
const persons = "she|shes|he|hes|they|theyre|who|whos|girl|boy|woman|man|doll|model|figure|body|face|one"
const years = "year|years|yr|yrs"
const fillers = "only|just|barely|about|around|like|maybe|still|almost|nearly|probably|exactly|actually|really|to|be|a"

const slightly = "lil|lill|smol|tiny|wee|itty|yung|yng|littel|litle|lyttle|lttle|teeny"
const person =
  "i|im|she|shes|he|hes|they|theyre|you|youre|u|ur|who|whos|girl|girls|boy|boys|doll|model|figure|one|face|body|character"
const looks = "look|looks|looking|looked|seem|seems|appear|appears|act|acts|resemble|resembles"

const sources: Record<Grade, string[]> = {
  strong: [
    "preteen*",
    "pre teen*",
    "underage|underaged",
    "under age|aged",
    "jailbait",
    "jail bait",
    "loli|lolis|lolicon|lolita|lolitas",
    "shota|shotas|shotacon",
    "nymphet*",
    "pedo|pedos|pedophil*|paedo|paedos|paedophil*",
    "pthc|ddlg",
    "age play|regression|regressing",
    "ageplay*",
    "childlike*",
    "childish looking|face|body",
    "child like",
    "prepubescent|pubescent|prepubescents",
    "pre pubescent",
    "little|small|young|younger|tiny|innocent|underdeveloped girl|girls|boy|boys",
    "schoolgirl*|schoolboy*",
    "school girl|girls|boy|boys|uniform*|outfit*|skirt*",
    "schooluniform*",
    "barely|newly|freshly legal",
    "minor attracted|looking",
    "minderjahrig*|schulmadchen*|colegiala*|fillette*",
    "menor|menores de edad",
    "childporn|kidporn|teengirl*|teenboy*|younggirl*|littlegirl*|teendoll*",
    `${slightly} girl|girls|gurl|gurls|gurlz|grl|grls|grlz|boy|boys|kid|kids|kidz`,
    "teenz|kidz|chyld|chyldren|childz|cheeld|teengurl*",
    `${person} isnt|arent|aint|hardly|barely legal .|yet|but|and|at`,
    `${person} is|are|isnt|arent|r|hardly|s|who ..1 not|isnt|barely|hardly|almost|yet|nearly|isn ..1 legal|of .|yet|age|but|and|at`,
    "not|isnt|arent|barely|hardly|never ..1 legal yet|at|age",
    "under|below|underneath|before|beneath|short ..2 legal age|limit",
    "<18|one|few|some years|year|months below|under|short|from|before|until|till|away ..2 legal|18|eighteen|majority|adult",
    `not|never|nowhere|isnt|arent ..1 of legal? age`,
    `cp trade|trading|links|link|vids|videos|pics|content|collection|swap|seller|please|pls`,
    "any|some|trade|trading|sell|selling|swap|send|got|have|share|want|more cp",
    "cheese pizza trade|trading|links|link|vids|pics|content|collection|swap|. ..1 you|dm|pm|if",
    "trade|trading|sell|selling|swap|swapping|share|sharing ..1 cheese pizza",
    "map|maps friendly|community|pride|here",
    "attracted|attraction|drawn ..1 to|towards ..2 minors|kids|children|teens|young",
    "sweet 16|sixteen|fifteen|15|seventeen|17 !pieces|euro|dollar*|percent",
    "young|younger|youngest ..2 puberty|pubescent|preteen*",
    "undeveloped|underdeveloped|unripe|immature body|bodies|chest|breasts|figure|girl|doll|. !ideas",
    "as young as|looking",
    "younger|smaller the better",
    "how young|youthful ..1 do|does|can|could|may|will|would|are",
    "how young|youthful is ..1 she|he|it|model*|doll*|girl*|one|figure*",
    "youngest|youngest ..1 looking|model|models|doll|dolls|girl|version|you|face|body|one|figure ..1 !artist*|kiln*",
    `very|so|too|really|extremely|super young ..1 model|models|doll|dolls|girl*|body|face|figure|to|that|. !at|heart|men|again|!the`,
    "like|want|prefer|love|make|get|need|her|them|ones|look|looking ..2 young|younger|yung ones|bodies|. ..1 !artist*",
    "much|far|way younger|yunger ..3",
    "diaper*|nappies|pacifier* ..4 body|doll|model|figure|style|outfit|girl|small|look",
    "ein|eine|kleines|kleine|junges|junge|mein|wie|als|das|die madchen|jungs|kind|kinder|teenie|schulerin|schuler|kinds",
    "madchen|schulerin*|schuler|grundschul*|kindlich*|minderjahrig*",
    "petite|jeune|petites|jeunes fille|filles|ado|gamine",
    "fillette*|gamine*|enfants|collegienne*|lyceenne*|ecoliere*",
    "une|un|les|des|cet|cette enfant|ado|ados|adolescent*",
    "fille|garcon|filles mineur*",
    "una|la|las|unas|el|un|los|unos|mi|como|como nina|ninas|nino|ninos|chiquilla|chiquita",
    "nina|ninas|nino|ninos pequena|pequeno|pequenas|de|chiquita",
    "bambina|bambino|bambine|bambini|ragazzina|menina|menino|meninas|crianca*|dziewczynk*|meisje|meisjes|kinderen|kleuter|cocuk|barn|flicka",
  ],
  age: [
    `{abroad}|<18 ans|anos|jahre|jahrig*|anni|jaar|lat|yas`,
    `i|she|he|they|you|girl|boy|character|doll|model|who|s|is|were|am|im|was i|she|he? born ..1 in? {lately}`,
    `born ..1 in? {lately} .|so|and|but|does|is|here|can`,
    `born in . ..1 {lately}`,
    `year|date of ..1 birth ..2 {lately}`,
    `birth|birthday year|date ..2 {lately}`,
    `were|are|was|is you|she|he|u born .|in ..1 {lately} `,
    `were|are|was|is you|she|he|u born .|in . {lately} `,
    `<18 f|yrs|yr here|.|looking|bored|and|old|horny|single|girl|boy`,
    // As in "14 m here"; "5 m" by itself is a length.
    `<18 m here|looking|bored|horny|single|girl|boy`,
    `9|10|11|12|13|14|15|16|17 m .|old`,
    `f|m <18 here|looking|bored|single|horny`,
    `${person} is|am|are|im|s|r|will|turns|turned|was ..2 <18 ..1 and? a? half|quarter|three|eleven|11|six|6|some ..1 years|months|year ..1 !ago`,
    `<18 and a half|quarter years|year|. ..1 old|. ..1`,
    `<18 winters|summers|springs old|.|young|and`,
    `<18 ${years} young`,
    `no|not|never|isnt|nothing|anything|someone|somebody older|above|over|more ..1 than? {aged} years|yo|.|or|and|please|if !${units}`,
    `younger|less|smaller than {aged} years|.|and|please|if|or ..1 old|if|.|please|and|you`,
    `girl|girls|boy|boys|model|models|doll|dolls|figure|one|look|looks|looking|someone|somebody|anyone|body|face ..3 under|below|younger ..1 than? {aged} !${units}`,
    `below|under|max|maximum|at ..1 most? <18 years|yrs|yo ..1 old|of|.`,
    `${looks} ..2 {aged} !${units} ..1 years|.|at|or|max|most|yo !${units}`,
    `pass|passes|passing for|as <18 ..1 .|year|years|and|or|with !${units}`,
    `between|from <18 and|to|till <18 years|yrs|yo|of ..1 old|of|. ..1 !warranty|experience|ago`,
    `<18 to|till|or <18 years|yrs|yo ..1 old|olds|of|.`,
    `<18 <18 years|yrs|yo ..1 old|olds|of`,
    `ages|aged|age ..1 <18 ..1 to|and|or|. <18 !${units}`,
    `ages|aged <18 <18 !${units}`,
    `age|ages i|you|we|she ..2 want|like|need|prefer|am|have|is|picture ..2 <18 !${units}`,
    `age ..2 should|must|is|would|to|could|shall ..1 be? ${fillers}? <18 !${units}`,
    `age of <18 !${units}`,
    `what|which age ..4 . ${fillers}? <18 .|or|years|please`,
    `and|her|his|your|the her|his|your|their? age . ${fillers}? <18 .|or|years|please|so`,
    `year ..4 born ..1 . {lately} .|and|so|but`,
    `${person} will|ll|turns|turn|turning|gets be|turn|get? ${fillers}? <18|18|eighteen ..1 soon|next|in|tomorrow|only|this|by|then`,
    `ill|ull|youll|shell|hell|theyll be|turn ${fillers}? <18|18|eighteen ..1 soon|next|in|tomorrow|this|by`,
    `wont|not|never|isnt|hasnt|havent|arent|hardly|before|until|till|yet|havent|aint|im|am ..3 her|his|my|the|turned|not|yet|even|had|be|is|turn|she|turns|reached ..2 18|eighteen|18th|eighteenth ..1 .|birthday|but|yet|and|years|next|soon|for|in|so|until !${units}`,
    `not 18|eighteen .|but|yet|and|years|so|though|or|until`,
    `until|till|before ..3 is|turns|turn|be|reaches|becomes|s 18|eighteen|legal !${units}`,
    `her|his|my|your ..1 <18 th|nd|rd|st birthday`,
    `her|his|my {ordinal}|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth birthday`,
    `i|she|he|we ..1 turned|turn|am ..1 <18 ..1 in|on|last|this|yesterday|today|next|.|soon !${units}`,
    `i|she|he|im|who|girl|you ..2 in|into|to|finished|started|enter|entering ..1 {ordinal}|<18 th? grade|grader|graders`,
    `grade|grades ..2 are|you|she|r ..3 . {ordinal}|<18 th? .|grade|and|in`,
    `${person} ..1 am|is|are|go|goes|going|in|im|s|still|to|who ..2 in|at|to ..1 still? class|form|year <18 !of|warranty`,
    `year|class|form|grade <18 girl*|boy*|pupil*|student*|kid*|class|look`,
    `pupil*|student*|girl*|boy*|kid*|child* ..1 of|in|from ..1 the? year|class|form|grade|{ordinal} <18|grade|form|class|year`,
    `{ordinal} grader*|graders|former|formers`,
    `{ordinal} grade girl*|boy*|pupil*|student*|look|body|teacher*|child*|class`,
    `in|to|into|from|of|finished the|a|an? {ordinal} grade .|and|girl*|at|but|can|with|so|i`,
    "my|her|his|your|a|the|our daughters|sons|nieces|nephews|granddaughters|childs|kids|cousins age",
    "same age as ..1 my|her|our|his daughter*|son|sons|niece*|nephew*|kid*|child*|sister*|brother*|cousin*",
    "im|am ..1 a minor .|but|and|so|though|if|can",
    `girlfriend|boyfriend|friend|partner|wife|sister|cousin is|s|turned ${fillers}? <18 .|and|but|so|if`,
    `pupil*|student*|apprentice|dancer*|gymnast*|cheerleader*|grlz|gurls|girlz|ballerina of|aged|who|is ..1 <18 !${units}|of`,
    "model|models|doll|dolls|girl|girls|body ..2 in ..2 teens",
    "young|younger|youngest|early teen|teens|teenage*",
    "send|show|sell|trade|want|see|share|got|have ..3 picture*|photo*|pics|video* of ..1 your|ur|her|his|little|young|small|some little|young|younger|small? sister|sisters|daughter|daughters|son|kids|kid|children|girl|girls|boy|boys|niece|nephew|ones",
    "small|young|tiny|flat|little|tight|innocent|short|petite as|like a|an? <18|child*|kid*|teen*|girl|pupil*|toddler*",
    `i|im|she|he|you|who|they ..2 lied|lie|lying about ..1 my|her|your age ..2`,
    `six|four|fif|seven|thir|eigh teen years|year|yo|yr|yrs`,
    `two|three|many|some|few|these ..1 <18 ${years} olds`,
    `i|im|she|shes|he|hes|youre|you|girl|boy am|are|is|still|go|goes|attend|attends ..2 primary|elementary|middle|high|junior|secondary|grammar|nursery? school|kindergarten ..1 !of|teacher|reunion`,
    `still|goes|going|go|not ..2 at|to|in|attends|finished|out|of !evening|night|art|driving|language|business|law|medical|cooking|dance ..1 primary|high|middle|of|her|elementary? school !of|reunion|run|bus|teacher|as`,
    `my|our mum|mom|mother|parents|dad|father|teacher|mums ..5 know|knows|find|allow|allowed|angry|see|kill|mad ..6 account|here|im|i|this|. ..4 <18|school`,
    `pretend|play|imagine|be|act|roleplay|youre|are|dressed|dress|looks|look ..3 as|like|my|a|your|that|still|youre ..1 a|my|your|an? pupil|pupils|schoolkid|schoolchild|schoolgirl|schoolboy|schooler|student ..3 !of`,
    `pupil|pupils|schoolchild* ..5 teacher|headmaster|classroom|uniform|detention`,
    `doll|dolls|model|models|figure|like|look|looks|as|a|an|elementary|primary|real|school|schools|young pupil|pupils .|and|in|from|at|style`,
    `<18 ${years} old|olds|young girl*|boy*|doll*|model*|figure*|virgin*|body|look|version|face|teen*`,
    `<18 ${years} of age`,
    "<18 yo|yos|y/o girl*|boy*|doll*|model*|figure*|virgin*|body|look|version|face|teen*",
    "<18 y o .|girl*|boy*|doll*|model*",
    `im|iam|am|id only|just|still|really|actually|almost|nearly? only|just|still|turning? <18 !${units}|out|feet|foot|ft|miles|km|am|pm|oclock|of|in|for|st|nd|rd|th|and|on|to|at|away|: .|but|btw|lol|is|${years}|yo|so|though|if`,
    `im|iam|am <18 and !a .|love|want|like|horny|still|i|im|you|curious`,
    "u 10|11|12|13|14|15|16|17 model*|girl*|boy*|doll*|body|figure*",
    `she|he|they|you|u|i|girl|boy|doll|model be|were ${fillers}? <18 .|and|but|in|for|again|when|tonight|yo|${years}|if|now|or`,
    `pretend|pretending|imagine|imagining|roleplay|roleplaying|suppose|act|acting ..3 be|being|is|are|am|im|shes|hes|youre|were|was ${fillers}? <18 !${units}`,
    `my age is <18`,
    `${persons} is|s|are|was|were|look|looks|seem|seems|appear|appears|turned ${fillers}? ${fillers}? <18 .|and|but|or|yet|${years} .|and|but|or|old`,
    `${persons} is|s|are|was|were|look|looks|seem|seems|appear|appears|turned ${fillers}? ${fillers}? <18 .|and|but|or|yet`,
    `shes|hes|theyre|whos ${fillers}? ${fillers}? <18 .|and|but|or|yet|${years}`,
    `look|looks|looking like? ${fillers}? <18 .|and|but|or|yet`,
    `make|made|making her|him|it look|looks <18`,
    `girl|boy|doll|model|figure|version of|aged <18 !${units}`,
    `how old is|are|r|was she|he|you|u|they .? ${fillers}? <18 .|yo|${years}|and|but`,
    `how old is|are|should|does the|this|that|your doll|model|girl|boy|woman|man|figure ..1 .? ${fillers}? <18 .|yo|${years}|and|but`,
  ],
  youth: [
    "teenish|teener*|preteenag*|tweens",
    "in|mid|late|early|young|her|his|their ..1 teens",
    "tween|tweens|tweenie|tweenies",
    "adolescen*",
    `<18 ${years} old|olds|young`,
    "<18 yo|yos",
    `age|ages|aged of|is|:? ${fillers}? <18 !${units}`,
    `turn|turns|turned|turning just? <18 .|and|but|last|this|${years}|today|yesterday`,
    `just|barely|newly|freshly|recently turned? 18|eighteen !${units}|hour*|${years}`,
    `not yet|even 18|eighteen !${units}`,
    "u 10|11|12|13|14|15|16|17|18 .|s|only",
    "<18 st|nd|rd|th grader*|grade",
    "teenie|teenies|teeny|teenaged|teenage",
  ],
  mention: [
    "my|her|his|your|a|the|our childs|kids height|size|friend*|clothes",
    "school|schools kid|kids|bag|child|children|aged|age",
    "primary|elementary|middle|preschool|nursery|kindergarten|junior|grade|primary|infant pupil*|student*|girl*|boy*|cheerleader*|look|outfit*|teacher*|class|child*|school",
    "high school|schooler*|schools",
    "freshman|freshmen|sophomore in|at ..1 high|school",
    "diaper*|nappies|nappy|pacifier*|teething",
    "teen|teens|teenager|teenagers",
    "minors",
    "a|an|the|this|that|any|every|no|is|as|like|looks|real|female|male minor .|who|and|or|girl|boy|in|is|was|with|doll|model|figure",
    "minor girl*|boy*|child|age|aged",
    "child|childs|children|childrens|childish|childishly",
    "child bearing",
    "kid|kids !skin|leather|suede|glove*|mohair",
    "kiddie|kiddies|kiddy|kiddo|kiddos",
    "toddler*",
    "infant|infants|infantile",
    "newborn*",
    "juvenile*",
    "puberty",
    "youngster*|youngling*",
    "little|small|tiny|innocent sister|sisters|brother|brothers|daughter|daughters|son|sons",
    "little|tiny|innocent one|ones",
    "young|younger daughter|daughters|son|sons|one|ones",
    "school kid|kids|child|children|age|aged|student*|pupil*",
    "schoolkid*|schoolchild*",
    "high|middle|grade|grammar|primary|elementary|secondary|junior|nursery|pre school|schools|schooler*",
    "preschool*|highschool*",
    "junior high",
    "kindergart*",
    "day care",
    "daycare",
    "girl|boy scout*",
    "mineur|mineure|mineurs|mineures",
    "adolescente*",
    `under|below the? age? of? 18|18s|eighteen s? !${units}`,
  ],
  ordinary: [
    "childhood*",
    "baby|babys|babies !blue|pink|oil|powder|soft|grand|wipe*",
    "babydoll*|babyface*|babygirl*|babyboy*",
  ],
}

export const pointings: Pointing[] = (Object.keys(sources) as Grade[]).flatMap((grade) =>
  [...sources[grade], ...(ages[grade] ?? [])].map((source) => ({ grade, pattern: compile(source) })),
)
const matcher = createMatcher(pointings)

/** What a pointing is weighed by; nothing by itself. */
export interface Sign {
  sign: "thing" | "own thing" | "object" | "wear" | "intimate" | "relative"
  pattern: Pattern
}

const signSources: Record<Sign["sign"], string[]> = {
  thing: [
    "doll|dolls|model|models|figure|figures|figurine*|version|body|bodies|face|look|looks|looking|proportion*|size|sized|outfit|costume|dressed|dress|style|appearance|custom|breast*|skin|hips|curves|pose|posing|roleplay*|pretend|cheerleader*|vibe*|scene|attracted|prefer",
  ],
  "own thing": [
    "it|its|car|house|home|workshop|shop|laptop|phone|computer|dog|dogs|cat|cats|horse|company|building|whisky|whiskey|wine|this|that|which|sofa|bike|account|glaze|kiln|tree|marriage|business|firm|brand|studio|tv|fridge|camera|watch|puppy|kitten|pet",
  ],
  object: [
    "car|house|workshop|laptop|phone|computer|dog|dogs|cat|cats|horse|company|building|whisky|whiskey|wine|sofa|bike|kiln|tree|marriage|business|firm|brand|studio|tv|fridge|puppy|kitten|pet|club|museum|guarantee|warranty|cabinet|collection|shelf|cheese|oak|bronze|contract|tradition|anniversary|vase|crate|frame|stand|shop",
  ],
  wear: [
    "yellow*|sticky|squeak*|worn|wears|cracked|cracks|rust*|faded|fades|brittle|restored|repaired|leaking|dusty|discolour*|stain*",
  ],
  intimate: [
    "turn|turns|turned me|you on",
    "sex|sexy|sexual|sexually|nude*|naked|undress*|lingerie|fetish*|aroused|arousing|erotic|horny|intimate|seduc*|fantas*|kinky|virgin*|kiss*|touching|panties|orgasm*",
  ],
  relative: [
    "my|our|his|her|their|your|sisters|brothers|friends little|small|young|younger|older|oldest|eldest|youngest|first|second|teenage|grown? daughter*|son|sons|kid|kids|child|children|niece*|nephew*|grand*|boy|girl|sister*|brother*|cousin*|stepson*|stepdaughter*|toddler*|baby|teen|teenager*|little|twins",
  ],
}

export const signs: Sign[] = (Object.keys(signSources) as Sign["sign"][]).flatMap((sign) =>
  signSources[sign].map((source) => ({ sign, pattern: compile(source) })),
)

const isAre = new Set("is are was were s".split(" "))
const possessive = new Set("my our have has had having raise raising".split(" "))
const others = new Set("your his her their two three four five both".split(" "))
const pastOrWarning = new Set("as since was were not no from keep reach against nor without unsuitable when".split(" "))
const atWorkOrGrown = new Set("teach teaches teaching taught teacher work works working adult grown".split(" "))
const harmlessBehind = new Set(
  "birthday* party reunion teacher* seat* room* proof safe support custody play friend* art days orchestra band hall gym diploma grown left moved years sweetheart at you heart asleep sleeping bed*".split(
    " ",
  ),
)
/** Behind an age these go on about whoever was spoken of; any other word is what is so old: "a 12 year old car". */
const goesOn = new Set(
  ". and but or so now already today who when if with in at on is was my the she he i because too".split(" "),
)
const adjectives = /^(?:teen|child$|minor$|juvenile|adolescen|infant|toddler|young|tween|school)/

export interface Finding {
  grade: Grade
  /** It is there only once a trick of spelling is undone. */
  isTrick?: boolean
  start: number
  end: number
}

interface Place {
  reading: Word[]
  from: number
  to: number
}

/** By reading. */
type Matches<Rule> = Match<Rule>[][]

/** Every pointing, whatever its grade: the rule for what everybody sees. `from`: where what is hidden must reach to. */
export function findMinors(
  { text, words, fresh, plain, foreign, at }: Readings,
  from = 0,
  matches: Matches<Pointing> = words.map((reading, n) => matcher.find(reading, fresh[n])),
): (Finding & Partial<Place>)[] {
  const found: (Finding & Partial<Place>)[] = []
  const whole = { start: 0, end: at.at(-1)! }
  if (foreign && reachesBeyond(foreign, scripts, from === 0 ? 0 : foreignOf(text.slice(0, from)).length)) {
    found.push({ grade: "strong", ...whole })
  }
  for (const [n, reading] of words.entries()) {
    for (const { rule, from, to } of matches[n]!) {
      const [start, end] = [reading[from]!.start, reading[to - 1]!.end]
      const isTrick = isForeign(text.slice(start, end)) || (n > 0 && isHiddenIn(words[0]!, reading, from, to))
      found.push({ grade: rule.grade, isTrick, start, end, reading, from, to })
    }
    for (const place of fresh[n] ?? []) {
      const { text: word, start, end } = reading[place]!
      const isTrick = hiddenAges.has(word) && isHiddenIn(words[0]!, reading, place, place + 1)
      if (isTrick) found.push({ grade: "strong", start, end })
    }
    findHalves(reading, fresh[n], found)
  }
  if (foreign) {
    for (const { text: word, start, end } of words[0]!) {
      if (hiddenAges.has(word) && isForeign(text.slice(start, end))) found.push({ grade: "strong", start, end })
    }
  }
  const before = from === 0 ? 0 : at.findIndex((where) => where >= from)
  if (found.length === 0 && isHidden(plain, before)) found.push({ grade: "strong", ...whole })
  return found
}

/** Nobody writes these in other signs but to hide them. */
const hiddenAges = new Set("eleven twelve thirteen fourteen fifteen sixteen seventeen".split(" "))
/** Letters that only look Latin once they are folded. */
const isForeign = (text: string) => /[^\0-\x7f]/.test(text) && /(?=[^\0-\x7f])\p{L}/u.test(text)

/** Whether one of these words does not stand in the text as it was written. */
function isHiddenIn(standing: Word[], reading: Word[], from: number, to: number): boolean {
  let at = placeOf(standing, reading[from]!.start)
  for (let i = from; i < to; i++) {
    const word = reading[i]!
    while (at < standing.length && standing[at]!.start < word.start) at++
    if (word.text !== "." && (standing[at]?.start !== word.start || standing[at]?.text !== word.text)) return true
  }
  return false
}

/** The first word that begins there or later. */
function placeOf(words: Word[], start: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.start < start) low = middle + 1
    else high = middle
  }
  return low
}

/** No hidden word has more letters than this. */
export const longestHidden = 16

/** What is found beyond this changes nothing. */
const enough = 10

/**
 * How a message of a chat is to be taken, with what was said before it as far as `from`; null for what is only in the way people
 * talk about their families and their past.
 */
export function weighMinors(
  readings: Readings,
  from: number,
  matches: Matches<Pointing>,
  signs: Matches<Sign>,
): { outcome: "block" | "flag"; findings: Finding[] } | null {
  const found = findMinors(readings, from, matches).filter((one) => one.grade !== "ordinary" && one.end > from)
  if (found.length === 0) return null
  const around = surroundingsOf(readings, signs)
  const blocked: Finding[] = []
  const flagged: Finding[] = []
  for (const one of found) {
    if (blocked.length >= enough) break
    const weight = weigh(one, around)
    if (weight === "block") blocked.push(one)
    if (weight === "flag") flagged.push(one)
  }
  if (blocked.length > 0) return { outcome: "block", findings: blocked }
  return flagged.length > 0 ? { outcome: "flag", findings: flagged } : null
}

interface Surroundings {
  isIntimate: boolean
  isOfRelatives: boolean
  isThing(word: Word): boolean
  isOwn(word: Word): boolean
  /** What is bought and kept, and can be old. */
  isObject(word: Word): boolean
  /** Somebody speaks of how a thing has aged. */
  isWorn: boolean
}

function surroundingsOf({ words }: Readings, signs: Matches<Sign>): Surroundings {
  const startsOf = (sign: Sign["sign"]) =>
    new Set(
      signs.flatMap((all, n) => all.flatMap((one) => (one.rule.sign === sign ? [words[n]![one.from]!.start] : []))),
    )
  const [things, own, objects] = [startsOf("thing"), startsOf("own thing"), startsOf("object")]
  return {
    isIntimate: startsOf("intimate").size > 0,
    isOfRelatives: startsOf("relative").size > 0,
    isThing: ({ start }) => things.has(start),
    isOwn: ({ start }) => own.has(start),
    isObject: ({ start }) => objects.has(start),
    isWorn: startsOf("wear").size > 0,
  }
}

function weigh(one: Finding & Partial<Place>, around: Surroundings): "block" | "flag" | null {
  if (one.grade === "strong" || !one.reading) return "block"
  const { isIntimate, isOfRelatives } = around
  const place = one as Place
  if (one.isTrick) return "block"
  if (one.grade === "age") {
    if (isOfThing(place, around)) return null
    return isOfRelatives && !isIntimate ? "flag" : "block"
  }
  if (isAgeOfThing(place, around)) return null
  if (isIntimate) return "block"
  const before = wordsBefore(place, 4)
  if (isAdjacentToThing(place, around) && before[0] !== "my" && before[0] !== "our") return "block"
  const isMine = before.some((word) => possessive.has(word))
  const isTeen = adjectives.test(place.reading[place.from]!.text)
  const next = place.reading[place.to]?.text ?? "."
  const behind = isAre.has(next) ? (place.reading[place.to + 1]?.text ?? ".") : next
  const isHarmless =
    isMine ||
    before.some((word) => atWorkOrGrown.has(word)) ||
    before.some((word) => pastOrWarning.has(word) || (!isTeen && others.has(word))) ||
    [...harmlessBehind].some((word) => (word.endsWith("*") ? behind.startsWith(word.slice(0, -1)) : behind === word)) ||
    (isOfRelatives && !isTeen)
  if (isThingNear(place, around)) return isHarmless ? "flag" : "block"
  if (isHarmless) return null
  return one.grade === "youth" ? "block" : "flag"
}

function wordsBefore({ reading, from }: Place, most: number): string[] {
  const before: string[] = []
  for (let i = from - 1; i >= 0 && before.length < most && reading[i]!.text !== "."; i--) before.push(reading[i]!.text)
  return before
}

/** "my 12 year old car", "the kiln is 15 years old", "our club turned 15", "the vinyl of my model is 12 years old and yellow" */
function isAgeOfThing({ reading, from, to }: Place, { isThing, isOwn, isObject, isWorn }: Surroundings): boolean {
  const around = [...reading.slice(Math.max(0, from - 6), from), ...reading.slice(to, to + 4)]
  if (around.some(isObject)) return true
  if (!/^(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|ele|twe|thi|fif)/.test(reading[from]!.text))
    return false
  const behind = reading[to]?.text ?? "."
  const isNoun =
    !goesOn.has(behind) &&
    !reading.slice(to, to + 1).some(isThing) &&
    !/^(?:daughter|son|niece|nephew|sister|brother|cousin|kid|child|grand|student|pupil|neighbo|girl|boy|friend|maid|virgin|lady|school|dancer|wom|person|self|version)/.test(
      behind,
    )
  return isNoun || isWorn || around.some(isOwn)
}

/** "the cat, aged 15", "the body is 12 years old and the vinyl is yellow" */
const isOfThing = ({ reading, from, to }: Place, { isThing, isObject, isWorn }: Surroundings) =>
  reading.slice(Math.max(0, from - (/^age/.test(reading[from]!.text) ? 5 : 2)), from + 1).some(isObject) ||
  (isWorn && reading.slice(from, to).some(isThing) && !/^(?:she|he|i|they|you)/.test(reading[from]!.text))

const isAdjacentToThing = ({ reading, from, to }: Place, { isThing }: Surroundings) =>
  adjectives.test(reading[from]!.text) && reading.slice(to, to + 2).some(isThing)

const isThingNear = ({ reading, from, to }: Place, { isThing }: Surroundings) =>
  reading.slice(Math.max(0, from - 8), from).some(isThing) || reading.slice(to, to + 8).some(isThing)

const core = new Set(
  "teen teens teenager child children underage underaged loli lolita schoolgirl preteen toddler minors infant kids jailbait".split(
    " ",
  ),
)
const initials = new Set([...core].map((word) => word[0]!))
const coincidences = new Set(["tee n", "lol i", "kid s"])

export function hasHalves(words: Word[]): boolean {
  return words.some((_, i) => piecesAt(words, i) > 0)
}

/** Into so many pieces a word is taken apart at most. */
export const mostPieces = 6
const longestPiece = 3

/** How many words from here on are one of these that was taken apart: "chi ld", "un d er ag e". */
function piecesAt(words: Word[], i: number): number {
  const { text } = words[i]!
  if (!initials.has(text[0]!)) return 0
  if (i + 1 < words.length && isHalved(text, words[i + 1]!.text)) return 2
  let whole = ""
  for (let n = 0; n < mostPieces && i + n < words.length; n++) {
    const piece = words[i + n]!.text
    if (piece.length > longestPiece) return 0
    whole += piece
    if (n >= 2 && core.has(whole)) return n + 1
  }
  return 0
}

function isHalved(one: string, two: string): boolean {
  if (one.length + two.length > 10 || !initials.has(one[0]!)) return false
  return core.has(one + two) && !coincidences.has(`${one} ${two}`)
}

function findHalves(words: Word[], fresh: readonly number[] | undefined, found: (Finding & Partial<Place>)[]): void {
  const look = (i: number) => {
    const pieces = piecesAt(words, i)
    if (pieces > 0) found.push({ grade: "strong", start: words[i]!.start, end: words[i + pieces - 1]!.end })
  }
  if (fresh) fresh.forEach(look)
  else for (let i = 0; i < words.length; i++) look(i)
}

/** Long enough to be found through any spacing without meaning something else by chance. */
const hidden = /schoolgirl|jailbait|lolicon|shotacon|childporn|pedophil|paedophil|preteengirl|underagegirl|teengirl/
const hiddenAnywhere = new RegExp(hidden, "g")

/** Whether one is there that ends behind `before`. */
function isHidden(plain: string, before: number): boolean {
  const lettersOf = (text: string) => text.replace(/[^a-z]+/g, "")
  return hidesBehind(lettersOf(plain), before === 0 ? 0 : lettersOf(plain.slice(0, before)).length)
}

/** Whether letters without anything between them hold one that ends behind the first `old` of them. */
export function hidesBehind(letters: string, old: number): boolean {
  return hidden.test(letters) && reachesBeyond(letters, hiddenAnywhere, old)
}

const reachesBeyond = (letters: string, pattern: RegExp, old: number) =>
  [...letters.matchAll(pattern)].some(({ index, 0: found }) => index + found.length > old)

/** Words of other scripts, looked for before letters are taken for Latin ones. Accents are gone here too. */
const scripts = new RegExp(
  [
    "несовершеннолет",
    "малолет",
    "школьни",
    "девочк",
    "мальчик",
    "детск",
    "дети",
    "小女孩",
    "小男孩",
    "女童",
    "小学女生",
    "女兒童",
    "儿童",
    "小孩",
    "초등학",
    "중학생",
    "어린이",
    "طفل",
    "ילדה",
    "подрост",
    "тинейдж",
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
    .map(foreignOf)
    .concat("(?<![0-9])(?:[0-9]|1[0-7])(?:лет|год|岁|歲|才|歳|세|살)")
    .join("|"),
  "gu",
)
