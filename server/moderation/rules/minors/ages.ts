import { ordinal, recentBirthYear } from "../vocabulary.ts"
import {
  anyUnit,
  child,
  filler,
  foreignAge,
  looks,
  minorAge,
  nearly,
  person,
  subject,
  unit,
  year,
} from "./vocabulary.ts"

/** Somebody said to be under 18, by number, birth year, school grade or what they are not yet. */
export const ages = [
  `${foreignAge}|<18 ans|anos|jahre|jahrig*|anni|jaar|lat|yas`,
  `i|she|he|they|you|girl|boy|character|doll|model|who|s|is|were|am|im|was i|she|he? born ..1 in? ${recentBirthYear}`,
  `born ..1 in? ${recentBirthYear} .|so|and|but|does|is|here|can`,
  `born in . ..1 ${recentBirthYear}`,
  `year|date of ..1 birth ..2 ${recentBirthYear}`,
  `birth|birthday year|date ..2 ${recentBirthYear}`,
  `were|are|was|is you|she|he|u born .|in ..1 ${recentBirthYear}`,
  `were|are|was|is you|she|he|u born .|in . ${recentBirthYear}`,
  "<18 f|yrs|yr here|.|looking|bored|and|old|horny|single|girl|boy",
  // "14 m here"; "5 m" alone is a length.
  "<18 m here|looking|bored|horny|single|girl|boy",
  "9|10|11|12|13|14|15|16|17 m .|old",
  "f|m <18 here|looking|bored|single|horny",
  `${person} is|am|are|im|s|r|will|turns|turned|was ..2 <18 ..1 and? a? half|quarter|three|eleven|11|six|6|some
    ..1 years|months|year ..1 !ago`,
  "<18 and a half|quarter years|year|. ..1 old|. ..1",
  "<18 winters|summers|springs old|.|young|and",
  `<18 ${year} young`,
  `no|not|never|isnt|nothing|anything|someone|somebody older|above|over|more ..1 than? ${minorAge}
    years|yo|.|or|and|please|if !${unit}`,
  `younger|less|smaller than ${minorAge} years|.|and|please|if|or ..1 old|if|.|please|and|you`,
  `girl|girls|boy|boys|model|models|doll|dolls|figure|one|look|looks|looking|someone|somebody|anyone|body|face
    ..3 under|below|younger ..1 than? ${minorAge} !${unit}`,
  "below|under|max|maximum|at ..1 most? <18 years|yrs|yo ..1 old|of|.",
  `${looks} ..2 ${minorAge} !${unit} ..1 years|.|at|or|max|most|yo !${unit}`,
  `pass|passes|passing for|as <18 ..1 .|year|years|and|or|with !${unit}`,
  "between|from <18 and|to|till <18 years|yrs|yo|of ..1 old|of|. ..1 !warranty|experience|ago",
  "<18 to|till|or <18 years|yrs|yo ..1 old|olds|of|.",
  "<18 <18 years|yrs|yo ..1 old|olds|of",
  `ages|aged|age ..1 <18 ..1 to|and|or|. <18 !${unit}`,
  `ages|aged <18 <18 !${unit}`,
  `age|ages i|you|we|she ..2 want|like|need|prefer|am|have|is|picture ..2 <18 !${unit}`,
  `age ..2 should|must|is|would|to|could|shall ..1 be? ${filler}? <18 !${unit}`,
  `age of <18 !${unit}`,
  `what|which age ..4 . ${filler}? <18 .|or|years|please`,
  `and|her|his|your|the her|his|your|their? age . ${filler}? <18 .|or|years|please|so`,
  `year ..4 born ..1 . ${recentBirthYear} .|and|so|but`,
  `${person} will|ll|turns|turn|turning|gets be|turn|get? ${filler}? <18|18|eighteen
    ..1 soon|next|in|tomorrow|only|this|by|then`,
  `ill|ull|youll|shell|hell|theyll be|turn ${filler}? <18|18|eighteen ..1 soon|next|in|tomorrow|this|by`,
  `wont|not|never|isnt|hasnt|havent|arent|hardly|before|until|till|yet|havent|aint|im|am
    ..3 her|his|my|the|turned|not|yet|even|had|be|is|turn|she|turns|reached ..2 18|eighteen|18th|eighteenth
    ..1 .|birthday|but|yet|and|years|next|soon|for|in|so|until !${unit}`,
  "not 18|eighteen .|but|yet|and|years|so|though|or|until",
  `until|till|before ..3 is|turns|turn|be|reaches|becomes|s 18|eighteen|legal !${unit}`,
  "her|his|my|your ..1 <18 th|nd|rd|st birthday",
  `her|his|my ${ordinal}|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth birthday`,
  `i|she|he|we ..1 turned|turn|am ..1 <18 ..1 in|on|last|this|yesterday|today|next|.|soon !${unit}`,
  `i|she|he|im|who|girl|you ..2 in|into|to|finished|started|enter|entering ..1 ${ordinal}|<18 th?
    grade|grader|graders`,
  `grade|grades ..2 are|you|she|r ..3 . ${ordinal}|<18 th? .|grade|and|in`,
  `${person} ..1 am|is|are|go|goes|going|in|im|s|still|to|who ..2 in|at|to ..1 still? class|form|year <18
    !of|warranty`,
  "year|class|form|grade <18 girl*|boy*|pupil*|student*|kid*|class|look",
  `pupil*|student*|girl*|boy*|kid*|child* ..1 of|in|from ..1 the? year|class|form|grade|${ordinal}
    <18|grade|form|class|year`,
  `${ordinal} grader*|graders|former|formers`,
  `${ordinal} grade girl*|boy*|pupil*|student*|look|body|teacher*|child*|class`,
  `in|to|into|from|of|finished the|a|an? ${ordinal} grade .|and|girl*|at|but|can|with|so|i`,
  "my|her|his|your|a|the|our daughters|sons|nieces|nephews|granddaughters|childs|kids|cousins age",
  "same age as ..1 my|her|our|his daughter*|son|sons|niece*|nephew*|kid*|child*|sister*|brother*|cousin*",
  "im|am ..1 a minor .|but|and|so|though|if|can",
  `girlfriend|boyfriend|friend|partner|wife|sister|cousin is|s|turned ${filler}? <18 .|and|but|so|if`,
  `pupil*|student*|apprentice|dancer*|gymnast*|cheerleader*|grlz|gurls|girlz|ballerina of|aged|who|is ..1 <18
    !${unit}|of`,
  "model|models|doll|dolls|girl|girls|body ..2 in ..2 teens",
  "young|younger|youngest|early teen|teens|teenage*",
  `send|show|sell|trade|want|see|share|got|have ..3 picture*|photo*|pics|video* of
    ..1 your|ur|her|his|little|young|small|some little|young|younger|small?
    sister|sisters|daughter|daughters|son|kids|kid|children|girl|girls|boy|boys|niece|nephew|ones`,
  "small|young|tiny|flat|little|tight|innocent|short|petite as|like a|an? <18|child*|kid*|teen*|girl|pupil*|toddler*",
  "i|im|she|he|you|who|they ..2 lied|lie|lying about ..1 my|her|your age ..2",
  "six|four|fif|seven|thir|eigh teen years|year|yo|yr|yrs",
  `two|three|many|some|few|these ..1 <18 ${year} olds`,
  `i|im|she|shes|he|hes|youre|you|girl|boy am|are|is|still|go|goes|attend|attends
    ..2 primary|elementary|middle|high|junior|secondary|grammar|nursery? school|kindergarten
    ..1 !of|teacher|reunion`,
  `still|goes|going|go|not ..2 at|to|in|attends|finished|out|of
    !evening|night|art|driving|language|business|law|medical|cooking|dance
    ..1 primary|high|middle|of|her|elementary? school !of|reunion|run|bus|teacher|as`,
  `my|our mum|mom|mother|parents|dad|father|teacher|mums ..5 know|knows|find|allow|allowed|angry|see|kill|mad
    ..6 account|here|im|i|this|. ..4 <18|school`,
  `pretend|play|imagine|be|act|roleplay|youre|are|dressed|dress|looks|look
    ..3 as|like|my|a|your|that|still|youre ..1 a|my|your|an?
    pupil|pupils|schoolkid|schoolchild|schoolgirl|schoolboy|schooler|student ..3 !of`,
  "pupil|pupils|schoolchild* ..5 teacher|headmaster|classroom|uniform|detention",
  `doll|dolls|model|models|figure|like|look|looks|as|a|an|elementary|primary|real|school|schools|young
    pupil|pupils .|and|in|from|at|style`,
  `<18 ${year} old|olds|young girl*|boy*|doll*|model*|figure*|virgin*|body|look|version|face|teen*`,
  `<18 ${year} of age`,
  "<18 yo|yos|y/o girl*|boy*|doll*|model*|figure*|virgin*|body|look|version|face|teen*",
  "<18 y o .|girl*|boy*|doll*|model*",
  `im|iam|am|id only|just|still|really|actually|almost|nearly? only|just|still|turning? <18
    !${unit}|out|feet|foot|ft|miles|km|am|pm|oclock|of|in|for|st|nd|rd|th|and|on|to|at|away|:
    .|but|btw|lol|is|${year}|yo|so|though|if`,
  "im|iam|am <18 and !a .|love|want|like|horny|still|i|im|you|curious",
  "u 10|11|12|13|14|15|16|17 model*|girl*|boy*|doll*|body|figure*",
  `she|he|they|you|u|i|girl|boy|doll|model be|were ${filler}? <18
    .|and|but|in|for|again|when|tonight|yo|${year}|if|now|or`,
  `pretend|pretending|imagine|imagining|roleplay|roleplaying|suppose|act|acting
    ..3 be|being|is|are|am|im|shes|hes|youre|were|was ${filler}? <18 !${unit}`,
  "my age is <18",
  `${subject} is|s|are|was|were|look|looks|seem|seems|appear|appears|turned ${filler}? ${filler}? <18
    .|and|but|or|yet|${year} .|and|but|or|old`,
  `${subject} is|s|are|was|were|look|looks|seem|seems|appear|appears|turned ${filler}? ${filler}? <18
    .|and|but|or|yet`,
  `shes|hes|theyre|whos ${filler}? ${filler}? <18 .|and|but|or|yet|${year}`,
  `look|looks|looking like? ${filler}? <18 .|and|but|or|yet`,
  "make|made|making her|him|it look|looks <18",
  `girl|boy|doll|model|figure|version of|aged <18 !${unit}`,
  `how old is|are|r|was she|he|you|u|they .? ${filler}? <18 .|yo|${year}|and|but`,
  `how old is|are|should|does the|this|that|your doll|model|girl|boy|woman|man|figure ..1 .? ${filler}? <18
    .|yo|${year}|and|but`,
  "not 18|eighteen till|until|before",
  `last|first|final|second|third|senior|junior year of|at|in ..1 high|middle|secondary|grammar school
    !teacher|as|together|when`,
  "classmate|classmates ..5 .? ..2 <18",
  "we|they are|re? in year|form|class|grade <18 !of",
  "im|i|am ..1 too|still young for this|the|that|your|it",
  "need|have|without|with|ask|got ..2 my parents permission|approval|signature",
  `born in? the year ${recentBirthYear}`,
  `virgin|virgins of|aged|. ${nearly}? ${minorAge} !${anyUnit}`,
  "legal age ..2 doesnt|not|isnt|never|no|nobody ..2 matter|matters|care|cares|important|relevant|asked|interest",
  "school dress|skirt|blouse|socks|satchel",
  "body|bodies|chest|breasts|hips|she|girl|who|that|one ..2 still growing|developing",
  `not|hardly|barely|half ..1 fully|quite|yet|completely? grown|developed .|up|yet|and|woman|girl|body|one
    ..1 !plant*|crystal*`,
  `be ${minorAge} for|tonight|again|now me|us|tonight|a|.|and`,
  `barely|freshly|newly ${minorAge} !${anyUnit}`,
  `girl|boy|pupil|student|virgin|daughter|niece . ${minorAge} .|and|or|with|blond*|years`,
  `she|he|i|im|shes|hes|who|you|they ..2 in|attends|starts|started|finished the|a|her|my? ${ordinal} form|grade`,
  "i|im|she|he|shes|hes|you|who ..2 in year|form|class|grade <18 !of",
  `was|were ${minorAge} last month|week|year|summer|spring|winter|autumn`,
  `daughter|daughters|girl|boy|niece|child|pupil of|aged ${minorAge} !${anyUnit}|years`,
  `aged ${nearly}|of? ${nearly}? <18 !${anyUnit}|${year}`,
  `aged ${nearly}? <18 ${year} .|old|and|or|please`,
  `age|ages of|is|: ${nearly}? <18 !${anyUnit}|of`,
  `${minorAge} is|was|would|seems|sounds|be ..6 her|his|my|your|perfect|ideal|right|best|good|favourite age !of`,
  `make|let|want|wanted|prefer|picture|imagine her|him|them ..1 be|look|at|as|to? ${minorAge}
    .|and|or|years|yo|please|again !${anyUnit}`,
  `she|he|they|you|girl|boy|doll|model is|are|was|s|looks|look ${nearly}|no|not|more|than? ${nearly}|more|than?
    ${nearly}|than? ${minorAge} .|at|or|and|years|max|maximum|tops|then|please
    most|best|the|max|younger|${minorAge}|.|old`,
  `she|he|they|girl|boy|doll|model|shes|hes is|are|looks|look|s? ${nearly}? ${minorAge} at|or most|best|younger`,
  `someone|somebody|girl|girls|boy|boys|woman|women|lady|dancer|character|person|anyone of|around|about|at|with
    ..1 only|just|about|around? ${minorAge} !${anyUnit}|of|other|or ${minorAge}? !${anyUnit}`,
  `one|ones|model|doll|figure of|at|around ${minorAge} or|and|to|till|. ${minorAge} !${anyUnit}|of`,
  `who|girl|girls|one|she|he|they|someone|i ..1 is|are|am|was|s|isnt|arent ..1 not
    ..1 yet|quite|even|nearly|been|turned? ${minorAge}|eighteen|18 .|yet|but|and|please|years|so|who`,
  `not yet|quite|nearly ${minorAge}|eighteen|18 .|yet|but|and|please|years|so|who`,
  `hasnt|havent|didnt|not ..1 turned|become|reached|turn|become|reach|been ${minorAge}|eighteen|18 !${anyUnit}`,
  `she|he|who|i|they|girl|has|have|had|just ..3 become|became|turned|reached ..1 ${minorAge} !${anyUnit}|of`,
  `turning|turn|become ${nearly}? ${minorAge} in|next|this|on|soon|tomorrow|today|. ..1 !${anyUnit}`,
  `im|iam ${nearly}|really|actually? ${minorAge} and|but|so
    bored|lonely|single|new|shy|tired|from|live|go|dont|have|my|can|would|could|female|male|girl|boy|home|not|
    too|sad|happy|into|looking|nobody|need`,
  `i am ${nearly}|really|actually? ${minorAge} and|but|so
    bored|lonely|single|new|shy|from|live|go|dont|my|would|could|female|male|girl|boy|home|not|too|sad|happy|
    into|looking|nobody|need`,
  `i|im|am ..2 under|below eighteen|18|${minorAge} !${anyUnit}`,
  `i|she|he|you|they am|is|are|s still|just|only|actually|really|basically|practically|like? a|an|but|the?
    ${child} .|and|but|so|yet|who`,
  `im|shes|hes|youre|theyre|youll still|just|only|actually|really|basically|practically|like? a|an ${child}
    .|and|but|so|yet|who`,
  `a|one|the|be|being|play|like|my ..1 ${minorAge} ${year} old|olds
    for|who|with|that|to|now|again|one|ones|look|face`,
  `what|which age ..6 . ${nearly}? <18 .|or|years|please`,
  `how old|young she|he|they|you|her ..3 be|is|are|look|looks|s|would|should .? ${nearly}|im|shes|i|am|she|is?
    ${nearly}|is|am|just? <18 .|or|years|please|and`,
  "your|ur age ..1 .|please|? .? im|i? am? <18 .|or|years|and",
  `attend|attends|attending|visits ..2 ${ordinal}|<18 th|st|nd|rd? grade|class|form`,
  `${ordinal} grader*|graders|former|schooler*`,
  "middle|high|elementary|primary|junior|grade schooler*|schoolers",
]
