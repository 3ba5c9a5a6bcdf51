import { helpless, image, person, refusal, sexualAct } from "./vocabulary.ts"

/** Refusals passed over, people who cannot refuse, pressure and captivity. */
export const coercion = {
  0.75: [
    // A refusal is ignored.
    `said|says|say|told|tells|begged|begs|asked|asks|cried|screamed|saying|telling|shouted|pleaded|whispered|
      meant ..3 ${refusal} ..4 .? and|but|so|then|yet|while? i|he|we|they|it
      !bought|ordered|order|buy|paid|sent|chose|picked
      ..2 kept|went|continued|carried|laughed|laughs|held|pushed|ignored|still|anyway
      !cancel*|looking|grey|blue|buying`,
    `said|says|say|told|tells|begged|begs|asked|cried|screamed|saying|telling|wanted ..3 ${refusal} ..4 .?
      and|but|so|then|yet? i|he|we|they|it ..1 did|didnt|dont|doesnt|does|didn not?
      ..1 care|stop|listen|mind|anyway|do ..1 .|anyway|anyhow|about|her|him`,
    `kept|keeps|keep saying|telling|begging|repeating|screaming|crying|whispering|moving|pushing|turning
      ..2 ${refusal}|away ..1`,
    `told|said|tells|says me|him|no|us ..2 no|stop|times
      ..2 two|three|four|five|several|many|twice|repeatedly|again times|and|.|again`,
    `push|pushed|pushing|pushes|shoved|shoves|turned|turning|turns|pulled|pulling|squirmed|wriggled
      ..3 me|him|my|his|away|off|head|face|hand ..3 .? and|but|so|then|yet i|he|we|they|did
      ..3 held|kept|keep|went|continued|carried|grabbed|pulled|kissed|kissing|anyway|not|didnt|let|on !lid|box`,
    `tried|tries|wanted|wants|trying to ..1 get|run|leave|escape|scream|resist|fight|move|go|push ..3 .?
      and|but|so|while? i|he|we|they|him
      ..1 held|kept|locked|grabbed|pulled|blocked|pinned|caught|dragged|stopped|wouldnt|didnt|laughed`,
    `blocked|block|locked|blocking|stood|guarded the|her|his|in|at ..1 door|exit|way|room
      ..4 let|her|until|go|could|couldnt ..2 her|him|go|leave|out|until|.`,
    "turned|turning|pulled away|head|face .? and|but|so i|he ..2 kiss*|kept|went|continued|did|touched",
    `froze|frozen|motionless|stiff|still .? and|so|but|while i|he|we
      ..1 carried|went|kept|continued|did|touched|had|took|just|finished`,
    `${sexualAct}|made|did|took|take|taking|lifted|grabbed|filmed ..2 her|him|them|it|women|someone|hand|skirt
      ..3 although|though|even|but|despite|while|when|against ..2 she|he|they|her|his
      ..3 didnt|doesnt|dont|did|does|never|not|said|turned|no|cried|asleep|froze|refused|refusal|away|protested|
      begged !.|pay|order`,
    `i|he|we|they|you ..2 make|makes|made|making|force|forced|forces|take|took ..1 her|him|them|it|you
      anyway|anyhow|regardless|although|though|nevertheless|even|whether`,
    `${person} ..1 didnt|doesnt|dont|did|does|never|wouldnt|wont not? ..1 want|wanna|like|agree|consent
      ..1 it|to|that|this|me|him|sex|. ..2 .? and|but|so ..1 i|he|we|they
      ..2 did|do|does|made|make|took|take|forced|force|went|go|kept ..2 it|her|him|anyway|on|.|you
      !home|back|along`,
    `${person} ..1 didnt|doesnt|dont|never|wouldnt not? want|wanna to|it|. ..1 .? ..1 i|he|we
      ..1 did|do|made|make it|her|him ..1 anyway|.|regardless|do|though`,
    `taking|take|took|using|use|having|forcing|overpowering|wanting|fucking a|women|woman|someone|girls
      ..1 woman|girl|who|that|someone|person
      ..2 doesnt|dont|didnt|does|never|cannot|cant|refuses|resists|wont|hates|struggles|not ..2`,
    `better|fun|exciting|hot|hotter|hottest|only|like|love|enjoy|prefer|off|turns
      ..4 when|if|women|someone|girls|who|that|on
      ..2 they|she|women|he|who|girls|resist|resists|dont|doesnt|fights|struggle
      ..1 want|resist|resists|fight|fights|struggle|struggles|cries|refuse|refuses|unwilling|it|hates|consent|
      agree|not !charge`,
    `only|just|more ..1 fun|exciting|hot|good|interesting if|when she|he|they|you
      fights|fight|resists|resist|struggles|struggle|cries|cry|refuses|hates|dont|doesnt`,
    `her|his|their|a|womans no|tears|fear|refusal|resistance|protest|crying|screams|pain
      turns|excites|means|arouses|makes|only|just|dont|doesnt|do ..2 me|on|more|yes|nothing|stop|hard|him|game`,
    `laugh|laughed|laughs|laughing|smiled|grinned|watched ..1 when|while|as|and|because she|they|he|her
      ..2 begged|cried|said|screamed|told|pleaded|begs|cries|asked`,
    `begged|told|asked|begs|asks|screamed|pleaded ..2 to stop|let|leave|delete|wait ..3 .? and|but|he|i|they
      ..2 laughed|laughs|laugh|didnt|kept|refused|just|continued|smiled|still|posted|ignored|wont`,
    "she|he|they ..1 did|didnt|does|doesnt not? want to|it|that|me .? i|he|we|they did|do|does it|that anyway",
    // Excuses.
    "no|stop|refusal means|is|always|meant|just|really ..2 yes|maybe|more|please|invitation|foreplay",
    `says|say|said|saying|screams no ..2 but|and|while|when
      ..2 wants|want|mean|means|body|eyes|likes|needs|they|she ..2 it|yes|wants|says|want|.`,
    "lips|mouth|words ..1 say|says|said no ..2 body|eyes|hips|heart",
    "women|woman|girls|she|wives ..2 say|says no ..2 mean|means|want|wants|when ..1",
    "she|woman|women|girls|he was|is|were|are|r|s ..1 asking|begging|dressed for it|that|sex !price*|discount*",
    `didnt|doesnt|dont|not|never ..1 say|said|fight|resist|scream|object|protest|push|move no|it|. ..2 .?
      so|then|and|means|counts|that|therefore
      ..2 fine|okay|ok|yes|agreed|consent|right|counts|means|consented|consensual|wanted`,
    `doesnt|didnt|dont|not|never scream|fight|resist|object|protest|move|struggle|complain
      it|.|back|much|so|is|means|counts|that ..4 yes|fine|consent|counts|consensual|agreed|okay|wanted`,
    `wife|girlfriend|woman|women|she|slave|maid ..1 has|have|had|gets no|not|zero
      ..1 right|rights|say|choice|voice ..2 .|in|to|here|and|but|when !of`,
    "owe|owes you|him|me|us ..1 sex|body|night|bed|it|kiss|more",
    "woman|women|girl|girls|she ..6 owes|owe you|him|me ..1 .|sex|something|for",
    `women|woman|girls|wives|she is|are|were|exist|exists|made|born|was
      ..1 there|here|born|made|just|only|to|for? ..1 to|for be? used|taken|serve|obey|men|enjoy|broken`,
    `consent|permission|agreement|no is|was|isnt|are|seems|sounds not?
      ..1 optional|overrated|boring|unnecessary|joke|irrelevant|word|needed|required|myth|modern|luxury|stupid|
      game|suggestion`,
    `no|without|zero|forget|ignore|skip consent|permission needed|required|necessary|.|from|thing|stuff|nonsense
      !of|for|to|from`,
    `why|who|nobody|no|not ..3 need|needs|care|cares|ask|asks|bother|wants|wait|waits
      ..2 consent|consents|permission|agrees|she|asking ..1 .`,
    `who|nobody|noone|dont|not|never|doesnt cares|care|bother|ask|mind ..1 if|whether|what|about|for
      ..1 she|he|they|her|women|his
      ..2 consent|consents|agrees|wants|permission|likes|want|thinks|feels|says|enjoys|agree|minds|yes
      !price|colour`,
    "whether she|he|they|her ..1 agree*|consent*|want*|like*|or ..1 or|it|not ..1 not|.|doesnt",
    `dont|didnt|doesnt|never|not|why|without ask|asking ..1 .? ..1 just|simply|i|he|to?
      take|takes|grab|grabs|touch|touches|kiss|kisses|use|do|took|grabbed|did|help
      ..1 .|her|it|them|him|what|women|myself`,
    `never|didnt|not|no|nobody|noone one|once? asked|ask|asks her|him
      ..2 .|he|i|just|simply|if|what|for|permission|first|whether !price|yet|about|to`,
    `not|didnt|doesnt|dont|never|wouldnt|nor|hardly ..1 dare|dared|dares|daring to|say|refuse
      ..1 no|refuse|resist|leave|scream|tell|say|object !more|you`,
    `afraid|scared|frightened|terrified|fear ..1 of|to ..1 me|him|say|refuse|losing ..3 so|and|.
      ..1 she|he|they|i ..1 did|does|obeyed|let|agreed|gave|said|went|obeys`,
    `agreed|agrees|yes|did|does|let|obeyed|obeys|went ..3 because|since|out|only|as ..2 she|he|they|of
      was|is|were|fear|afraid|pressure ..1 afraid|scared|frightened|threatened|terrified|fear|forced|.`,
    `only|just says|said|agreed|agrees|does|did|do|obeys|sleeps|stays ..2 because|since|out|after i|he|of|she|we
      ..3 has|have|afraid|scared|fear|photos|pictures|threatened|threat|video|job|videos|tape|passport`,
    `she|he|they|her|him|women|woman|wife ..1 had|has|have|left|gave no|not ..1 choice|option|alternative|way
      ..1 but|.|or|out ..1 to|.|she|sleep|obey`,
    `cant|couldnt|cannot|could|can not? say|refuse|object ..1 no? to her|his|their|me|him
      boss|husband|him|landlord|.`,
    // Somebody cannot refuse: asleep, drunk, drugged.
    "out cold .|so|when|while|and|then ..4",
    `${helpless} ..3 .? ..2 i|he|we|they|it|was|my|when|so
      ..2 ${sexualAct}|easy|chance|advantage|opportunity|took ..2`,
    `${sexualAct}|take|taking|took|do|did ..2 her|him|them|woman|women|someone|girl|girls|she|wife|guest
      ..3 ${helpless}`,
    `advantage of ..3 ${helpless}|high|her|him|woman|women|girl|girls|someone|she|weak`,
    `${helpless} ..1 to|that|enough|so
      ..4 know|remember|happened|resist|refuse|stand|say|notice|object|fight|realise|realize !whether|which`,
    `${helpless} on purpose`,
    `drink|drinks|glass|glasses|wine|pill|pills|powder|drops|mix|punch|shot|shots|vodka|beer|cocktail|bottle
      ..6 she|her|they|girls|women|him|hers
      ..2 wont|cant|couldnt|cannot|forgets|forget|doesnt|not|could|can|would|barely|hardly|be|stop|stops|give|
      gives
      ..1 remember|stand|resist|move|refuse|wake|know|no|.|hardly|barely|easy|barely|saying|walk|not|able|in|
      anything|willing`,
    `how many|much drinks|drink|glasses|wine|alcohol|shots|pills ..4 until|till|before|for|so
      ..1 she|her|they|a|women|he|someone ..4`,
    `fill|filled|filling|kept|keep|topped ..1 her|his|their|filling|pouring ..1 glass|glasses|cup|drink
      ..4 until|till|so|that|all|and`,
    `let|make|made|making|get|got|sure ..1 her|him|them|she|someone|women
      ..1 drink|drinks|drunk|wasted|high|plastered|tipsy
      ..3 until|till|so|that|enough|lot|then|on|purpose|first|resist|easy`,
    "spike|spiked|spiking|lace|laced|dosed|dose|roofie ..2 punch|drink*|cocktail*|wine|beer|bowl|her|his|their|party",
    `put|putting|slip|slipped|slips|mix|mixed|drop|dropped|drops|pour|poured|add|added|stir|dissolve|dissolved
      ..3 something|stuff|pill*|drops|tablet*|crushed|some|mickey ..2 in|into|to|for
      ..2 drink|drinks|glass|wine|beer|coffee|cup|tea|cocktail|punch|bottle|vodka|juice|soup ..2 !holder|lid`,
    `which|what|something|tasteless|odourless|odorless|pill|pills|drug|drugs|drops|powder|tablet|tablets|stuff
      ..5 make|makes|made|get|knocks|help|put|puts|let|lets ..1 her|him|them|someone|woman|women|girl|girls|a
      ..1 woman|girl|person?
      sleep|sleepy|forget|pass|willing|docile|weak|easy|out|unconscious|obedient|horny|compliant`,
    `woke|wakes|waking|wake up|while|when|to? ..2 i|he|was|find|him
      ..3 top|inside|already|between|touching|undressing|naked|her`,
    `waited|wait|waits|waiting until|till|for ..1 she|he|her|they|him ..1 was|is|were|to|fell|had|were
      ..2 ${helpless}|out|fall|pass|blacked`,
    `could|can|couldnt|cant hardly|barely|not stand|walk|move|talk|speak|see ..2 .? so|and|then
      ..3 easy|i|took|helped|bed|home|he|no`,
    // Pressure.
    `pressure|pressured|pressuring|nag|nagged|guilt|guilted|bully|bullied|pushed|push|wore|manipulate|
      manipulated|threaten|threatened|beg|begged|corner|cornered|kept|coax|worked|insist|insisted
      ..5 until|till|into|so|unless|enough ..2 she|her|they|he|sex|agreed|gave|it|bed|sleep
      ..1 agree*|gave|gives|give|caved|caves|did|said|undress*|in|sleep|slept|with|.|does
      !order|buy|price|refund`,
    `pressure|pressured|pressuring|guilted|bullied|blackmailed|talked|tricked|lured|shamed|bribed|threatened
      her|him|them|women|girls|a|someone|employees|my ..2 into|to|unless|with
      ..1 it|sex|bed|sleep|sleeping|undress*|kiss*|posing|stripping|touch*|nudes|doing|things`,
    `push|pushes|pressed|insist|press|beg|nag|try ..1 long|hard|often|enough|a ..2 enough|while|times?
      ..2 she|he|they|women|girls|any ..1 give|gives|gave|cave|caves|yes|says|agrees|surrenders|stops`,
    `unless|until|if|or|otherwise|before|except|only|after ..1 she|he|they|you|woman|girls|women
      ..2 sleep|slept|sleeps|goes|went|go|undress*|strip*|kiss*|pleases|spend|spends ..1 with|to|for|him|me|the
      ..1 me|him|bed|the|us|night|boss|them !baby|early`,
    `sleep|slept|bed|undress|strip|sex with|for|to ..1 me|him|boss|us|them|landlord
      ..1 or|unless|otherwise|else|for|to|and i|ill|he|she|lose|lost|you|they|everyone|keep|get|the|be|her|your
      ..3`,
    `lose|lost|fire|fired|evict*|deport*|keep|fail|job|promotion|visa|flat|role|rent
      ..7 sleep|sleeps|slept|bed|sex|undress*|naked|strip ..1 with|to|for|her|.`,
    `gave|give|offers|offered|got|get ..3 job|role|part|raise|visa|flat|grade|promotion
      ..3 after|if|for|when|because ..1 she|he|they|sleeping ..1 slept|sleeps|sleep|went|let|undressed|with`,
    "threatened|threatens|threaten|threatening ..1 to ..5 unless|if|until she|he|they|you ..4",
    `do|does|did|has|have|obey|obeys ..2 as|what|anything|everything ..1 i|he|we|they
      ..1 say|says|want|wants|tell|tells|ask|asks|demand|like ..2 or|otherwise|unless|because|.
      ..1 everyone|everybody|i|he|we|they|ill|your|the|else|her ..6`,
    `with|because|have|has|got|these|those|the|keep ${image}
      ..4 make|force|control|hers|own|blackmail|have|power ..3 do|her|obey|anything|over|him|you`,
    `because i|he|we have|has|got|keep|kept|hold ..1 those|these|the|her|his|some ..1 ${image}|passport`,
    `use|using|used ..1 them|it|these|${image} ..1 against her|him|you|them`,
    "i|im ..2 going|gonna to use|show|post|sell them|those|it",
    // Captivity.
    `not|never|isnt|aint|cant|cannot|nor allowed|permitted|let|able|free to ..1 leave|speak|refuse|call|go
      !baggage|box|until|without|the`,
    `hid|hide|took|take|takes|taken|keep|kept|have|has|confiscated ..1 her|his|their|maids|womans
      ..1 passport|phone|keys|purse ..4 .|away|so|cant|couldnt|from|and|leave|call !number|case|stand`,
    `locked|lock|locks|chained|chains|caged|trapped|imprisoned|shut
      ..1 her|him|them|woman|women|someone|she|up|in
      ..4 cage|basement|cellar|dungeon|cabin|attic|bunker|shed|room|flat|house|closet|bathroom ..4`,
    `kept|keep|keeps|held|holds|lives|locked in a|my|the|his ..1 cage|dungeon|bunker|cell
      ..4 cant|cannot|not|leave|out|never|captive|against|and|who`,
    "tears dont|do|never|wont not? ..1 stop|bother|matter|disturb",
    "she|he|they|her cried|cries|crying|wept|sobbed|screamed ..1 the|through|all|during|while ..1 time|it|i",
    "down|secretly|really|all ..3 want|wants|like|love|need to be taken|used|forced|broken|raped",
    `cam|cams|camera|cameras|lens|microphone|recorder|webcam ..1 behind|inside|in|under
      ..2 mirror|vent|clock|detector|socket|bed|lamp|toothbrush|teddy`,
    "under|beneath the|a door ..6 phone|camera|mirror|film|filming|cam",
    `consent|permission|agreement . ..1 i|who|he|nobody ..1 dont|cares|couldnt|never|needs
      ..1 care|cares|need|that|it`,
    `chained|shackled|imprisoned|caged|captive|prisoner in|to|for|inside|at a|the|my|his
      ..2 basement|cellar|dungeon|cabin|attic|bunker|shed|room|month|weeks|years|days|bed|wall|radiator`,
    "kept|keep|keeps|held|hold prisoner|captive|hostage|locked|imprisoned",
    `overpower*|ravish*|ambush*|kidnap*|abduct*|assault*|molest*|enslav*
      ..2 her|him|them|woman|women|girl|girls|maid|someone|victim|jogger|you`,
    `${person} ..2 is|was|are|gets|be|being|been|get|youre
      ..1 overpowered|abducted|kidnapped|raped|enslaved|drugged|chained|assaulted|molested|violated|ravished|
      gangraped|trafficked !vase`,
    `${person} ..1 is|was|are|gets|be|being|been captured|taken|caught|seized|hunted|cornered|trapped|tied
      ..2 and|by|against|then
      ..2 used|forced|shared|raped|broken|sold|kept|undressed|stripped|abused|force|enslaved|will`,
    `forced|made|compelled|coerced to
      ..1 obey|please|watch|undress|serve|strip|submit|pose|perform|suck|kneel|marry|sleep|pleasure|satisfy|
      have|endure`,
    "forced|compelled|coerced ..1 into ..1 it|sex|bed|marriage|submission|slavery|prostitution|posing|stripping",
    `break|breaks|breaking|broke|crush|destroy ..1 her|womans|women|his|womens|their|a|the
      ..1 womans|girls|slaves? will|resistance|spirit`,
    `story|scene|roleplay|write|play|fantasy|tale|pretend|play|clip
      ..9 struggles|struggling|unwilling|resists|resisting|overpowered|forced|against|ravished|raped|captive|
      protests|begging|refuses|noncon ..3 and|her|.|but|he|to|by|while|doesnt|will !buy|pay|time`,
    `pretend|play|roleplay|imagine|story|scene|lets ..4 you|she|woman|he|who ..1 dont|doesnt|didnt|do|does|never
      not? want ..2 it|to|me|this|him|sex|.`,
    `slave|slaves|servant|maid ..3 never|not|isnt|wasnt|didnt|no|without
      ..1 asked|agreed|game|consented|choice|paid|free|ask|game`,
    "real|actual|true slave|slaves|captive|captives|victim|victims|rape .|not|who|and|that|no|women|woman|girls ..1",
    "no|has|have|any|without rights|say|choice ..1 in it|.|over|about|her|whatsoever !of",
  ],
}
