import { recentBirthYear } from "../vocabulary.ts"
import {
  anyUnit,
  body,
  child,
  filler,
  minorAge,
  nearly,
  participates,
  person,
  relative,
  tiny,
  unit,
  wants,
  year,
} from "./vocabulary.ts"

export const strong = [
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
  `${tiny} girl|girls|gurl|gurls|gurlz|grl|grls|grlz|boy|boys|kid|kids|kidz`,
  "teenz|kidz|chyld|chyldren|childz|cheeld|teengurl*",
  `${person} isnt|arent|aint|hardly|barely legal .|yet|but|and|at`,
  `${person} is|are|isnt|arent|r|hardly|s|who ..1 not|isnt|barely|hardly|almost|yet|nearly|isn ..1 legal|of
    .|yet|age|but|and|at`,
  "not|isnt|arent|barely|hardly|never ..1 legal yet|at|age",
  "under|below|underneath|before|beneath|short ..2 legal age|limit",
  `<18|one|few|some years|year|months below|under|short|from|before|until|till|away
    ..2 legal|18|eighteen|majority|adult`,
  "not|never|nowhere|isnt|arent ..1 of legal? age",
  "cp trade|trading|links|link|vids|videos|pics|content|collection|swap|seller|please|pls",
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
  `very|so|too|really|extremely|super young ..1 model|models|doll|dolls|girl*|body|face|figure|to|that|.
    !at|heart|men|again|!the`,
  "like|want|prefer|love|make|get|need|her|them|ones|look|looking ..2 young|younger|yung ones|bodies|. ..1 !artist*",
  "much|far|way younger|yunger ..3",
  "diaper*|nappies|pacifier* ..4 body|doll|model|figure|style|outfit|girl|small|look",
  `ein|eine|kleines|kleine|junges|junge|mein|wie|als|das|die
    madchen|jungs|kind|kinder|teenie|schulerin|schuler|kinds`,
  "madchen|schulerin*|schuler|grundschul*|kindlich*|minderjahrig*",
  "petite|jeune|petites|jeunes fille|filles|ado|gamine",
  "fillette*|gamine*|enfants|collegienne*|lyceenne*|ecoliere*",
  "une|un|les|des|cet|cette enfant|ado|ados|adolescent*",
  "fille|garcon|filles mineur*",
  "una|la|las|unas|el|un|los|unos|mi|como|como nina|ninas|nino|ninos|chiquilla|chiquita",
  "nina|ninas|nino|ninos pequena|pequeno|pequenas|de|chiquita",
  `bambina|bambino|bambine|bambini|ragazzina|menina|menino|meninas|crianca*|dziewczynk*|meisje|meisjes|kinderen|
    kleuter|cocuk|barn|flicka`,
]

/** People portrayed as children, and young relatives who are to take part. */
export const portrayals = [
  "baby|milk teeth",
  "child|kid|infant|teen|teenage|underage bride|brides|wife|prostitute|prostitutes|lover|lovers",
  "girl|girls ..2 .? not|no ..1 a? womans|womens|grown|adult",
  `role|play|playing|be|youre|you|pretend ..4 sister|daughter|niece|student|pupil|stepdaughter|schoolmate .?
    just|only? ${minorAge}`,
  `role|play|playing|be|pretend ..3 daughter|niece|stepdaughter|pupil .? ..1 still|in|at
    ..2 school|class|grade|kindergarten`,
  "naughty|innocent|obedient|shy pupil|pupils|schoolkid",
  `imagine|pretend|play|be|youre|act ..4 freshman|sophomore|senior|junior|student ..1 in|at|from
    high|middle|junior|secondary school`,
  `${recentBirthYear} baby|kid .|here|girl|boy`,
  "sixteenish|fifteenish|fourteenish|thirteenish|seventeenish|twelveish",
  "before|pre|hit|hits|reached|entered|entering|reach ..1 puberty",
  `smooth|hairless|flat|small|soft|innocent|tiny|slim|thin|pure|naive|undeveloped as|like ..2 ${child} !in|at|on`,
  "kid|little|baby|younger sister|brother role*|play|fantasy|roleplay",
  "jugendliche*|nastolat*|minorenn*|halbwuchsig*",
  "just|only|fresh|straight ..1 started|starts|starting|from|out ..1 school|kindergarten",
  // A young relative who is to write, buy or pose.
  `${relative} is|are|turned|turns|who|s ${nearly}? <18 ${year}? old? .? and|who|but|so|. he|she|they?
    ..1 ${wants} ..3 ${participates} ..1 you|here|with|to|in|one|it|.|for|from|her|him|this`,
  `${relative} . ${nearly}? <18 . ..1 ${wants} ..3 ${participates}
    ..1 you|here|with|to|in|one|it|.|for|from|her|him|this`,
  `can|could|may|let|should|would|is|does my|our ..1 ${relative} ${wants}? to? ${participates}|here ..4 .
    he|she|they|hes|shes|theyre is|are? ${nearly}? <18 !${anyUnit}`,
  // Things for sale that resemble a child.
  `${body} of|like|as|resembling|resembles ..1 a|an|the|some|real? ${child}`,
  `${body} of ..1 a|an|the|some ..1 little|small|young|younger ${child}|girl|girls|boy|boys`,
  `teen|teenage|toddler|child|childish|kid|infant|juvenile|adolescent
    one|ones|type|kind|series|range|edition|collection !skin|leather`,
  `act|acts|acting|behave|behaves|behaving|dress|dresses|dressed|look|looks|looking|talk|talks|sound|sounds|
    move|moves like|as ..1 a|an|some|real|my? ..1 ${child} !in|at|on|when|with`,
  `play|be|pretend|roleplay|imagine|youre|youll ..2 a|an|the|some|my
    little|small|young|innocent|naughty|shy|real ${child}`,
  `pretend|pretending|imagine|imagining|roleplay|suppose ..4 a|an|still|my ${child} !at|again`,
  `girl|girls|boy|boys|woman|women|someone|somebody|one|ones|those|them|they|she|he ..1 under|below|younger
    ..1 than? ${minorAge}|eighteen|18 !${anyUnit}`,
  `younger than eighteen|18 !${anyUnit}`,
  `before|until|till|unless ..1 she|they|he turn|turns|become|becomes|reach|reaches|is|are
    ${minorAge}|eighteen|18 !${anyUnit}`,
  `send|show|sell|trade|want|share|got|have ..3 picture*|photo*|pics|video* of ..1 your|ur|her|his|some
    ..1 little|young|younger|small|teenage|teen
    sister|sisters|daughter|daughters|son|sons|brother|niece|nieces|cousin|kid|kids|girl|girls|boy|boys`,
]

export const youth = [
  "teenish|teener*|preteenag*|tweens",
  "in|mid|late|early|young|her|his|their ..1 teens",
  "tween|tweens|tweenie|tweenies",
  "adolescen*",
  `<18 ${year} old|olds|young`,
  "<18 yo|yos",
  `age|ages|aged of|is|:? ${filler}? <18 !${unit}`,
  `turn|turns|turned|turning just? <18 .|and|but|last|this|${year}|today|yesterday`,
  `just|barely|newly|freshly|recently turned? 18|eighteen !${unit}|hour*|${year}`,
  `not yet|even 18|eighteen !${unit}`,
  "u 10|11|12|13|14|15|16|17|18 .|s|only",
  "<18 st|nd|rd|th grader*|grade",
  "teenie|teenies|teeny|teenaged|teenage",
]

export const mention = [
  "my|her|his|your|a|the|our childs|kids height|size|friend*|clothes",
  "school|schools kid|kids|bag|child|children|aged|age",
  `primary|elementary|middle|preschool|nursery|kindergarten|junior|grade|primary|infant
    pupil*|student*|girl*|boy*|cheerleader*|look|outfit*|teacher*|class|child*|school`,
  "high school|schooler*|schools",
  "freshman|freshmen|sophomore in|at ..1 high|school",
  "diaper*|nappies|nappy|pacifier*|teething",
  "teen|teens|teenager|teenagers",
  "minors",
  `a|an|the|this|that|any|every|no|is|as|like|looks|real|female|male minor
    .|who|and|or|girl|boy|in|is|was|with|doll|model|figure`,
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
  `under|below the? age? of? 18|18s|eighteen s? !${unit}`,
]

export const ordinary = [
  "childhood*",
  "baby|babys|babies !blue|pink|oil|powder|soft|grand|wipe*",
  "babydoll*|babyface*|babygirl*|babyboy*",
]
