/** Violence that is announced to somebody. */
export const explicit = {
  0.95: [
    `i|we|ill|im|well will|shall|gonna|am|going? going|gonna? to?
      ..1 kill|murder|stab|shoot|strangle|behead|burn|poison you|u|your|her|him|them|everyone
      !a|an|some|softly|time|the|more|with`,
    `kill|murder|stab|shoot|strangle|behead|burn you|u|her|him|them|everyone with
      ..1 a|my|your|this|bare|own|these|both`,
    "ill|i ll? kill|murder|stab|shoot|strangle|hurt you|u|your|her|him|everyone !a|an|some|softly|more|with",
    "i|ill will|gonna|going? to? hunt|track you|u down",
    "kill|murder|shoot|stab|hurt your|ur family|wife|husband|mother|dog|cat",
    "i want|wanna to? kill|murder|stab|shoot|strangle|hurt you|u|her|him|them !a|an|more|with",
    "going|gonna to? kill|murder|stab|shoot|strangle|hurt you|u|her|him|them !a|an|more|with",
    "come|coming to|over your|ur house|home|place|door and|with ..3 kill|hurt|beat|gun|knife|burn|make",
    "bring|bringing a gun|knife|bomb to your|the",
    "i will|shall|gonna|going to? blow up",
    `bomb|explosives|grenade ..1 in|at|under|inside|near|outside your|ur|the|this
      ..1 office|shop|store|building|house|car|warehouse|place|home|mailbox`,
    "bullet|bullets with|in|through|for your|ur|you name|head|skull|.",
    "slit|slash|cut your|ur|her|his ..1 throat|wrists|tires|tyres",
    `i|we|ill|well|im|gonna ..4 set|light|burn|torch|blow|setting|burning|torching your|ur|the|up|this
      ..1 house|shop|store|place|home|office|warehouse|car|building|family`,
    `i|we|ill|well|im|gonna
      ..4 smash|break|crush|crack|snap|bash|rip|tear|kick|bust|blow|cave|gouge|chop|slice|stomp|cut your|ur
      ..1 face|head|skull|legs|leg|arms|arm|fingers|neck|throat|teeth|bones|jaw|knees|nose|ribs|kneecaps|eyes|
      guts|brains|tongue|hands|balls`,
    `i|ill|we|gonna|im will|would|to|am|ll|shall? going|gonna? to? hurt|harm|attack|kill|stab|shoot|murder
      someone|somebody|people|everybody|everyone|your|ur !myself|feelings`,
    "put|bury|throw|dump you|u ..2 ground|grave|ditch|river|hospital|coffin|trunk|morgue|underground",
    "skin|burn|bury you|u alive",
    "burn|burning|torch|blow|smash|bomb ..1 your|ur ..1 shop|house|place|car|store|home|office|warehouse|face",
  ],
  0.8: [
    "gonna hurt|beat|punch|destroy|smash you|u|your !a|an",
    "i|we|ill will|gonna|going|am to? ..1 hurt|beat|punch|break|destroy|ruin|slap you|u|your !a|an|day|at|to|in|by",
    "ill hurt|beat|punch|break|destroy|ruin you|u|your|ur !a|an|deal|at|to|in|by",
    "i|we|well will|shall|ill? find|get you|u and|or|bitch",
    "i|we know where you|u live|work|sleep|park",
    `you|u will|are|gonna|going|re going? to? die|regret|bleed|suffer
      !laughing|of|from|nothing|selling|buying|missing|letting|having|waiting|giving|not`,
    "youll|youre|ull|ur going|gonna? to? die|regret|bleed|suffer|dead",
    "you|u are dead|finished !tired|serious|right|on|with|now",
    "youre|ur dead !tired|serious|right|on|wrong",
    "dead meat",
    "watch your|ur back !pack|support",
    "youll|you|u will? wish you|u were never|dead",
    "you|u deserve to die|bleed|suffer",
    "sleep with one eye open",
    "i|ill will? make|makes you|u|sure ..2 suffer|bleed|pay|regret",
    "throw acid|petrol",
    "you|u wont|cannot|cant|will|are|shall not? live|survive to|this|long|much|it|another|for",
    "you|u wont|will|shall not|never? live|survive|wake|breathe to|this|long|much|again|up|.",
    `you|u wont|cant|cannot make|reach|see|leave|walk|get it|to|tomorrow|sunrise|another|again|out|home|here?
      home|alive|out|day|birthday|tomorrow|sunrise|again|here|night|morning`,
    `you|u|youll|ull will|ll? not|never make|reach|see|leave|walk|get
      it|to|tomorrow|sunrise|another|again|out|home|here?
      home|alive|out|day|birthday|tomorrow|sunrise|again|here|night|morning`,
    "coming|come for|after you|u|ur !on|with|at|by|tomorrow|between|guys|two",
    `going|gonna|will|ll|about to? get|be hurt|killed|shot|stabbed|beaten|murdered|jumped
      !if|when|by|while|lifting|that|for`,
    "have|get|getting you|u|him|them|ur|your ..2 beaten|killed|hurt|shot|jumped|whacked|stabbed|murdered",
    `your|ur shop|house|place|car|store|home|office|warehouse|building|stuff ..1 will|gonna|is|going|goes|gets
      ..3 burn|burns|explode|fire|flames|smashed|torched|ashes`,
    "your|ur days|hours|minutes are|is|r? numbered|counted",
    "count your|ur days|hours|minutes !of",
    "your|ur last|final breath|words|mistake|night|meal|hour !of|at|was",
    "say your|ur prayers|goodbyes|goodbye",
    "you|u had|d? better|best run|hide|pray !a|the|it|some|another|this|that",
    `or|otherwise i|we|ill|well|id will|ll|am|shall|going|gonna? to?
      kill|hurt|break|burn|smash|beat|shoot|stab|cut|destroy|harm
      ..2 you|u|your|ur|somebody|someone|everything|everyone`,
    `or|otherwise|else your|ur|somebody|someone|people|you|u|kids|family
      ..2 die|dies|pay|pays|bleed|bleeds|suffer|suffers|burn|burns|hurt|gets|disappear ..1 hurt|it|for|.`,
    "or else .",
    "find|found|recognise|recognize|identify your|ur body|corpse|remains !size|type|shape|oil|wash",
    "i|we|ill|well|who|can ..2 make you|u disappear|vanish|bleed|scream|beg|suffer",
    "when|once|until|till|before|after im|i|we|were ..1 done|finished|through with you|u|ur",
    "make|making|set an example of|out ..1 you|u|them|her|him",
    "no idea|clue ..1 what i|we|ill|im|were ..4 to|with you|u|your",
    `waiting|wait|standing|coming|parked|outside ..5 with|and|holding a|my|the
      gun|knife|bat|axe|machete|hammer|crowbar|pistol|rifle`,
    `i|we|im|ill ..3 waiting|wait|standing|sitting|parked outside|behind|near your|ur
      ..1 house|home|bedroom|work|car|flat|apartment|window`,
    `brick|rock|stone|bottle|molotov|petrol ..1 through|at|into your|ur
      ..1 window*|door|head|letterbox|car|house|shop`,
    `know|knows|knowing|found|remember where your|ur
      ..1 kids|wife|family|children|mother|daughter|son|parents|girlfriend|husband|child !bought|ordered`,
    `i|we|ill|well|gonna ..2 destroy|ruin|finish|end|wreck|crush you|u|your|ur !a|an|the|with|my|off|day
      ..1 life|family|career|.`,
    `you|u|youll|your|ur family|kids|wife|people? will|shall|gonna|going|ll to?
      ..1 suffer|bleed|burn|disappear|die for|.|it|with|in|dearly|soon|tonight`,
    `you|u|youll|your|ur family|kids|wife|people? will|shall|gonna|going|ll to? ..1 pay
      for|.|with|dearly|soon|tonight|in this|that|it|what|everything|your|blood|.|and|you|u|i`,
    `punch|kick|beat|hit|slap|smack you|u|your|ur|their|his|her|him|them
      ..1 face|teeth|head|up|unconscious|senseless|bloody|black|pulp|stomach|ribs`,
    "you|u|youre|ur are|re? a? ..1 dead|marked|walking man|woman|person|corpse|meat",
    `someone|somebody|anyone|they|people should|ought|must|needs|will to?
      ..1 shoot|kill|stab|beat|hang|burn|hurt|punch|run you|u|your|ur|him|her`,
    "pay|suffer|answer for ..2 with|in your? ..1 blood|life|teeth",
    `i|ill|we|well|my|gonna|will|somebody|someone|going|should|could
      ..6 choke|strangle|stab|murder|poison|torture|cripple|behead|drown|slaughter|maim|mutilate|butcher|lynch|
      batter|bludgeon|suffocate|gut|disembowel|acid ..5 you|your|u|ur`,
    "i|we|my ..3 shotgun|rifle|pistol|revolver|machete|gun|guns|bullets|bomb ..6 you|your|u|ur",
    "you|your|ur ..6 explode|explodes|detonate|detonates|explosion !glaze|kiln|colour",
    `break|cut|rip|crush|snap|tear|twist|chop|saw|bite|gouge your|every|all
      ..1 finger|fingers|tongue|throat|neck|skull|jaw|kneecaps|knees|bones|bone|teeth|ears|eyes|eye|wrists|hands
      ..1 out|off|you|.|one|again`,
    "run|running|drive|knock you|u|him|her|them ..1 over|down !the|to|some|a",
    `push|shove|throw you|u|him|her|them .|off|down|under|in|from|out
      ..1 front|stairs|train|bridge|roof|balcony|cliff|window|.`,
    "teach|taught you|u|him|her|them|ur a lesson !in|about|on",
    "you|youll|u|your|ur ..6 in a|an|the ambulance|coffin|casket|morgue|bodybag|hearse|grave",
    "promise|promised|guarantee you|u pain|hell|suffering|death|revenge|war|blood",
    "make|turn|making your|ur life|days|nights into|a? ..1 hell|miserable|misery|nightmare",
    "dont|doesnt|not|never deserve|deserves to live|breathe|exist|walk|be|wake ..1 alive|.|and|on|up",
    `say|kiss|wave goodbye|bye to|your|ur your|ur?
      ..1 family|dog|cat|kids|wife|husband|life|teeth|legs|house|car|shop|mother|pets`,
    "expect|catch|deserve|eat|take a|the|my ..1 bullet|beating|knife|grave|bomb|fist !shape*|point*",
    "blood on|will|shall|is your|ur|flow|spill|coming ..1 hands|floor|.",
  ],
}
