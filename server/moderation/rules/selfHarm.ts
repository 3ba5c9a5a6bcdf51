import { me } from "./vocabulary.ts"

/** Somebody says that they want to die or to hurt themselves. */
export const intent = {
  0.8: [
    `kill|killing|hang|hanging|shoot|shooting|hurt|hurting|harm|harming|cut|cutting myself
      !on|while|opening|shaving|when|with|short|off|a|some|at|slack|doing|lifting|carrying|moving|in|trying`,
    "i|to|gonna|wanna end|ending my|it life|all !of|season|day",
    "end my|own life",
    "i want|wanna|wish|would|need|rather to? die !for|of",
    "want|wanna|wish|hoping to|i? not|never wake|woke up? again|tomorrow",
    "dont|not|cannot|cant want|wanna to live|be|exist|wake anymore|any|here|alive|up|like !this|in|at|with",
    `dont|cant|cannot|not want|wanna? to? go|be|live|carry|keep|stand|exist on|here|alive|living|going|it
      ..2 anymore|living|alive|life`,
    "no|any reason|point to|in|of live|living|life|alive|going !room|area",
    "better off dead|without me",
    "life is|isnt|not|no|s|was not|hardly|no? ..1 worth living|it !more|the|for|if",
    `cant|cannot|couldnt live|exist|continue|bear|stand anymore|longer|like|living|being|life
      !it|this|that|with|without`,
    `better|happier|easier|fine|relieved ..1 when|if|once|without im|i|me am|was|were|gone|dead|not|.
      gone|dead|here|around|alive|.`,
    "suicid* !squad|for|door*",
    "take|taking|took my own life",
    "took|take|swallow all|too my|the|many pills",
    "wish i was|were|had dead|gone|never|not ..2 born|here|alive|dead|existed|.",
    "nobody|noone|no would|will one? would? miss me",
    "selfharm*",
    "self harm*",
    "overdos*",
  ],
}

/** Hopelessness, farewells, and means at hand. */
export const despair = {
  0.8: [
    `dont|not|never|wont|cannot|cant ..2 want|wanna|wake|need|like|see|have
      ..3 wake|live|exist|living|tomorrow|alive|being|existing
      ..2 up|anymore|any|again|.|longer|tomorrow|to|at|like !early`,
    `want|wish|need|like|long it|this|everything|everything all? to ..1 end|stop|over|be
      over|for|.|now|forever|end ..1 !sale|discussion`,
    "wish|want|wanted|hope|like|could ..4 fall|go|sleep|asleep ..1 asleep|to|sleep|and ..2 never|not wake",
    `thinking|think|thought|plan|planning|feel|feeling|ready|about|consider|considering
      ..2 taking|ending|jumping|killing|leaving|hanging|suicide|end|overdose|cutting
      ..2 my|life|off|it|all|everything|myself|world|bridge|roof|things|.`,
    `nothing|noone|nobody|not left|worth|anything|much|more ..1 to|living|for ..2 live|for|living|stay
      ..1 for|.|anymore|alive`,
    `no|see|is|any|what|whats|not ..3 reason|point|sense|use ..1 to|in|for|of
      ..2 live|living|wake|life|get|being|go|waking|getting|carry|existing ..1 up|.|anymore|tomorrow|alive|on|it
      !the`,
    `nobody|noone|no|not|who ..1 needs|wants|loves|would|will one? me|notice|miss
      ..4 disappear|gone|die|vanish|anyway|end|forever|live`,
    `${me}|should|just ..1 should|just|will|want|better ..2 disappear|vanish|die|end ..1 for|forever|it|from|all
      ..2 ever|good|all|.|now !box`,
    `world|family|everyone|everybody|they|you|people|kids ..2 better|happier|easier|fine
      ..2 without|if|when|once ..2 me|i|im|were|was|am ..2 !buy`,
    "cut|cutting|hurt|burn|burned|burning my ..1 arms|arm|wrist|wrists|legs|thighs|skin|self !on|with|at",
    "hurt|hurting|cut|cutting|harm|harmed|burn|burned|starving myself|again again|last|tonight|every|.",
    `started|start|begun|keep|relapsed|stop|been|and to? cut|cutting|hurt|hurting|harm|harming|self|starving
      myself|my|again|.|harm ..1 !out|cost*|price*`,
    `i|ill|ive|got|have|tonight|bought|prepared ..1 the|some|all|my|enough|these
      pills|tablets|rope|razor|blades|noose|letter|note|bottle
      ..3 front|ready|hand|tonight|letter|goodbye|waiting|end|table !hanging|sleep|headache|diet`,
    `bought|got|have|tied|prepared|found a|the|my rope|noose|razor .|and|to|tonight|letter|ready|for
      ..1 !plate|hanging`,
    `swallow|take|took|taking|taken|eat|all ..2 all|whole|too|every|bottle|many|the
      ..2 pills|tablets|sleeping|bottle|meds|medication|paracetamol`,
    "farewell|goodbye|suicide letter|letters|note|message|words|everyone|forever|world|everybody|all|.",
    `this|my|is|say|saying|for goodbye|farewell|last ..1 .|forever|for|message|from|to|day|thank
      ..6 tomorrow|here|alive|ever|done|anymore|exist|gone`,
    "by the|time|when ..2 you|they|read|find ..3 ill|i|be|me ..3 dead|gone|here|over|better",
    `im|i|am|be done|finished|tired|sick|exhausted|through with|of
      ..1 life|living|being|existing|this|the|it|everything ..1 life|alive|world|.|existence|here|anymore|all
      !work|wait*`,
    "tired|sick|exhausted|weary of ..1 living|life|being|existing ..1 alive|.|here|anymore|like|every",
    "kms",
    "end|ending|finish|finishing it|everything|things|this all? .|tonight|now|today|soon|for|once|myself",
    "id|rather|better|be|wish|should|could rather? be? dead .|than|now|already|tonight|!tired",
    `cant|cannot|dont|couldnt|not ..1 take|go|stand|bear|carry|do|continue|want ..1 it|on|this|to|anymore|living
      ..1 any|anymore|longer|.|more|live ..1 longer|.|i|and|anymore !wait*|price*|heat`,
  ],
}

/** Bridges, roofs and tracks, and being better gone. */
export const places = {
  0.8: [
    `better|easier|happier|relieved|best|nicer ..5 if|without|when|once i|me|im ..1 were|was|am|be|.|in?
      dead|gone|disappeared|died|away|.|it|here`,
    `stood|stand|standing|sat|sitting|went|back ..2 on|at|to the|a|that bridge|roof|ledge|rails|tracks|platform
      ..5 jump*|end|fall|again|over`,
    `think|thinking|thought|nearly|almost|wanted|want|about ..3 jump|jumping|jumped|throw|throwing|step|stepping
      ..1 off|from|under|myself|out|over|before|in ..1 bridge|roof|train|window|front|the|a|balcony|building ..2`,
  ],
}
