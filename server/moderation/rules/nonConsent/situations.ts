import { acquaintance, image, intimatePlace } from "./vocabulary.ts"

const suffers = `weeps|weep|cries|cry|crying|begs|beg|fights|fight|struggles|struggle|resists|resist|
  protests|screams|scream|refuses|refuse|pleads|plead|objects|sobs|hates|wails`
const cannot = "cant|cannot|couldnt|not|never|unable|no|wont|doesnt|dont|isnt"
const refuse = "refuse|resist|object|decline|escape|protest|fight|disagree"
const filming = `film|films|filmed|filming|record|records|recorded|recording|photograph|photographs|
  photographed|taped|watch|watched|watching`

/** Persistence, captivity, helplessness, voyeurism and dependence, in other words. */
export const situations = {
  0.75: [
    // A refusal is ignored.
    `keeps|keep|kept|holds|hold|held|locks|locked|force|forces|forced|forcing|make|makes|take|takes|use|uses|
      tie|ties|pin|pins|do|does|fuck|have her|him|them|it ..3 although|though|while|when|even|however|no
      ..2 matter? how? much|hard? she|he|they|her|his ..2 ${suffers}|wants|tries|no`,
    `her|him|them|women|woman|girl|girls ..1 even|although|though|however ..1 much|hard|when|if|though?
      she|he|they ..2 ${suffers}`,
    `want|wants|like|love|make|makes|need|force her|him|them|you to? be?
      ..1 afraid|terrified|helpless|frightened|plead|beg|pleading|begging|weep|sob|scream
      ..2 to|and|for|before|while ..1 be|beg|plead|release|let|stop|mercy|go|released|leave`,
    "make|makes|making her|him|them|women cry|weep|scream|sob|suffer ..1 and ..1 beg|plead|stop|scream",
    `saying|says|said|say|means|mean|meant no ..2 and|but|so|yet i|he|we
      !bought|ordered|order|buy|paid|sent|chose ..1 do|did|keep|kept|go|went|take|took|continue|continued|have
      ..2 it|on|her|him|anyway|same|regardless|still`,
    `she|he|they|woman|wife|girl ..1 doesnt|dont|didnt|not|never|wont ..1 not? ..1 want|like|agree|consent|need
      ..2 and|but|yet|so|. ..1 i|he|we ..1 make|makes|force|do|did|take|took|made|keep her|him|it|them
      ..1 anyway|all|do|anyhow|regardless|.`,
    `she|her|they|you|woman|women|girl|girls|wife|maid|slave|captive ..2 ${cannot}|must ..1 be?
      ..1 allowed|get|gets|permitted|able|free|right|to|permission ..1 to? ${refuse} !a|the|an|it`,
    `a|her|his|their no|refusal|tears|protest|cries|nos ..2 not|doesnt|dont|never|nothing|isnt|means
      ..1 count|matter|stop|mean|interest|anything|nothing|bother|disturb|answer|yes`,
    `what|whatever|whether|how she|he|they|her ..2 wants|want|wishes|thinks|likes|feels|says
      ..1 is|does|of|has|doesnt|isnt ..2 no|not|nothing|irrelevant|interest|matter|count|importance|secondary`,
    // Captivity.
    `prisoner|captive|hostage|kidnapped|abducted|captured|slave|chained ..2 .? ..3 ${cannot}
      ..1 leave|escape|get|go|run|refuse|away|way|choice !box|shop`,
    `play|pretend|imagine|roleplay|lets|fantasy
      ..5 kidnapped|abducted|captive|prisoner|captured|hostage|enslaved|raped|unwilling`,
    `scene|story|stories|write|roleplay|chapter|fantasy|tale|tell|clip
      ..5 she|he|her|woman|women|girl|wife|you|somebody|someone ..2 is|are|was|were|gets|be|being|has|have
      ..1 forced|raped|abducted|kidnapped|overpowered|drugged|molested|violated|taken|no
      ..1 .|by|and|against|choice|to|in`,
    "hypnoti*|brainwash* ..1 women|her|girls|him|them|woman|someone|people",
    `hold|holds|held|holding|cover|covers|covered|press|pressed|clamp ..1 her|his|their|a mouth|nose|throat
      ..1 shut|closed|so|until|while|with !paint|brush|tape`,
    `hold|holds|held|holding|pin|pins|press her|him|them|women ..1 down ..1 until|till|while|although|so
      ..1 she|he|they ..1 stops|stop|gives|cant|cannot|stopped|cries|gave|submits`,
    // Somebody cannot refuse.
    `she|he|they|her|girl|woman|wife|women
      ..3 drunk|wasted|sedated|unconscious|drugged|stoned|passed|tipsy|asleep ..4 ${cannot}|longer
      ..2 say|object|refuse|resist|agree|consent|protest|defend|fight|complain|notice|notices|remember|no`,
    `she|he|they|her|girl|woman|wife|women
      ..3 drunk|wasted|sedated|unconscious|drugged|stoned|passed|asleep|comatose ..3 who|nobody|noone|no|so
      ..3 complain|notice|notices|know|knows|care|cares|object|stop|told|tell|mind`,
    `too drunk|wasted|drugged|stoned|sedated|sleepy|weak|scared|afraid|frightened to
      ..1 agree|consent|say|refuse|resist|object|protest|fight|know|leave`,
    `bottles|drinks|pills|drops|glasses|beers|cocktails ..3 she|he|they|her|until|till|so|and
      ..2 ${cannot}|longer ..2 object|say|refuse|resist|move|fight|complain|defend|know|notice|protest`,
    `give|gave|giving|feed|slip|slipped her|him|them|women|a ..2 pills|drops|sedative*|drugs|tablets|something
      ..3 so|until|till|to|and ..2 she|he|they|cannot|cant|sleep|sleeps|her|use|knock`,
    `do|doing|did|use|using|touch|touching|take|took it|her|him|that ..3 while|when|as|because|since
      she|he|they|shes|hes ..1 sleeps|sleep|slept|asleep|unconscious|drunk|passed|unaware|helpless`,
    // Watched or shown without knowing.
    `${filming} my|the|a|some|every|our|his|her|their
      ..1 guests|guest|women|woman|girls|girl|tenant|tenants|visitors|flatmate|roommate|neighbour|neighbours|
      neighbor|colleague|colleagues|lodger|maid|ex
      ..3 in|through|from|while|when|undress*|naked|shower*|changing|sleep*|bath* ..2`,
    `picture|pictures|photo|photos|pics|video|videos|footage|clip|clips of a|some|the|my|our|other?
      ..1 ${acquaintance}|woman|girl|guest|people|someone|neighbour ..2 in|from|through|at the|a|her|our?
      ${intimatePlace}|window|keyhole|gym`,
    "secretly|covertly|unnoticed took|take|taking|takes|made|make|film*|record*|photograph*|picture*|video*|snap*",
    `${filming} ..3 her|him|them|someone|women|people|guests|neighbour ..2 without|not
      telling|asking|informing|saying|warning|consent*|knowing`,
    `hidden|secret|tiny|spy|concealed camera|cam|cameras|cams|microphone|lens|recorder
      ..3 guest|bed|bath|spare|changing|her|hotel|tenants? room|rooms|bathroom|bedroom|flat|shower|toilet`,
    `threaten|threatens|threatened|threatening to
      publish|post|share|show|send|leak|upload|expose|reveal|release|spread
      the|her|his|their|my|those|these|private|your|some?
      ..1 video|videos|pictures|photos|nudes|pics|images|tape|recording|clips`,
    `gives|give|gave|giving|caves|agrees|agree|obeys|submits ..1 in|because|only|after|when|if|since
      ..1 because|when|if|after? ..1 i|he|we threaten*|blackmail*|force*|hit|hurt|press*|beat`,
    `blackmail|blackmailed|blackmailing|extort ..2 with|until|so|into|for|till
      ..3 pictures|photos|video|nudes|she|he|gives|it|sex`,
    // Dependants.
    `my|the|his|our
      maid|cleaner|employee|secretary|nanny|tenant|intern|assistant|student|waitress|servant|lodger
      ..1 has|must|needs|better|will|shall to? please|serve|obey|satisfy|sleep|undress|strip|kiss|pleasure
      ..1 me|him|us|with|or|.`,
    `sleep|sleeps|please|pleases|undress*|strip*|obey*|satisf* ..4 or|otherwise|else ..1 i|she|he|they|we
      ..1 throw|throws|lose|loses|fire|fires|evict*|kick|kicks|tell|tells|publish|show|hit|hurt|beat`,
    `better|best|fun|hot|hotter|love|like|enjoy|prefer|exciting|thrill* ..3 when|if|how|that
      they|she|he|women|girls|you
      ..1 fight|fights|struggle|struggles|resist|resists|lose|loses|beg|begs|refuse|refuses|protest ..1`,
    // Other descriptions of acts without consent.
    "i|he|we dont|never|wont|doesnt|not|didnt ..1 take|accept no for an answer !from",
    `she|he|they|her ..2 asleep|sleeping|drunk|unconscious|sedated|passed|wasted ..2 so|and|while ..1 i|he
      ..1 can|could|helped|used|touched|filmed|undressed|took|do|had
      myself|her|him|what|advantage|whatever|pictures|photos`,
    "out cold ..3 i|he|we ..1 can|could|will|do ..2 want|do|what",
    "what she|he|they doesnt|dont|didnt know|see ..1 cant|wont|doesnt ..1 hurt",
    `phone|camera|cam|recorder|mic was|is|were|kept|running|left ..1 recording|filming|running|on
      ..3 under|behind|hidden|secretly ..2`,
    `peep|peeping|peek|peeking|spy|spying|stare|staring at|on|into|through the|my|a|our?
      ..1 ${acquaintance}|women|girls|shower|bathroom ..2`,
    `${image}|nudes of|from|with my|his|her|an ..1 ex|exs|girlfriend|wife
      ..5 thinks|believes|thought|deleted|unaware|doesnt|never`,
    `see|show|look ..3 my|his ex|exs|girlfriend|sister|neighbour|roommate|flatmate|colleague
      naked|nude|undressed|topless`,
    `${image} ..2 on|from|under ..1 the|a? ..1 stairs|escalator|stair ..3 skirt|skirts|dresses|they|women`,
    `grabbed|grab|groped|kissed|touched|squeezed|pinned|cornered|rubbed|pressed her|him|them|women|against
      ..6 froze|cried|couldnt|scared|frozen|crying|screamed|shocked|struggled|escape`,
    `kept|keep|keeps|went|goes|carried|continues|continued going|on|doing|pushing|kissing|touching
      ..3 although|though|while|when|despite|even ..2 she|he|her|his|they|tears
      ..4 tears|cried|crying|no|stop|begged|screamed|pain|wept|eyes`,
    `pushed|push|pushes|pulled|moved|took|slapped my|his|me|him ..1 hand|hands|away|off|arm ..2 and|but|so i|he
      ..1 put|kept|tried|held|grabbed|continued|moved ..2 back|again|on|it|anyway|her|there`,
    "turning|turned|turn|turns|moved her|his head|face|mouth away ..2 while|when|but|and|as i|he|we",
    `tied|bound|chained|gagged|handcuffed|locked ..1 up|down|in? ..1 and|who
      ..1 scream|screams|cries|screaming|crying|begs|begging|struggles|cannot|cant`,
    `somebody|someone|she|woman|women|girl|victim|you ..4 powerless|defenceless|defenseless|helpless
      .|against|before|under|to|when|and`,
    "take|grab|attack|jump her|him|a|women|someone|you ..1 by|from surprise|behind ..5 dark|mouth|force|hold|grab|.",
    `follow|following|followed|stalk|stalking|trail ..1 women|woman|girls|strangers|joggers
      home|at|through|in|around|and`,
    `lock|keep|chain|hold|cage|imprison you|her|him|them|a|women ..2 in|on|to my|the|a
      ..1 cellar|basement|dungeon|cage|chain|leash|bunker|radiator ..5 until|never|always|and|forever|so
      ..3 out|what|i|she|obey*|leave|escape`,
    "has|have|must ..1 to? do|obey|endure ..1 everything|anything|whatever|all ..4 likes|want|wants|like ..1 or not",
    "she|you|he|they|her ..5 like|likes|want|wants ..1 it|to|this? or not !to",
    "like|likes|want|wants it|to or not . ..1 she|her|you|i ..2 do|does|take|mine|obey*|will|has",
    "wife|wives|woman|women|girlfriend|slave may|must|can|should|cannot|cant|shouldnt not|never? refuse|deny ..2",
    `women|woman|girls|they ..1 secretly|deep|actually|really|all|inside
      ..2 want|wants|like|likes|love|enjoy|need ..1 to|it|being ..1 be|being|when?
      overpowered|forced|taken|raped|used|dominated|hurt|beaten`,
    "no woman|girl ..1 really|actually|ever? means|meant|wants no|it|to",
    "she|they|women ..1 asked|asks|begged ..1 for it with|dressed|in|wearing|herself|by that|her|a|short|.",
    "nobody|noone|who ..2 believe|believes her ..3 so|anyway|go|do|.",
    `few|some|two|three|couple|little|of drops|pills|tablets|powder ..4 wont|cant|doesnt|never|not|nothing
      ..1 remember|move|resist|know|feel|wake|notice`,
    "pay ..1 with|in your|ur|her ..1 body|mouth|night|sex",
    `needs|need|keep|keeps|lose|fear|afraid|depends|without ..1 her|the|his|this|a
      ..1 job|visa|flat|grade|roof|room|papers ..2 so|therefore|and|that|because ..1 she|he|they
      ..1 doesnt|wont|never|not|lets|let|has|cant|cannot ..2 complain|say|object|refuse|tell|me|do|no|everything`,
    `grade|job|raise|role|promotion|rent|part|visa ..3 for|if|after ..2 night|sleeps|bed|sex|kiss|body|undress*
      ..1 with|me|him|.`,
    `as|im|being ..1 her|the|their boss|landlord|teacher|doctor|officer|husband|owner|master ..2 i
      ..1 can|may|take|do|have|get ..2 what|everything|whatever|anything ..1 i|want|.`,
    `girls|women|woman|people who|that|which ..1 are|is|were|being?
      ..1 held|sold|kept|trafficked|enslaved|captured|stolen ..2 and|as|by|in|for|.
      ..1 sold|slave|held|captive|sex|used|.`,
    `drags|drag|dragged|lures|lured her|him|a|the|women|girl|woman ..3 into|to|behind ..1 the|a|his
      woods|forest|bushes|van|alley|cellar|basement|trunk|dark|cabin`,
    "overpowered|overpowers|ravished|gangraped by|strangers|her|him|and|from ..2",
    "be|play|youre my|the victim ..4",
    "ignore|ignores|ignored|forget|without|no|disregard|dont|skip|never ..2 safeword|safewords",
    "ignore|ignores|ignored|forget|without|no|disregard|dont|skip|never ..2 safe word|words",
    `dont|doesnt|not|never care|mind|bother ..1 if|whether|what you|she|he|they
      ..1 want|wants|like|likes|agree|agrees|consent|enjoy|feel !for|the|to|your|paint`,
    "your|her|their body ..1 is|belongs ..1 mine|me|to|my",
    "you|she|they have|has|got|get|gets no say .|in|at|about|here|over",
    `app|spyware|software|tracker|program|gps|airtag ..1 on|in|into|under her|his|their|wifes|girlfriends|exs
      ..2 phone|laptop|car|bag|mobile|computer`,
    `made|make|making|create|created|generate*|faked ..1 nude|naked|porn ..1 ${image} of|from|with`,
  ],
}
