import { me } from "../vocabulary.ts"
import { weapon } from "./vocabulary.ts"

/** Threats on a condition, warnings, and violence described or wished for. */
export const conditional = {
  0.8: [
    // Conditions.
    `or|otherwise|else|unless i|we|ill|well|my|somebody|someone
      ..2 come|visit|force|find|smash|break|burn|hurt|beat|hit|kick|punch|hunt|shoot|stab
      ..3 you|u|ur|windows|somebody|someone|everything|legs|bones|face !showroom|shop|another|if|one`,
    "or|otherwise i|we|ill|well come|drive|drop ..1 over|round|by|and ..1 and? make|force|get|teach|hurt|beat|sort",
    `or|otherwise|and your|ur family|wife|kids|dog|children|mother|house|parents|shop|husband
      ..2 will|gonna|is|gets|get|shall ..2 feel|hurt|pay|suffer|burn|burns|regret|sorry|bleed|die|harmed`,
    `or|otherwise|before somebody|someone|you|u|people|anyone ..2 get|gets|will
      ..1 hurt|beaten|killed|burned|hit|stabbed !by|at`,
    `if|unless|until ..7 i|ill|we|well ..1 break|smash|burn|slash|kick|crush your|ur
      ..1 window*|door|face|legs|car|tyres|tires|neck|teeth|skull|arms|house|shop`,
    // Bombs and weapons.
    `there|theres|put|placed|hid|left|planted|hidden|mailed|posted|sent|sending
      ..3 bomb|bombs|explosive*|grenade* ..1 in|under|inside|at|on|near|to|with|.|for`,
    "something|surprise|present ..6 that|which|will|to ..1 go|goes|going off|boom",
    "next|last parcel|package|letter|box|door|crate ..3 open|opens|touch ..4 your|ur last",
    `way|coming|come|over|drive|visit to|for|over|at|and ..1 you|u|your|ur ..3 with ..1 a|my|the|two
      ..1 ${weapon}|bat|fists|chain|baseball|petrol`,
    `${weapon}|gun|guns ..3 and ..1 i|we ..1 know|have|find ..1 your|ur|where|which
      street|house|address|car|you|family|kids`,
    // Warnings.
    "keep|have an|your eye|eyes on|out ..1 your|ur ..1 kids|family|wife|children|house|car|dog|daughter|son|mother",
    `watch|mind|careful|look ..1 with|after|of? your|ur kids|family|wife|children|daughter|son|loved
      ..1 !while|for|when`,
    "you|youd|u|d ..1 better|should|ought ..1 be afraid|scared|frightened|terrified|worried !of|about",
    `before|until|when i|we|it get|become|turn|got|gets|turns ..1 violent|physical|brutal|bloody
      .|with|for|again|here|and`,
    "gets|get|getting|turns|be|become|becomes|go|going violent|brutal|bloody for|.|now|soon|between|here|if",
    `you|youve ..1 were|are|been|have ..1 been? warned .?
      ..4 blood|bloody|violent|hurt|consequences|regret|coming|sorry|next`,
    `brothers|friends|cousins|boys|men|guys|people ..2 visit|visiting|call|calling|greet ..1 on? you|u|ya
      !on|at|for|in|with|to`,
    `i|we know|knows|learned ..1 which|what ..1 bus|train|street|school|gym|road|door|way|park|entrance
      ..2 you|u|your|ur|she ..1 take|takes|live|use|walk|walks|go|goes|drive|kids|wife|leave|work`,
    "i|we know|learned|found ..1 what|when ..1 time? you|u|she leave|lock|walk|finish|sleep|drive|come !the|showroom",
    "i|we know|found your|ur car|family|kids|bus|gym|bedroom|flat !is|well|from|rules|was",
    "wait|just|and until|till|when i ..1 catch|find you|u|ya !a|an|the|some",
    "wait|just until|till i ..1 get|see|meet you|u|ya .|alone|after|outside|in|on|and|at",
    "afraid|fear|scared ..2 of ..1 what|me ..2 i|im|.|will ..2 do|could|might|am ..2 to you|u|your",
    // Violence against somebody.
    `${me}|will|gonna|going|shall ..2 cut|chop|slice|tear|rip|hack|smash|beat|break you|u|him
      ..1 into|apart|open|in|to ..1 little|small|pieces|two|half|.|bits|pulp|ribbons|shreds`,
    `do|doing|happen|happens something|things|what ..1 terrible|bad|awful|horrible|ugly|nasty|violent|stupid
      ..1 to|with you|u|him|your`,
    "what i|im|we|ill ..3 do|done|planned|doing to|with you|u|your ..1 .|when|soon|tonight|and|once",
    `smash|smashing|bash|bashing|crack|cracking|kick|kicking|knock|knocking|breaking|hitting|cave|split|
      splitting|punch|punching somebodys|someones|your|ur|peoples
      ..1 head|skull|face|teeth|nose|jaw|neck|bones|legs|ribs|kneecaps
      ..1 in|off|.|with|out|open|and|yours|until ..`,
    "somebodys|someones head|skull|face|teeth|neck ..1 . ..1 yours",
    `hope|hoping|wish|pray ..1 somebody|someone|they|he|god
      ..1 shoots|shoot|kills|kill|stabs|stab|beats|runs|hits|burns|hurts|robs|punches|strangles
      ..1 you|u|ur|your`,
    `hope|wish|pray ..1 you|u|your|ur ..3 get|gets|be|are
      ..1 stabbed|shot|killed|beaten|run|robbed|attacked|burned|jumped`,
    `somebody|someone|i|we|they should|ought|must|will|would|to ..2 teach|show|fix|straighten|correct you|u
      ..5 bat|fist|fists|knife|gun|hammer|belt|pain|manners|club|whip`,
    `followed|following|watched|tailed|shadowed|photographed you|u|her
      ..1 from|after|to|since|around|through|all|again|on
      ..4 night|yesterday|home|station|work|bus|train|evening|street|car|week|days|door|park`,
    "beat|beating|hit|kick|punch|thrash|batter|whip you|u|him ..1 until|till|so",
    `${me}|gonna|will|going|shall ..2 burn|torch|bomb|trash|wreck|smash|demolish that|this|your|ur|the|whole
      ..1 showroom|premises|gallery|shop|place|store|warehouse ..1 of|down|up|to|.|tonight|and`,
    "you|your|ur ..5 bones|bone|teeth|legs|arms|ribs ..1 you|u ..1 have|got",
    "every|each|all ..1 bone|bones|tooth|finger in|of|you your|ur|have ..1",
    "end|ending|finish|finishing|erase|erasing|eliminate|destroy you|u|ya .|and|for|now|soon|tonight|all",
    // Veiled.
    "watch|careful|quiet|run|hide out? if i were|was you",
    "nobody|noone|no one? will|would|can ..1 hear|save|protect|miss you|u|your",
    "your|ur time is ..1 running|run|up|over|short|coming ..1 .|out|soon|now",
    "next time ..1 you|u|it wont|will|not ..1 be|get|end ..1 lucky|easy|away|well",
    "want|wants|need|needs ..1 as|me|us ..1 as|for? an|your? enemy|enemies",
    "cost|costs you|u|him ..1 dearly|life|teeth|head",
    "you|youll|u|they ..2 pay dearly|dear",
    "get|have|take|want|need|my|sweet ..1 revenge|vengeance !porn|of",
    "fist|fists|knuckles ..4 you|your|ur|face",
    "enjoy your|ur last|final day|days|weekend|evening|night|week|christmas|birthday !of|at|in",
    "bullet|bullets for each|you|every|him|her|all",
    "youre|ur next .|and",
    `one|another more word|mail|message|lie|joke|excuse ..2 and|or i|ill|we|you
      ..2 lose|snap|explode|come|kill|hurt|break|regret|hit|freak`,
    "rearrange|redecorate|remodel|bash|mess your|ur ..1 face|teeth|nose|features",
    "police|cops ..3 protect|save you|u",
    "police|cops ..5 too late",
    "police ..1 will|wont|would ..1 not|never? find you|u|anything",
    `if you|he|she|they like|likes|value|values|love|loves ..1 your|his|her|their
      ..1 legs|life|health|teeth|fingers|family|kids|knees|neck`,
    "driver|courier|you|u|he|moderator ..1 will|wont|shall|would ..1 not|never|leave ..4 in one|1 piece",
    "set|let|send ..1 the|my|our dogs|dog|pitbull ..1 on|at|loose ..1 you|him|her|them|your|.",
    `run|running|drive|driving|knock|mow ..1 your|ur|his|the ..1 driver|courier|boss|moderator|wife|dog|postman
      over|down !the|to`,
    `drive|driving|crash|crashing|ram|ramming ..1 my|a|the|this ..1 car|truck|van|lorry into|through|at
      your|ur|you|the|that`,
    "all of|you|u ..1 you|u ..1 deserve|deserves|should|ought to? burn|hang|die|rot|suffer|bleed",
    "for your|ur ..3 to burn|disappear|die|vanish|explode !in|before",
    `family|daughter|wife|son|kids|children|mother|dog ..1 you|u have|got ..2 .
      ..3 saw|seen|shame|careful|pity|keep|watch|know`,
    `your|ur wife|daughter|son|husband|mother|sister|kids|girlfriend|children|father
      ..1 works|work|goes|go|lives|sleeps|walks|plays|studies|shops at|in|to|on|near|home the|a|her|his?
      pharmacy|school|bank|hospital|office|gym|park|market|library|station|bakery|nursery|street|road|lane|
      university|church|alone|clinic|supermarket|kindergarten`,
    `your|ur mother|wife|daughter|son|kids|sister|girlfriend ..6 alone all|at|every|in|.
      ..1 day|night|home|evening|dark`,
    `your|ur mother|wife|daughter|son|kids|sister|girlfriend|children ..5 way|walk|route|bus|road to|from|home
      school|work|home|kindergarten|.`,
    `stood|stand|was|sat|waited|waiting|standing ..1 at|outside|under|below|by|before|near your|ur
      ..1 window|bed|house|door|balcony|garden|car ..3 night|last|yesterday|while|again|tonight`,
    `you look|looked|are|were ..2 in|wearing that|your|the|a
      ..2 coat|dress|jacket|jeans|hat|scarf|shirt|skirt|pyjamas ..2 you|today|yesterday|this|last|morning
      ..1 !stream|video|picture`,
    `i|we know ..1 the|what ..1 colour|color|code|number of|your ..1 your|front|ur?
      ..1 door|house|car|bedroom|curtains|gate|plate`,
    "you|u soon|there|again . when|where you least|dont|never expect",
    "ill|i|we|well|will ..5 when you least expect",
    "ill|i|we|well ..1 be|wait|waiting there|outside when|after|as|until you|u ..1 close|lock|leave|finish|walk",
    "wait|watch and see what ..3 happens|happen|comes ..2 you|u|your",
    "patience|temper ..1 and|then|. ..1 then? things|somebody|something|people happen*|get|gets|break",
    "wont|not|never forget|forgive this|that|it|you ..1 and|nor|. ..1 you|neither|nor ..1 wont|either|will|.",
    `if|when|once i|we ever|finally|only? meet|see|catch|find|get you|u ..1 .? youre|you|ur|u ..1 are?
      ..1 done|dead|finished|sorry|over|toast|history`,
    `wish|wishing you|u ..1 had|hadnt|d|have never|not? met|been|crossed|messed|started
      ..1 me|us|born|with|this|here|.`,
    "go|going|gone|goes postal|berserk|medieval !code|service|order|address",
    `punch|hit|kick|slap|smack|headbutt|whack you|u|ya ..2 in|on|so|across|until
      ..1 hard|mouth|face|head|nose|teeth|stomach|ears|jaw`,
    "minutes|minute|hour|room alone|with ..1 you|u|him|and ..5 pliers|hammer|bat|knife|belt|alone|dark",
    `skin|gut|poison|drown|hang|boil|microwave|shoot|strangle your|ur|his
      ..1 cat|dog|pet|pets|puppy|kitten|horse|bird|animals`,
    `put|hid|mixed|left|added|placed ..1 needles|razor|poison|acid|blades|shards ..2 in|into|inside|to
      the|your|my|that ..1 box|parcel|package|return|food|chocolates|envelope|crate`,
    `poisoned|spiked|contaminated the|your|some|those|all
      ..1 chocolates|chocolate|cake|wine|coffee|food|water|cookies|tea|sweets|bottle`,
    `better|best|should ..1 pray|run|hide|hope ..1 that? i|we|you ..1 dont|never|wont|not
      ..1 find|meet|see|catch|get ..1 you|me|us|hands`,
    `drag|haul you|u|him ..1 out|by|down|through|off|behind
      ..3 hair|door|street|car|window|house|floor|dirt|bed|feet`,
    "hands|fingers|paws|off ..1 or you|ill|i|u? ..1 lose|break|cut them|it|your",
    "killed|hurt|stabbed|shot ..1 people|men|someone|others? for less",
  ],
}
