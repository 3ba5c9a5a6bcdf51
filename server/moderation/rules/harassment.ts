/** Scores below 0.6 are flagged only when they repeat. */
export const insults = {
  0.95: ["kill|hang|hurt|off yourself|urself", "kys", "go|just go? die|kys", "drink bleach", "neck yourself|urself"],
  0.7: [
    `you|u|youre|ur|your are|r? !not|no|never such|so|absolutely|fucking|really|nothing|just? but?
      a|an|the|so|such|too|as|just|really? !not|no|never
      ..1 idiot|idiots|moron*|stupid|stpid|idot|imbecile|disgusting|pathetic|worthless|trash|garbage|loser*|
      scum|useless|dumb|dumbass|vermin|filth|filthy|fool|cretin|clown|creep|freak|ugly|waste !proof|cute`,
    `worthless|pathetic|stupid|filthy|disgusting|useless|dumb|brainless|lying
      piece|bitch|whore|slut|cow|pig|loser|idiot|moron|creep|cunt|liar`,
    "piece of shit|trash|garbage|filth",
    "fuck|fck|fuk you|u|off !up",
    "go to hell",
    "screw you|u !on|in|the|into|it",
    `nobody|noone|everyone|everybody|no one? will|would|could|hates|likes|loves|wants|love|like ever?
      love|want|like|hates? you|u .|here|anyway|idiot`,
    "i|we|they hope you|u die|suffer|rot|choke|get|fail|lose cancer|hit|hurt|.|slowly|alone",
    "i|we hate|despise you|u !for|all|guys|when|because|said",
    "shut the|your fuck|mouth|hell|trap|face up?",
    "shut your|ur|the mouth|trap|face|hole",
    "retard|retards|retarded !screws",
    "you|youre|u|ur are? a? bitch|cunt|bastard|asshole|dickhead|prick",
    "stupid|dumb|fucking bitch|cunt|bastard|asshole|idiot|moron|cow",
    "rot in hell",
    "what is|s wrong with you|u you? freak|idiot|creep|moron",
    "eat shit",
    "waste of space|oxygen|air skin?",
  ],
  0.45: [
    "shut up",
    `you|u|youre|ur are?
      ..1 annoying|boring|lazy|slow|liar|rude|fake|incompetent|hopeless|horrible|awful|terrible .|and|person|at`,
    "you|u make me sick",
    "get lost",
    "i|we hate you|u",
    "stop wasting my|our time",
    "you|u know|understand nothing",
    "answer me|you now|idiot|coward",
    "loser|idiot|moron|clown|creep .",
  ],
}

/** Contempt, death wishes and incitement to suicide. */
export const abuse = {
  0.7: [
    `you|youre|u|ur are|r|is? such|so|a|an|as|the|just|really|fucking|too|very|absolute|most|little|all?
      the|a|an|most|absolute|old|sad|little?
      dumb|stupid|useless|worthless|pathetic|idiotic|brainless|brain|ugly|fat|disgusting|incompetent|retarded|
      moronic|braindead|repulsive|vile
      ..1 dead|as|pig|cow|witch|hag|person|creature|woman|man|bitch|rat|people|brick|.|or|idiot|and|little|
      excuse`,
    "ugly|fat|stupid|dumb|filthy cow|pig|witch|hag|bitch|rat|swine !figurine*|figure|zodiac",
    "are|r you|u|ya ..1 stupid|dumb|blind|retarded|brain|deaf|thick|mental|insane|braindead dead|or|.|too|and|idiot",
    "how|that|so|too stupid|dumb|thick|useless can|could|are|must|do ..1 one|you|u|a|person|anyone",
    `joke|waste|excuse|disgrace|failure|shame|embarrassment of|for|to
      ..1 a|human|skin|space|person|being|woman|man|air|mankind|oxygen|life|humanity|your`,
    "good|fit for nothing|the|garbage ..1 .|person|bin|trash",
    `what|you|such|u|lying|little|fat|old|sad|ugly|dumb
      a|sad|little|fat|ugly|lying|old|stupid|absolute|filthy|complete|total|pathetic
      ..2 idiot|moron|loser|clown|creep|bitch|witch|hag|rat|cow|pig|liar|cheat|fool|creature|cunt|cretin|
      imbecile|swine|waste|bastard|freak|scum|whore ..1 .|you|that|who|and|of|. !figurine*|figure|zodiac`,
    `nobody|noone|no|who|everyone|everybody one? ..1 could|would|will|can|ever|does ..2 ever?
      love|want|like|miss|notice|care|cry|hire|marry|talk ..3 you|u|like|about|if|for ..1 you|.|ever|u`,
    "you|u|your ..1 disgust|sicken|repel|stink|smell|revolt ..1 me|us|everyone|.|like",
    "make|makes me|us ..1 want|wanna|sick|puke|vomit to|.|sick|puke|vomit ..1 throw|vomit|puke|.|spit",
    "drop dead !gorgeous|simple|date*|line*",
    "go|just|please|and|should die|kill|hang|drown|choke|jump in|on|yourself|off|already|now|from|slowly|. ..2",
    "jump|leap off|from|out a|the|your|of ..1 bridge|roof|cliff|window|building|balcony",
    "go to hell|hell and",
    "f|fck|fuck|fk|fuk|fuc|phuck off|u|you|ya|yourself|urself .|and|all|idiot|asshole|then|bitch|mate",
    "f u .|all|and",
    "stfu|gtfo|fyou",
    "shut up|it .? you|u|your|idiot|witch|bitch|mouth|stupid|already|woman",
    "get|hope|have|die|catch ..3 cancer|aids|covid|run ..1 .|and|over|soon|over",
    "hope|wish|pray ..1 you|u|your|ur ..2 die|crash|rot|choke|fail|burn|suffer|drown !laughing|for|of",
    "hope|wish|pray ..1 you|u|your|ur get|are|be|gets? ..1 cancer|hit|run|hurt|sick|aids|robbed|fired|killed",
    "kill|off|hang|hurt|delete|unalive|neck yourself|urself|ur self",
    "ashamed ..2 exist|live|breathe|alive|born|yourself",
    "world|everyone|we|people|everybody|earth ..3 better|nicer|happier ..2 without you|u|people|your !shipping",
    "shove|stick|stuff it|that|your ..3 up|where ..1 your|ur|sun|the|ass|arse",
    "kiss|lick|bite my ass|arse|boots|shoes",
    `nobody|noone ..1 would|will|cares|asked ..1 notice|care|miss|you ..2 if you|u
      ..1 vanish*|disappear*|die*|gone|left`,
    "despise|loathe|detest you|u|your|everyone|all !paint|glaze",
    "hate you|u|ur|your ..1 guts|all|so|people|. !for|all|guys|when|because|said",
  ],
}

/** Insults that compare. */
export const superlatives = {
  0.7: [
    `you|youre|ur|u are|r? ..1 the|such|nothing|absolutely|totally|completely|utterly|really|a|an|my?
      ..1 but|absolutely|complete?
      dumbest|stupidest|ugliest|dirt|scum|garbage|worthless|useless|pathetic|filth|trash|brainless|idiotic|
      disgusting|vermin|lowest
      ..1 person|human|idiot|woman|man|being|creature|moderator|people|.|on|here|i|seller|alive|trash`,
    "as|so|such useless|dumb|stupid|ugly|pathetic|worthless|brainless|incompetent|disgusting as|like|a ..1 you|u",
    "how|so dumb|stupid|useless|pathetic|ugly|worthless you|u are|r|look|sound",
  ],
}
