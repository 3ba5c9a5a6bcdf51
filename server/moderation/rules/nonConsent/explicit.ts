/** Rape, drugging, secret filming, blackmail and trafficking by their names. */
export const explicit = {
  0.95: [
    `want|wanna|like|love|lets|going|gonna|fantas*|dream|pretend|roleplay|scene|try|plan|planning|about|ll|
      would|will ..4 rape|raping|rapes`,
    `i|ill|gonna|lets|want|wanna will|to|would|am|going|love|like? going|gonna|to|love|like? to?
      drug|roofie|sedate|chloroform her|him|them|you|someone|a|women|girls|men !store|test`,
    `want|wanna|love|like|going|gonna|to|ill to? force|coerce|blackmail her|him|them|you|someone|women|men
      to|into|while|against|when|even
      ..4 say*|no|consent|asleep|crying|fight*|sex*|undress*|bed|naked|want|resist*|screams|unconscious|or`,
    "rape you|her|him|them|u",
  ],
  0.75: [
    "rape|raped|rapist|raping|rapes !seed|seed|oil|field*",
    `drug|drugs|drugged|drugging|roofie*|spike|spiked|spiking|sedate|sedated
      her|him|them|his|someone|someones|drink|drinks|you|women`,
    "roofie*",
    `without|against|ignoring|no her|his|their|the|any|model|girl*
      ..1 consent|knowing|knowledge|permission|will|agreement !of|be|sell|buy`,
    `while|when she|he|they|shes|hes|theyre is|are|was|were?
      asleep|sleeping|sleeps|unconscious|drunk|drugged|passed|knocked out|and|cannot|cant|so|to|.`,
    `even|although|though|when|after|if she|he|they|you say|says|said|scream|screams|begs|refuse|refuses|keeps
      no|stop|saying|to|. no?`,
    `hidden|secret|spy|concealed camera|cameras|cam|cams|video|filming|recording
      in|of|her|bathroom|changing|shower|bedroom|women|neighbour* ..3`,
    `secretly|covertly
      film|filmed|filming|record|recorded|recording|photograph|photographed|watch|watched|watching
      her|him|them|women|a|someone|my|people|guests|neighbour*`,
    "revenge porn",
    "leak|leaked|post|share|upload|publish her|his|their ..1 nudes|nude|private|naked|intimate",
    "leak|leaked her|his|their ..1 pictures|photos|videos",
    `leak|leaked|post|share|upload|publish my ..1 ex|exs|wifes|girlfriends
      ..1 nudes|nude|private|naked|intimate|pictures|photos|videos`,
    "blackmail|blackmailed|blackmailing|extort|coerce|coerced|coercing her|him|them|you|someone|women",
    "upskirt*",
    "kidnap|abduct|kidnapping|abducting|kidnapped her|him|them|someone|a|you|and|women|girl*",
    `force|forced|forcing her|him|them|someone|women to|into !fit|close|box|frame|stand|choose|wait|pay|use
      ..3 sex*|undress*|naked|bed|strip|kiss*|it|do|perform|submit|touch*|say`,
    "does|do|did|is|are not|doesnt|dont|didnt|isnt consent|consenting",
    "doesnt|didnt|not|never|dont consent|consented|consenting !form*|to|banner",
    `unwilling|nonconsenting|nonconsensual|noncon
      woman|women|partner|victim|scene|sex|scenes|girl*|man|video*|roleplay|.`,
    "non consensual|consenting|con",
    `film*|record*|photograph*|videos|video|photos|pictures|watch|watching|watched|spy|spying of|on?
      ..1 her|him|them|someone|women|woman|girl*|neighbour*|neighbor*|guests|strangers|ex|roommate|flatmate|
      sister|coworker|tenant* ..6 without|doesnt|does|dont|not|no|never|nobody|unaware|didnt|secretly|unseen
      ..2 know|knows|knew|known|knowing|idea|notice*|noticing|aware|wanted|agree*|permission|consent*|asking`,
    `she|he|they|nobody|neighbour*|neighbor*|women|guests|people
      doesnt|dont|does|do|not|has|have|had|never|didnt|will|is|are|would
      ..2 know|knows|knew|idea|notice*|aware|suspect*
      ..5 film*|record*|photograph*|camera*|cam|watching|videos|video|pictures|photos`,
    `through|from|behind|over her|his|their bathroom|bedroom|shower|toilet
      window|windows|curtain*|keyhole|blinds|door`,
    "through|over a|my|the|her|his? neighbour*|neighbor* ..1 window|windows|curtain*|keyhole|blinds|fence",
    `camera*|cam|cams|phone|microphone ..3 bathroom|bedroom|shower|toilet|guest|changing|fitting|locker|her
      ..6 nobody|noone|never|not|doesnt|dont|wont|no|without|didnt one?
      ..1 notice*|suspect*|knowing|knows|discover*`,
    `put|putting|slip|slipped|slipping|mix|mixed|drop|dropped|pour|poured|sneak*
      something|pill*|powder|drug*|sleeping|it|some|drops|a|stuff ..2 in|into|to her|his|their|someones|a|the
      ..1 drink|drinks|glass|wine|beer|coffee|cup|tea|cocktail !of|for|holder`,
    `knock|knocks|knocked|knocking|put|puts her|him|them|someone|women|woman|girl*|a|the woman|girl|date?
      out|unconscious|under|asleep|sleep !of|the|your|there|front|for|on|in|glass|dust`,
    `force|forces|forced|forcing|pushes|pushed himself|myself|themselves|herself|yourself|my
      on|onto|upon|at|into|hands|way her|him|them|a|women|someone|the|somebody|on|into`,
    "by force !.|of",
    `take|took|taken|takes|taking|have|had|use|used|sex|kiss*|fuck*|keep|kept|hold|bring|brought|mate|touched|
      touch her|him|them|it|women|a|someone|woman|girl*|with? ..2 by force|forcibly|against`,
    `hold|holds|held|holding|pin|pins|pinned|tie|ties|tied|tying|chain*|restrain*|gag|gags|gagged|bind|binds|
      bound her|him|them|someone|woman|women|girl*|a|the|victim ..2 down|up|tight|hands|mouth|to
      ..6 struggl*|scream*|cry*|cries|resist*|escape|escapes|beg|begs|begging|away|fight|fights|refuses|whether|
      plead*`,
    `whether|if|no she|he|they|her|matter like|likes|want|wants|wanted|agrees|consents|if|what|she
      it|this|that|to|she? or? not|refuses|resists|wants|cries|says|screams`,
    "against her|his|their ..1 will|wish*|choice|consent|resistance|protest*",
    "against the will|wish* of ..2 girl*|woman|women|her|model|maid",
    `dont|do|not|without|never|no need|needs|ask|asks|asking|want|wait|waiting|care|get|getting|having
      for|about? her|his|their|a|any permission|consent|agreement|yes|approval !to|for|of|from|before`,
    `what|how|if|whether she|he|they|women|a wants|want|says|thinks|feels|feel|likes|woman|consents|agrees
      ..2 doesnt|does|is|not|isnt|dont|never not? matter|matters|count|counts|important|relevant|interest`,
    `too|so|very|completely|half|totally
      drunk|asleep|wasted|drugged|stoned|sedated|weak|scared|afraid|frightened|young to|that
      ..2 say|refuse|resist|fight|object|move|scream|defend|leave|no|stop`,
    `undress*|touch|touched|touching|kiss|kissed|kissing|fondl*|strip|stripped|stripping|fuck*|penetrat*|abuse*|
      abusing|lick*|use|used|using|sex ..2 her|him|them|someone|women|woman|girl*|roommate|guest
      ..3 while|when|as|during|in|who she|he|they|her|his|is|are|s
      ..2 sleep*|asleep|drunk|unconscious|passed|crying|cries|coma|sedated|drugged|struggl*`,
    "grope|groped|groping|gropes|groper|molest*|frotteur*",
    `touch|touching|touched|rub|rubbing|rubbed|press|pressing|pressed|grab|grabbing|grabbed against|on|up?
      ..2 strangers|women|passengers|girls|unknown|random|somebody|someone|woman|girl ..2 on|in|at|from
      the|a|behind|crowded|public bus|train|crowd|metro|subway|tram|club|concert|lift|elevator|street|public|.`,
    `send|post|publish|show|share|leak|upload|release|mail|forward|sent|posted
      ..2 photos|pictures|nudes|video|videos|pics|images|clips|recordings to|with|at her|his|their
      ..1 boss|family|husband|wife|parents|employer|work|friends|colleagues|office|fiance`,
    `videos|video|photos|pictures|nudes|pics|recordings|clips ..1 of my|an|his|the|your
      ..1 ex|girlfriend|neighbour*|neighbor*|colleague*|coworker*|student*
      ..5 never|without|secret*|not|knowing|knows|doesnt|didnt|agreed|unaware|online|revenge`,
    `sold|sell|selling|buy|buying|trade|traded|auction*|keep|kept ..2 as|into|like|for
      slave|slaves|slavery|servitude`,
    "slave|slaves auction*|market*|trader*|trade",
    "human|sex|woman|women|girl* traffick*",
    "traffick* women|girls|people|humans|persons|in|of",
    `held|keep|kept|keeping|holding|hold|take|took|taken|imprison* her|him|them|women|woman|someone|a
      ..3 captive|prisoner|hostage|imprisoned`,
    "held|kept|taken|imprisoned captive|prisoner|hostage|against",
    `make|made|makes|making|made|let her|him|them do|suck|strip|undress|kiss|swallow|obey|submit|kneel|it|beg
      it|that|anyway?
      ..4 begs|begged|begging|cries|crying|cried|refuses|refused|against|though|screams|screaming|tears|stop|
      unwilling*`,
    `said|says|say|told|begged|begs|asked|cried|crying|screamed|screaming|pleaded|shouted|sobbed
      ..4 i|he|they|we|but|and did|didnt|do|dont|does|doesnt|kept|went|carried|continued|would|just not?
      ..1 stop|on|going|anyway|listen|stopped`,
    `cry|cries|crying|cried|scream*|beg|begs|begged|begging|struggl*|sobb*|plead* ..3 i|he|they|we|but|and
      ..1 went|kept|carried|continued|keeps|goes|continues on|going|anyway|it`,
    `never|didnt|doesnt|not agreed|agree|consented|wanted|asked to|for? it|this|that|me|sex
      ..4 fun|exciting|hot|thrill*|turns|point|excit*|arous*|best`,
    `fight|fights|fighting|struggle|struggles|resist|resists|resisting|fought back|and|but|hard|against?
      ..2 cant|cannot|couldnt|never|lose|loses|unable|not win|escape|away|stop|get|him|me`,
    `she|he|they|woman|girl|someone|victim was|were|is|gets|got|being|been
      ..1 drugged|sedated|roofied|spiked|chloroformed`,
    `film*|record*|photograph*|watch|watched|watching|spy|spied|tape|taped|taping on?
      her|him|them|someone|women|people|guests|neighbour*|neighbor*
      ..2 secretly|covertly|unnoticed|undetected|hidden`,
    `leak|leaked|post|posted|share|shared|upload*|publish*|spread|sell|swap
      ..2 nudes|nude|naked|intimate|private pictures|photos|videos|video|clips|pics? of
      my|his|her|an|the|your|some ..1 ex|girlfriend|wife|woman|women|girl*|neighbour*|colleague*`,
    "had|have|having|has|get|got my|his|their|our way with her|him|them|someone|a|that|women",
    "took|take|taking|takes turns with|on|at her|him|them|a|that|women !.|carrying|lifting",
    "she|he|girl*|woman|they|her|was passed|knocked|blacked out and|so|while|then|when ..1 i|he|they|we",
    "knife|gun|blade|pistol to|at|against|on her|his|their|a ..1 throat|neck|head|back|ribs|temple",
    `pills|pill|tablets|tablet|drops|powder|drug*|rohypnol|ghb|sedative* ..1 in|into her|his|their|someones|a
      ..1 drink|drinks|glass|wine|beer|coffee|cup|tea|cocktail|food`,
    `girl*|woman|women|someone|stranger*|hitchhiker*|student*|teacher|jogger*
      ..4 dragged|drag|drags|dragging|pulled|shoved|thrown|stuffed|grabbed|snatched|lured into|in|off|from
      ..1 van|car|trunk|alley|bushes|basement|cellar|woods|street`,
    `no|refusal means|is yes|just|only|maybe|not|nothing a|another|an|yes?
      ..1 word|answer|invitation|game|.|anything|no`,
    `all|they|women|she|girls|secretly ..1 want|wants|like|likes|love|beg|asks|asking it|for
      ..1 deep|secretly|anyway|end|really ..1 end|down|.|inside`,
    `dont|never|wont|doesnt|not|didnt stop|stops|stopped when|if|even|until|although|though|because|just
      ..2 she|he|they|women|woman|her|girl* ..3 no|stop|cry*|cries|scream*|begs|beg|begged|said|says|tears`,
    `touch*|grab*|kiss*|grop*|follow*|harass*|stalk*|undress* ..5 although|though|despite|even|after|when|while
      she|he|they|her|his ..2 told|asked|asks|begged|said|says|refused|no|not|stop|protest*`,
    `naked|nude|undressed|topless|underwear|shower|bath|undressing ..8 never|without|doesnt|no|secretly|not
      ..2 know|knows|find|finds|knowing|idea|clue|agreed|notice*|aware|suspects`,
    `watch*|film*|peep*|spy*|record* ..5 hole|keyhole|peephole|gap|mirror ..1 in|of|through|into|.
      ..2 wall|door|ceiling|bathroom|shower|floor|.`,
    `taped|filmed|recorded|videotaped us|me|it|her|him|everything ..8 if she|he|they
      knew|knows|finds|found|notices|saw|learns`,
    `clips|videos|video|photos|footage|pictures|pics|recordings ..1 of|from|with
      women|girls|people|customers|guests|ladies|students|wives|strangers
      ..3 fitting|changing|locker|dressing|bathroom*|shower*|toilet*|sauna|restroom*|undressing`,
    `get|got|getting|make|made|making|gets her|him|them|a|someone|women|girl* ..1 drunk|wasted|tipsy|stoned|high
      enough|so|and|until|to|that|then|.
      ..3 cant|cannot|cooperate*|object|refuse|willing|yes|bed|easy|no|resist|loose*`,
    `she|they|who|girl*|woman|women|victim ..2 cant|cannot|couldnt|unable|not|never to?
      object|escape|scream|consent|defend|leave|flee !without|until|the|her|it`,
    `if|unless|or|else|otherwise|when|then
      ..6 everyone|everybody|family|boss|husband|wife|parents|friends|internet|world|mother
      ..4 see|sees|gets|get|watch|receive*|knows ..4 video|videos|pictures|photos|nudes|naked|pics`,
    "stole|stolen|steal|stealing|hacked|took ..3 underwear|panties|nudes|selfies|knickers|bra ..2 from|of|off|her|my",
    `ignore|ignored|ignoring|ignores|despite|regardless her|his|their|of|the
      ..1 no|refusal|protest*|objection*|tears|screams|consent|begging|pleading`,
    "take|takes|took|fuck*|use|uses|used|do|had|have her|him|them anyway",
  ],
}
