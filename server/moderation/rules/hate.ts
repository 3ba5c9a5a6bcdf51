/** Groups of people. The stems of slurs below are cut to what it takes to recognise them. */
const group = `jews|jew|muslims|muslim|blacks|whites|asians|arabs|gays|lesbians|trans|immigrants|refugees|
  foreigners|gypsies|
  women|christians|mexicans|chinese|indians|africans|homosexuals|disabled|migrants|blacks|females|queers|
  russians|ukrainians|poles|turks|black|gay|jewish|arab|asian`
/** Without words that also name a colour, a cuisine or a language. */
const peopleOnly = `jews|muslims|blacks|gays|lesbians|immigrants|refugees|foreigners|gypsies|migrants|
  homosexuals|arabs|africans|queers|trans|women|christians|mexicans|indians|females|russians|ukrainians|turks|asians`
/** Without words with any other meaning. */
const unambiguousGroup =
  "jews|muslims|gays|lesbians|immigrants|refugees|foreigners|gypsies|migrants|homosexuals|arabs|africans|queers|trans"
const minority = `jew|jews|muslim|muslims|blacks|arab|arabs|gays|lesbian|lesbians|
  immigrant|immigrants|refugee|refugees|foreigner|foreigners|gypsy|gypsies|migrant|migrants|
  homosexual|homosexuals|africans|queers|trans|indians|turks|mexicans|asians|
  cripple|cripples|disabled|invalids|handicapped`

/** Calls for violence, slogans, slurs and contempt. */
export const slurs = {
  0.95: [
    `death to|for all? the? ${group}|them !by`,
    `gas|kill|exterminate|eradicate|lynch|hang|shoot|burn|eliminate|annihilate all|every|the|those|these the|of?
      ..1 ${group} !friday|box*|paint|glaze`,
    `all|every|those|these|the|dirty|filthy ..1 ${group} people|person|men|women?
      should|must|deserve|need|ought|belong to?
      be|die|burn|in|killed|shot|hanged|gassed|get|disappear|deported|eradicated|hang|suffer`,
    `${group} people|men? should|must|deserve to? be?
      die|killed|gassed|shot|hanged|burn|burned|exterminated|eradicated|disappear|eliminated|deported|beaten|
      suffer|enslaved`,
    `${group} people|men|as? are|r|is all|nothing|just|only|like|but|no? but?
      ..1 vermin|animals|subhuman*|parasite*|rats|cockroach*|filth|scum|disease|plague|inferior|trash|dirt|
      monkeys|apes|pigs|garbage|thieves|criminals|evil|degenerate*|savages|dogs`,
    "heil hitler",
    "sieg heil",
    "white power",
    "race war",
    "gas the",
    "hitler was right|hero",
    "holocaust hoax|never|fake|was|is|did a|not|never|fake|good|happened? ..1",
    "subhuman* race|people|scum|filth",
    "master race",
    "ethnic cleansing now|is|needed|good|again",
    "white supremacy",
  ],
  0.7: [
    "nigg*",
    "kike|kikes",
    "spic|spics",
    "wetback*",
    "raghead*|towelhead*",
    "faggot*|fag|fags",
    "trannies|tranny",
    "dyke|dykes !wall*|road",
    "chink|chinks !in|of|between",
    "gook|gooks",
    "untermensch*",
    `go|get|send back|out|them|her|him|you back? to|of your|their|my|our|where|africa|mexico|asia|own
      ..1 country|africa|from|came|land`,
    `i|we|really hate|despise|cant|loathe stand? all? the|those|these? ${peopleOnly}
      !and|restaurant*|food|people!|drivers|glaze|paint|friday`,
    `dirty|filthy|stinking|lazy|greedy|stupid|typical|damn|bloody
      ${group}|immigrant|foreigner|migrant|gypsy|refugee !glaze|water|box*|paint|clothes|white`,
    `no ${group} allowed|here|wanted|please`,
    `dont|not|never|wont|refuse serve|sell|trust|hire|want|ship|talk to|with|any? ..1 ${group}
      !glaze|box*|paint|paper|market`,
  ],
}

/** Calls to expel or to refuse service, and generalisations. */
export const exclusion = {
  0.95: [
    `rid|cleanse|purge|purify|wipe|exterminate|eradicate|deport|kick|throw|drive|throwing
      ..2 of|out|the|all|those|every ..3 ${unambiguousGroup} ..3 out|away|.|from|here|off|into|sea
      !women|glaze|black`,
    `world|country|city|town|europe|life|place|everyone ..4 better|cleaner|safer|nicer ..1 without|if|once
      ..3 ${unambiguousGroup}`,
    `wish|hope|want|wanna|like ..3 all|the|every|those|somebody|someone|these ..4 ${unambiguousGroup}
      ..3 dead|drown|die|drowned|gone|burn|disappear|killed|suffer|out|locked`,
    "hitler|nazis|nazi ..1 did|had|was|were ..1 nothing|right|good|hero|heroes|point wrong|idea|ideas|.",
    "burn|bomb|torch|blow ..2 mosque*|synagogue*|churches|temple*|shelter|asylum",
  ],
  0.7: [
    `${group} people|men|women? ..1 should|must|ought|deserve|belong|need|have to|be|no|in|under|behind
      ..4 locked|jail|prison|banned|home|kitchen|boots|place|rights|camps|out|away|asylum|feet|leave|die|cage|
      vote !recycled|box|kiln`,
    `${group} people|men|women? ..1 are|is|r|were|have|has|smell|control|run|rule|own|ruin|ruined|ruining|steal
      ..2 dirty|sick|parasites|infestation|disease|diseased|mentally|less|stupid|lazy|stink|dumb|unnatural|
      perverts|everything|everybody|us|media|banks|world|place|country|lazy|criminals|invaders|plague|
      intelligent|liars|rapists|jobs|lower !glaze|paint|soup`,
    `those|these|the|all|they ${group} people? ..1 are|is ..1 an|a|all|nothing|like?
      ..1 infestation|plague|disease|parasites|invaders|filth|vermin|problem|enemy|danger|lice`,
    `no|any|dont|not|never|hate|without|ban ..3 ${group} in|near|at|into|around|here|anymore
      ..1 this|my|our|the|here|. ..2 shop|country|town|city|street|neighbourhood|store|building|shop|here|.
      !glaze|version`,
    `${group} people? ..1 out|go|back|off of|out|home|away|to|our
      ..1 our|my|here|town|country|.|home|africa|asia|europe ..1`,
    `women|woman ..2 only|just|belong|good|too|should
      ..3 one|kitchen|nothing|breeding|stupid|quiet|obey|feet|vote|boots ..1 thing|.|to|and|for`,
    `wont|would|dont|not|never|refuse|no ..2 deal|trade|work|sit|live|talk|sell|serve|touch|decent
      with|to|near|next|beside|shop ..3 ${group} !glaze|clay|porcelain|paint`,
    `hate|despise|detest|loathe|cant|sick ..2 ${peopleOnly}
      !and|restaurant*|food|people!|drivers|glaze|paint|friday|version|tea|box*|ones|one|coffee`,
    "homosexuality|islam|judaism|feminism is|are|was a? ..1 disease|cancer|sin|sickness|disorder|plague|illness|evil",
  ],
}

/** Rights denied, conspiracies, and people called less than others. */
export const inferiority = {
  0.8: [
    `refuse|wont|never|dont|not|no|hate|cant
      ..3 served|touched|treated|helped|delivered|serve|send|employ|let|hire ..3 by|to|from|me|in|near|a|an
      ..1 a|an|any|some|that|another? ${minority}|black|gay|jewish|asian|chinese|african|indian|muslim
      .|person|man|woman|courier|driver|people|here|employee|guy|moderator|again ..1 !box|crate|one|frame`,
    `${minority}|women|black ..1 people? ..1 do|does|dont|doesnt|not|never|no ..1 not?
      deserve|deserves|have|has|belong ..1 to|a|any|no? ..1 live|exist|breathe|right|rights|here|humans|life`,
    `${minority}|race|races|religion|religions|faith|tribe
      ..5 should|must|ought|need|needs|has|have|deserve|deserves to? be?
      ..1 wiped|exterminated|eradicated|gassed|sterilised|sterilized|deported|driven|locked|put|destroyed|got|
      banned|purged|killed|burned ..1 out|down|up|away|rid|sleep|asylum|off|.|to|here|from|of`,
    `people|anyone|those|folk of|with|from that|this|such|their|other|dark
      ..1 religion|race|faith|colour|color|skin|kind|origin|tribe ..4 are|is|should|must|ought|have|not|no
      ..3 wiped|no|not|humans|human|animals|vermin|exterminated|inferior|gone|rats|filth|dirt|killed|locked|
      less|out ..1 !only|one`,
    `${minority} ..1 people? are|is|were
      ..2 rats|vermin|sick|disease|plague|parasite*|burden|inferior|filth|scum|subhuman*|animals|pigs|dogs|lice|
      cancer|apes|monsters|criminals|unnatural|abomination|behind|guilty|blame`,
    `jews|zionists|muslims|immigrants|foreigners|gays|gypsies
      ..1 control|controls|run|own|rule|ruin|ruined|caused|invented|behind
      ..2 it|everything|all|media|banks|world|this|us|country|.`,
    `a|an|every|any|never|all|those|these ${minority} ..1 will|would|always|never|can|only|all
      ..2 cheat|cheats|steal|steals|lie|lies|rob|robs|stink|stinks`,
    `women|woman|females ..1 are|is|were ..3 less|stupider|dumber|inferior|worth|lower|worse
      ..2 than|less|nothing|to ..1 than? animals|men|dogs|nothing|cattle|dirt|us|livestock`,
    "women|females are|is ..2 good|useful|fit|made for ..2 nothing|kitchen|breeding|cooking|one|bed",
    `cripples|disabled|invalids|handicapped|retarded ..2 people? ..1 should|must|ought|are|is
      ..4 put|burden|gassed|killed|rid|sleep|down|useless|hidden|waste ..1 down|to|of|on|away|. ..1`,
    `send|ship|throw|kick|deport them|those|these all|people? ..1 back|out|home|away to? where|to|into
      ..2 they|you|africa|country|sea|jungle|desert ..1 came|come|belong|from|.|country`,
  ],
}
