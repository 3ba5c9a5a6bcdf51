import type { Grade } from "./minors.ts"

const units =
  "month*|week*|day*|hour*|minute*|min|mins|times|%|cm|mm|m|km|kg|g|kilo*|gram*|stone|pounds|pound|inch*|piece*|dollar*|usd|eur*|left|percent|degrees|+|x|:|screws|others|more|pm|am|oclock|by|per|points"
const years = "year|years|yr|yrs"
const nearly =
  "only|just|barely|about|around|roughly|approximately|circa|some|maybe|perhaps|still|almost|nearly|at|say|now"
const kin =
  "son|sons|daughter|daughters|brother|brothers|sister|sisters|nephew|niece|cousin|kid|kids|child|friend|girlfriend|boyfriend|stepson|stepdaughter|grandson|granddaughter|pupil|student|twins"
const kids =
  "child|children|kid|kids|toddler|toddlers|infant|infants|teen|teens|teenager|teenagers|schoolkid|schoolkids|schoolchild|schoolchildren|preteen|preteens|adolescent|adolescents|schooler|schoolers"
const wants = "wants|want|would|wanna|can|may|could|should|wishes|likes|loves|asks|needs|hopes|is|are"
const joins =
  "chat|chatting|talk|write|text|message|speak|join|register|subscribe|pose|model|meet|date|flirt|order|buy|own"
const bodies =
  "model|models|doll|dolls|figure|figures|body|bodies|face|faces|size|sized|build|look|looks|proportions|height|shape|hips|chest|stature|frame|skin"

/** Ages as people say them, and who is meant by them: by number words, by what somebody is not yet, by a relative who is to take part. */
export const ages: Partial<Record<Grade, string[]>> = {
  strong: [
    "baby|milk teeth",
    "child|kid|infant|teen|teenage|underage bride|brides|wife|prostitute|prostitutes|lover|lovers",
    "girl|girls ..2 .? not|no ..1 a? womans|womens|grown|adult",
    "role|play|playing|be|youre|you|pretend ..4 sister|daughter|niece|student|pupil|stepdaughter|schoolmate .? just|only? {aged}",
    "role|play|playing|be|pretend ..3 daughter|niece|stepdaughter|pupil .? ..1 still|in|at ..2 school|class|grade|kindergarten",
    "naughty|innocent|obedient|shy pupil|pupils|schoolkid",
    "imagine|pretend|play|be|youre|act ..4 freshman|sophomore|senior|junior|student ..1 in|at|from high|middle|junior|secondary school",
    "{lately} baby|kid .|here|girl|boy",
    "sixteenish|fifteenish|fourteenish|thirteenish|seventeenish|twelveish",
    "before|pre|hit|hits|reached|entered|entering|reach ..1 puberty",
    `smooth|hairless|flat|small|soft|innocent|tiny|slim|thin|pure|naive|undeveloped as|like ..2 ${kids} !in|at|on`,
    "kid|little|baby|younger sister|brother role*|play|fantasy|roleplay",
    "jugendliche*|nastolat*|minorenn*|halbwuchsig*",
    "just|only|fresh|straight ..1 started|starts|starting|from|out ..1 school|kindergarten",
    // A relative of that age who is to write, to buy or to pose.
    `${kin} is|are|turned|turns|who|s ${nearly}? <18 ${years}? old? .? and|who|but|so|. he|she|they? ..1 ${wants} ..3 ${joins} ..1 you|here|with|to|in|one|it|.|for|from|her|him|this`,
    `${kin} . ${nearly}? <18 . ..1 ${wants} ..3 ${joins} ..1 you|here|with|to|in|one|it|.|for|from|her|him|this`,
    `can|could|may|let|should|would|is|does my|our ..1 ${kin} ${wants}? to? ${joins}|here ..4 . he|she|they|hes|shes|theyre is|are? ${nearly}? <18 !${units}`,
    // What is for sale, like a child.
    `${bodies} of|like|as|resembling|resembles ..1 a|an|the|some|real? ${kids}`,
    `${bodies} of ..1 a|an|the|some ..1 little|small|young|younger ${kids}|girl|girls|boy|boys`,
    "teen|teenage|toddler|child|childish|kid|infant|juvenile|adolescent one|ones|type|kind|series|range|edition|collection !skin|leather",
    `act|acts|acting|behave|behaves|behaving|dress|dresses|dressed|look|looks|looking|talk|talks|sound|sounds|move|moves like|as ..1 a|an|some|real|my? ..1 ${kids} !in|at|on|when|with`,
    `play|be|pretend|roleplay|imagine|youre|youll ..2 a|an|the|some|my little|small|young|innocent|naughty|shy|real ${kids}`,
    `pretend|pretending|imagine|imagining|roleplay|suppose ..4 a|an|still|my ${kids} !at|again`,
    `girl|girls|boy|boys|woman|women|someone|somebody|one|ones|those|them|they|she|he ..1 under|below|younger ..1 than? {aged}|eighteen|18 !${units}`,
    `younger than eighteen|18 !${units}`,
    `before|until|till|unless ..1 she|they|he turn|turns|become|becomes|reach|reaches|is|are {aged}|eighteen|18 !${units}`,
    "send|show|sell|trade|want|share|got|have ..3 picture*|photo*|pics|video* of ..1 your|ur|her|his|some ..1 little|young|younger|small|teenage|teen sister|sisters|daughter|daughters|son|sons|brother|niece|nieces|cousin|kid|kids|girl|girls|boy|boys",
  ],
  age: [
    "not 18|eighteen till|until|before",
    "last|first|final|second|third|senior|junior year of|at|in ..1 high|middle|secondary|grammar school !teacher|as|together|when",
    "classmate|classmates ..5 .? ..2 <18",
    "we|they are|re? in year|form|class|grade <18 !of",
    "im|i|am ..1 too|still young for this|the|that|your|it",
    "need|have|without|with|ask|got ..2 my parents permission|approval|signature",
    "born in? the year {lately}",
    `virgin|virgins of|aged|. ${nearly}? {aged} !${units}`,
    "legal age ..2 doesnt|not|isnt|never|no|nobody ..2 matter|matters|care|cares|important|relevant|asked|interest",
    "school dress|skirt|blouse|socks|satchel",
    "body|bodies|chest|breasts|hips|she|girl|who|that|one ..2 still growing|developing",
    "not|hardly|barely|half ..1 fully|quite|yet|completely? grown|developed .|up|yet|and|woman|girl|body|one ..1 !plant*|crystal*",
    "be {aged} for|tonight|again|now me|us|tonight|a|.|and",
    `barely|freshly|newly {aged} !${units}`,
    "girl|boy|pupil|student|virgin|daughter|niece . {aged} .|and|or|with|blond*|years",
    "she|he|i|im|shes|hes|who|you|they ..2 in|attends|starts|started|finished the|a|her|my? {ordinal} form|grade",
    "i|im|she|he|shes|hes|you|who ..2 in year|form|class|grade <18 !of",
    "was|were {aged} last month|week|year|summer|spring|winter|autumn",
    `daughter|daughters|girl|boy|niece|child|pupil of|aged {aged} !${units}|years`,
    `aged ${nearly}|of? ${nearly}? <18 !${units}|${years}`,
    `aged ${nearly}? <18 ${years} .|old|and|or|please`,
    `age|ages of|is|: ${nearly}? <18 !${units}|of`,
    `{aged} is|was|would|seems|sounds|be ..6 her|his|my|your|perfect|ideal|right|best|good|favourite age !of`,
    `make|let|want|wanted|prefer|picture|imagine her|him|them ..1 be|look|at|as|to? {aged} .|and|or|years|yo|please|again !${units}`,
    `she|he|they|you|girl|boy|doll|model is|are|was|s|looks|look ${nearly}|no|not|more|than? ${nearly}|more|than? ${nearly}|than? {aged} .|at|or|and|years|max|maximum|tops|then|please most|best|the|max|younger|{aged}|.|old`,
    `she|he|they|girl|boy|doll|model|shes|hes is|are|looks|look|s? ${nearly}? {aged} at|or most|best|younger`,
    `someone|somebody|girl|girls|boy|boys|woman|women|lady|dancer|character|person|anyone of|around|about|at|with ..1 only|just|about|around? {aged} !${units}|of|other|or {aged}? !${units}`,
    `one|ones|model|doll|figure of|at|around {aged} or|and|to|till|. {aged} !${units}|of`,
    `who|girl|girls|one|she|he|they|someone|i ..1 is|are|am|was|s|isnt|arent ..1 not ..1 yet|quite|even|nearly|been|turned? {aged}|eighteen|18 .|yet|but|and|please|years|so|who`,
    `not yet|quite|nearly {aged}|eighteen|18 .|yet|but|and|please|years|so|who`,
    `hasnt|havent|didnt|not ..1 turned|become|reached|turn|become|reach|been {aged}|eighteen|18 !${units}`,
    `she|he|who|i|they|girl|has|have|had|just ..3 become|became|turned|reached ..1 {aged} !${units}|of`,
    `turning|turn|become ${nearly}? {aged} in|next|this|on|soon|tomorrow|today|. ..1 !${units}`,
    `im|iam ${nearly}|really|actually? {aged} and|but|so bored|lonely|single|new|shy|tired|from|live|go|dont|have|my|can|would|could|female|male|girl|boy|home|not|too|sad|happy|into|looking|nobody|need`,
    `i am ${nearly}|really|actually? {aged} and|but|so bored|lonely|single|new|shy|from|live|go|dont|my|would|could|female|male|girl|boy|home|not|too|sad|happy|into|looking|nobody|need`,
    `i|im|am ..2 under|below eighteen|18|{aged} !${units}`,
    `i|she|he|you|they am|is|are|s still|just|only|actually|really|basically|practically|like? a|an|but|the? ${kids} .|and|but|so|yet|who`,
    `im|shes|hes|youre|theyre|youll still|just|only|actually|really|basically|practically|like? a|an ${kids} .|and|but|so|yet|who`,
    `a|one|the|be|being|play|like|my ..1 {aged} ${years} old|olds for|who|with|that|to|now|again|one|ones|look|face`,
    `what|which age ..6 . ${nearly}? <18 .|or|years|please`,
    `how old|young she|he|they|you|her ..3 be|is|are|look|looks|s|would|should .? ${nearly}|im|shes|i|am|she|is? ${nearly}|is|am|just? <18 .|or|years|please|and`,
    `your|ur age ..1 .|please|? .? im|i? am? <18 .|or|years|and`,
    `attend|attends|attending|visits ..2 {ordinal}|<18 th|st|nd|rd? grade|class|form`,
    `{ordinal} grader*|graders|former|schooler*`,
    "middle|high|elementary|primary|junior|grade schooler*|schoolers",
  ],
}
