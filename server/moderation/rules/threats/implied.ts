import { me, you } from "../vocabulary.ts"
import {
  anybody,
  determiner,
  hospital,
  hurt,
  intends,
  kill,
  online,
  property,
  them,
  weapon,
  youOrYour,
  your,
  youWill,
} from "./vocabulary.ts"

/** Threats without "I will kill you": veiled, against property, by stalking, doxxing or weapons. */
export const implied = {
  0.8: [
    // Against anybody.
    `${me}|${intends}|he|she|they|brother|friend|husband ..3 ${kill} ${you}|${them}|her|all
      !a|an|some|softly|time|the|more|with ..1`,
    `${me}|gonna|gna|imma|ima|wanna|want|will|would|going|about|he|she|should|could|like|they|must|feel
      ..3 ${kill}|${hurt} ..1 ${determiner} ..2 ${anybody} !at|in|feelings|with|by`,
    `${me}|gonna|gna|imma|ima|wanna
      ..3 hurt|beat|punch|slap|whack|shank|shoot|jump|smoke|clap|merk|cap|gut|deck|knife|assault|floor
      ${you}|him|them|everyone|someone|somebody !a|an|some|the|at|to|with|in|over|an|by`,
    "gonna|ill|imma|ima|im|will|we|well|going|wanna ..2 end you|u|ya|him|them .|all|now|tonight|soon|for",
    "kill|kll|murder|shoot|stab ..1 them|you|u|em all",
    `${intends}|get|gets|had|be|have
      to|be|get|gets|getting|you|u|him|her|them|someone|somebody|ur|your|people|everybody|everyone?
      be|get|getting|driver|courier|dog|cat|brother|wife|moderator|family?
      beaten|stabbed|shot|hanged|lynched|whacked|jumped|killed|burned|burnt|murdered
      !in|with|from|at|on|by|against|last`,
    `deserves|deserve|deserved|ought|needs|need|should|must to? be?
      stabbed|shot|hanged|lynched|beaten|killed|burned|burnt|punched|slapped|shot !in|with|from|at|on|by|down`,
    `see|seeing|watch|watching|hear|hope|hoping|want|wanna|wish|enjoy|love ..2 you|u|him|them|your|ur
      ..2 bleed|bleeding|suffer|suffering|choke|choking|burn|burning|die|dying|drown|rot|hang|crawl|dead|buried|
      paralysed|crippled|beg !of|for|with|to|laughing|that|the|some|a|this`,
    `${youWill}|he|they|somebody|someone|people|everyone|everybody|it|driver|courier|moderator|boss|team|staff
      ..4 end|ends|wake|land|lands|leave|leaves|carried|be|put|need|needs ..4 ${hospital} !shape`,
    "end|ends|end|going|finish|finishes badly|bad|ugly|well for you|u|him|them",
    "wont|not|never end well|nicely ..1 for you|u|him|.",
    "six|6 feet|ft under|below",
    "body bag|bags",
    "toe tag",
    "dance|piss|spit|stand|laugh on|at|over your|ur|his|her grave|funeral|coffin",
    "dig|digging|order|choose|pick your|ur|his own? grave|coffin|tombstone|urn",
    "write|make your|ur will|peace with|.|tonight|soon|god",
    "last|final thing ..1 you|u|he|they|youll will|ll|ever|gonna ..1 do|see|hear|say|remember",
    "clock|time is ticking|running ..2 for you|u|your|him",
    "tick tock !clock|the|goes|says|in",
    "blood|bloodshed will|shall|gonna|is going? to? be|flow|flowing|run|spill|spilled|drip|on",
    "there|therell|theres|there will? ll? be blood|bloodshed|bodies|corpses|casualties|funerals",
    "good as dead !end|calm",
    "consider|count|call yourself|urself dead|warned|finished",
    "catch|catching|throw|throwing these|those|my|hands hands|when|with|.|soon",
    "pop|bust|put a cap|bullet|round|blade|knife|slug in|into you|u|your|ur|him|her|ribs|the",
    "curb|kerb stomp*",
    "living daylights|shit|crap|hell out of you|u|him|her|them|your",
    "black and blue !glaze",
    `beat|beaten|punch|kick|smack|slap|knock|knocking
      ..2 pulp|senseless|unconscious|bloody|teeth|bones|lights|daylights`,
    "snitches get stitches",
    `wring|break|snap|twist|cut|slit|choke your|ur|his|their
      ..1 neck|throat|fingers|legs|arms|nose|jaw|skull|spine|ribs|arm|back`,
    `${me}|will|gonna|going|could|can ..3 break|snap|squash|crush|smash|cut you|u|him|them|her like|in
      a|an|half|two|pieces|bug|twig|insect|.`,
    "never|not|cant|cannot|wont walk|breathe|talk|speak|smile|see|work|sleep|dance|chew again|anymore|properly",
    "never see your|ur|his|their ..2 again|kids|family|children|home|alive|wife|husband|dog",
    "have|has|had|got|ve it|this coming !in|by|on|from|back|out|up|tomorrow|soon|next|today|to|with|for",
    "will|youll|ull|gonna|going|hell|theyll ..1 get what|whats you|he|she|they|coming deserve|deserves|to !for",
    "youre|ur|are|is|r|he|youll done for|mate|buddy .|mate|buddy|now",
    "you|u|youll|ull will? be? sorry .|for|one|u|if !for !that|you",
    "put|putting|have|bury|want|belong ..1 you|u|him ..2 under|in|below ..1 earth|ground|dirt|grave",
    "belong|belongs|rot|lie in|under|below the? ..1 earth|ground|grave|prison|hell|soil",
    "you|u|him|them dead .|or|and|by|before|in|soon|tonight|tomorrow !serious|right|wrong",
    // Veiled: something might happen.
    `shame|pity|sad|tragic|unfortunate|terrible|waste ..2 if
      something|anything|someone|anyone|somebody|one|things
      ..5 happen*|hurt*|burn*|broke*|accident*|fire|smash*|wrong|harm*|attack*`,
    `shame|pity|sad|tragic|unfortunate|terrible|hate|bad ..2 if|to|see
      ..1 ${youOrYour}|his|her|their|it|that|see
      ..5 burn|burned|burnt|burns|fire|flames|smoke|accident|hurt|smashed|crash|crashed|disappeared|limp`,
    `something|things|anything|accident|accidents|harm
      bad|terrible|awful|nasty|ugly|might|could|can|may|will|happens|happen|unpleasant
      ..3 happen|happens|happened|come|befall|happening ..1 to|on|around|you|when
      ..1 you|u|your|ur|him|her|them|people|those|way|family`,
    `bad|terrible|nasty|ugly|awful|horrible things|accidents|stuff|something happen|happens|could|can|might|will
      ..2 to|when|if|around you|u|your|people|those|him|her|them|who|happen`,
    "accidents|accident|things happen|happens ..1 to|when|around people|those|you|your|u|who|anyone|him",
    `mess|messing|messed|fuck|fucking|fucked|screw|screwing|play|playing|trifle ..1 with the|me|us|wrong
      wrong|and|.|again|person|man|people|family|or`,
    "who|whom|what youre|you|u|ur are|re? ..1 messing|dealing|playing|fucking|talking with|to .|yet|here",
    `wrong person|man|guy|woman|people|family|one to|you
      ..1 mess|fuck|cheat|cross|anger|rob|scam|messed|play|provoke|insult|steal`,
    "want ..1 to? make|get|see me|us angry|mad|lose|snap",
    "find|found you|u|him|her|your ..2 river|ditch|lake|woods|trunk|forest|canal|morgue|pieces|gutter",
    `everyone|everybody|people|they|all|internet ..4 know|learn|see|find|told where|what
      ..2 ${youOrYour}|moderator|she|he|driver ..1 live|lives|work|works|look`,
    `share|publish|post|leak|spread|put|give ..3 name|names|photo*|picture*|address* of ${your} ..2 ${online}`,
    "kill|kll you|u .",
    "dont|do|not|never|you make|force me|us not? to? come|get|hurt|lose|repeat|find|show|do !back|it|again|an ..2",
    "what|who i|im|we am|are? capable of|to|. !afford|carry|lift|pay|make|do|get|finish",
    "hard way who|what|not|how|. i|we|to|im",
    `pay|paying|paid|get|expect|receive you|u|your|ur|him|her|them|a ..2 visit
      from|tonight|.|soon|at|tomorrow|and !page|site|showroom|shop|website`,
    `send|sending|sent|call|calling
      ..1 someone|somebody|people|guys|men|friends|boys|brothers|cousins|some|two|three
      ..2 round|over|after|to|around|by you|u|your|ur|tonight|his|and|.|break|sort|deal !showroom|shop`,
    `someone|somebody|people|guys|friends|boys|brothers|cousins|men|they|we|i
      ..5 sort|deal|handle|shut|fix|straighten|silence you|u|him|her|with|them|your out|you|u|up|mouth`,
    "take|took|taking|taken care of you|u|her|him|them|your|family|it for|permanently|once ..1 good|all|.",
    `know|knows|got|have|hired|paid|call|find ..2 people|guys|friends|someone|somebody|men|person|boys
      who|that|to ..4 hurt|break|beat|kill|disappear|disappears|silence`,
    `your|ur|the last|final|only chance|warning ..1 before|or i|ill|we|next|you|im|after|then|someone
      !say|buy|pay|order|lose|get|miss`,
    `last|final|one|only warning|chance .|before|or|and|next i|ill|we|next|im|after|youll|then
      ..3 come|coming|hurt|hit|kill|visit|write|person|door|break|burn|regret|serious|hands`,
    `you|u ..1 have|got|had ..3 hours|days|minutes|day|week|hour|seconds|tomorrow|tonight|monday|noon
      ..2 or|before|after|until|and|. ..3 dead|die|hurt|regret|burn|kill|suffer|break|sorry`,
    `or|otherwise|unless|until|before|else your|ur|his|her|their|someones
      ..1 dog|cat|wife|family|house|car|kids|shop|mother|children|daughter|son|husband|legs|face|life
      ..2 dies|die|burns|burn|pays|gone|disappears|suffers|suffer|bleeds|broken|breaks|over`,
    `or|otherwise|unless|until|if|when|before|once|till|next|time
      ..6 i|ill|we|im|ima|imma|well|gonna|someone|somebody
      ..3 wreck|trash|smash|burn|torch|break|knock|kick|punch|beat|hurt|cut|slash|hit|crush|destroy
      ..2 ${youOrYour}|him|them|everything|everyone|teeth|face|down|in !at|box|seal|lid|price`,
    `i|ill|we|hands|once|finally|ever|to get|got|lay|getting|hands my|our|hold|hands|on|you hands|of|on|alone
      on|around|you|u|your|.|him|outside ..2`,
    `if|when|once|wait|till i|we ..1 see|catch|find|meet|get|spot you|u|him|them|her
      ..5 knock|break|beat|hit|smash|hurt|punch|kick|stab|sorry|kill|regret|dead|teeth !frame|box`,
    "wait|until|till|once|when i|we ..1 get|catch|find|lay ..1 hold|hands|you|u|of of|on|you|alone",
    "nothing ..1 left? to|left lose|care ..6 petrol|gun|knife|gasoline|matches|rifle|bomb|you|everyone",
    `people|someone|guys|those like|as you|u|him ..2 get|gets|end|deserve|disappear|need
      ..2 hurt|beaten|killed|shot|stabbed|lesson|punished|disappear|die`,
    // Property.
    `${me}|gonna|will|going|like|should|could|feel|someone|somebody|they|must|might
      ..4 smash|burn|burning|torch|torching|slash|trash|wreck|bomb|blow|poison|setting|shooting|vandalise|
      petrol|firebomb ..4 ${determiner} ..2 ${property} !with|in|by|from|of|lights|music`,
    `${me}|gonna|will|going|someone|somebody|they|should|could
      ..4 break|kick|cut|key|scratch|set|damage|destroy|ruin|flood|slice|knock|brick ${your}|his|their
      ..2 ${property} !rules|record`,
    `${your}|his|her|their|whole ..1 ${property}
      ..5 hanging|poisoned|dead|smashed|burned|burnt|slashed|ashes|flames|whole|explode|explodes|fire|smoke|
      torched|bricked|crash|fail|fails`,
    `${youOrYour}|his|her|their brakes|brake|tyres|tires ..6 work|fail|cut|tomorrow|loose|look|hold`,
    "slash|slashed|slashing|cut|puncture ..3 tires|tyres|brakes|throat|throats",
    `${me}|will|going|gonna|like|feel|thinking ..4 setting|set|light|lighting|burning|burn
      ..4 fire|ablaze|alight ..1 !kiln|oven|lamp|it`,
    `shoot|shooting|shot up the|a|your|this|that|her|his|my
      ..1 office|school|place|shop|store|building|mall|party|church|house|work|fair`,
    `bring|take|carry|bringing|taking a|my|the ..1 rifle|gun|pistol|shotgun|bomb|machete|grenade|axe
      ..3 work|office|school|shop|you|your|church|fair|store|him|her`,
    `people|everyone|everybody|they|somebody|someone ..4 will|gonna|going|shall|must|deserve|deserves|should to?
      die|bleed|burn|perish !of|laughing|for|out|from|with|to`,
    // Stalking and doxxing.
    `watched|watching|watch|filmed you|u|moderator|driver|wife
      ..3 home|house|flat|weeks|days|night|nights|work|street|car|window|door|school|bus|train|evening|months|
      leave|leaving|sleep|walk !auction*|show|page|streams|videos|site`,
    `followed|follow|following|tailed|tailing|trailed|stalked|stalk|stalking|shadowed
      you|u|her|him|them|moderator|driver|wife
      ..3 home|house|flat|weeks|days|night|nights|work|street|car|window|door|school|bus|train|evening|months|
      leave|leaving|sleep|walk !auction*|show|page|streams|videos|site`,
    `followed|follow|following|tailed|trailed|stalk|stalking|watch|watching your|ur|the|his|her
      driver|house|flat|home|wife|husband|daughter|car|door|window|family|building|courier|moderator|mother ..3`,
    `saw|seen|see|spotted|photographed|watched you|u|your|ur
      ..5 window|bus|bedroom|balcony|leaving|leave|walking|alone|garden|driveway|asleep|shower|parking
      !display|frame|cat`,
    `saw|seen|see|spotted|photographed|watched her|him
      ..5 bus|bedroom|leaving|walking|alone|driveway|asleep|shower|parking !display|frame|cat`,
    "you|u|she|he didnt|did|dont|never not? notice|see|hear me|us ..2 !before",
    `see|watch|watching you|u through|from|behind|in your|ur|her|his|the|my
      ..1 window|windows|curtains|bushes|car|street|garden|bedroom !of`,
    `${me}|people|friends|guys|he|you ..2 know|knows|knew|found|find|got|have|learned|out ..1 where|which
      ..3 ${youOrYour}|she|he|they|moderator|mother|wife|husband|family|kids|parents|driver
      ..3 live|lives|living|work|works|drive|drives|park|sleep|sleeps|house|home|school !for|with|on`,
    `${me} ..2 know|found|got|have|learned your|ur|her|his|their real|home|private|exact|license|full|actual?
      ..1 address|name|street|plate|schedule|routine|route !on|from|is|at|for|in|of|to|wrong|book`,
    `careful|safe on|when|while your|you|u|walking|walk ..1 way|walk|go|home|street|walking|leave
      ..2 home|work|tonight|night|out|alone|. !handle|with|open|unpack`,
    "careful|watch|look|think when|before|who|out|twice ..1 you|u|your open the|your ..1 mail|post|letters|mailbox",
    "careful|watch|look|think when|before|who|out|twice ..1 you|u|your open your|ur door|doors|car|house|garage",
    `careful|watch|look|think when|before|who|out|twice ..1 you|u|your cross|leave|walk|drive|start|sleep|turn
      your|ur|the|home|alone|out|tonight|road|street|car
      ..1 door|mail|post|road|street|house|car|tomorrow|tonight|alone|home`,
    "look|looking|watch|watching|glance over|behind your|ur shoulder|back",
    "check|look under|behind|inside your|ur car|bed|van|door ..4",
    `lock|locking|bolt|check your|ur ..1 door|doors|windows|house ..3 tonight|well|night|.|twice|now|before
      !frame|crate|cabinet`,
    `sleep|sleeping lightly|tight|well|peacefully|soundly|badly|again while|if|tonight|again|anymore
      ..1 i|we|you|can|were !baby|dear|love`,
    `never|not|wont|longer be|feel|feeling|sleep safe|well|peacefully|calmly
      again|anymore|from|anywhere|at|in|ever|. ..1 !for !to`,
    "not|never|arent safe anywhere",
    `not|never|arent|aint|isnt|nowhere safe anywhere|from|at|outside|any|in me|us|home|more|work|your
      !children|kids|dust|moisture`,
    `you|u|they|he cant|cannot|wont|wouldnt hide|run|escape|disappear from|me|.|forever|us|for
      me|us|forever|long|ever|any ..1 !joint*|seam*|box|crack`,
    "can run but|and ..1 cant|cannot|not",
    `dont|not|never|dare|wouldnt|shouldnt walk|go|be|stay|drive|travel|home alone|out|home|anywhere
      at|tonight|after|alone|in|anymore ..1 night|dark|evening|tonight|. !wish|want`,
    `dox|doxx|doxxed|doxing|doxxing|doxed|swat|swatted|swatting
      you|u|her|him|them|team|.|your|ur|everyone|moderator|the !flies|fly`,
    `${me}|im|gonna|will|shall|someone|people|lets
      ..3 publish|post|posting|leak|leaking|share|spread|put|upload|expose|release|publishing|reveal|hand|give|
      print ..2 ${your}|their|her|his
      ..3 address|addresses|number|numbers|name|names|phone|workplace|street|identity|employer|school|plate
      ..5 ${online}|.|and|so|tonight|people|strangers|angry|on|you|to|know
      !plate|base|back|label|order|list|card|invoice|parcel`,
    `${your}|her|his|moderators|moderator|employees|drivers
      ..2 address|addresses|number|name|names|phone|identity|workplace ..4 ${online}|walls|posters|lampposts
      !shop`,
    `where ..2 moderator|you|she|he|moderators|driver|u ..1 lives|live|works|work|sleeps ..6 ${online}|know|will`,
    `waiting|wait|standing|stand|parked|sitting|sit|lurking ..2 outside|behind|near|for|in|at|by|around
      you|u|your|ur|her|his
      ..3 after|home|house|work|street|car|door|tonight|school|closing|gate|flat|window|dark|alone
      !museum|showroom|shop|courier|parcel|delivery|postman|line|queue`,
    `on my|our|their way to|over|and|. you|u|your|ur|im|angry|with
      ..1 place|house|home|door|flat|now|angry|office|knife|.|gun|bat`,
    `coming|come|comes|drive|driving|came|am|be over|round|for|by|to|in|around|there
      with|you|tonight|and|person|your
      ..3 bat|gun|knife|crowbar|brothers|axe|house|door|hammer|petrol|rifle|fists !showroom`,
    `come|coming|go|going to|by|at|over your|ur|his|her
      door|house|home|flat|doorstep|bedroom|window|mother|family
      ..2 .|and|tonight|with|tomorrow|unless|if|now|soon !deliver*`,
    `at|to|outside|before|front|of your|ur|his door|house|doorstep|home|flat|window
      right|tonight|now|soon|tomorrow ..1 now|.|and|with|i|we|angry|waiting|standing !sale|price`,
    // Weapons.
    "gun|guns|rifle|pistol|shotgun|machete ..6 use it",
    `${weapon} ..6 wants|waits|waiting|wait|meet|ready|loaded|sharpened|name|reserved|hungry
      ..2 you|u|your|ur|it|meet|him|for|her|. !box|lid|wood|crate`,
    `sharpen*|loaded|loading|oiled|cleaned my|the|a ..1 knife|knives|blade|axe|gun|rifle|shotgun|machete|pistol
      ..1 for|and you|u|him|her|them|tonight|your`,
    "acid in|into|on|at|to|over ..1 your|ur|her|his|the face|eyes|skin",
    "petrol|gasoline|kerosene|diesel|acid and|. ..1 matches|match|lighter|fire|flames|rag",
    `knife|blade|bullet|machete between|in|into|through|to|at|across your|ur|his|their
      ..1 ribs|throat|face|head|neck|skull|guts|belly|heart|chest|eye`,
  ],
}
