import { acquaintance, image, intimatePlace, nude } from "./vocabulary.ts"

/** Voyeurism, intimate images shared or forged, and groping. */
export const exposure = {
  0.75: [
    // Hidden cameras, microphones and peeping.
    `cam|cams|camera|cameras|lens|lenses|mic|microphone|recorder|webcam|gopro|phone|spycam|bug
      ..5 ${intimatePlace} ..3 !tile*|shelf|display*`,
    `hide|hid|hidden|hiding|tiny|secret|small|spy|concealed|put|placed|installed|mounted|planted|pen|put|theres|
      there ..3 cam|cams|camera|cameras|lens|mic|microphone|recorder|webcam|spycam
      ..4 bedroom|flat|mirror|clock|alarm|room|guest|tenants|bathroom|shower|detector|vent|lamp|socket|desk|bed|
      apartment|women|girls|airbnb|rented|bag|shoe !drawer|cabinet|display`,
    `cam|cams|camera|cameras|lens|mic|microphone|recorder|phone|film|films|filming|mirror
      ..2 under|behind|beneath ..2 skirt|skirts|bed|dress|dresses|door|mirror|desk|table|flatmate*|clothes
      ..2 !label`,
    `film*|camera|cam|phone|picture*|photo*|pics|look*|video*|peek* ..4 under|up|beneath
      ..2 skirt|skirts|dresses|blouse ..3 !label|seam|doll`,
    `${image}|film|filming|filmed ..1 up|under her|a|womens|their|the ..2 skirt|dress|skirts
      ..2 on|in|at|without|while|stairs|escalator|.`,
    `watch|watching|watched|peek|peeked|peeking|peep*|spy|spying|spied|stare|staring|looked|look|stand|film|
      filmed|telescope|binoculars ..6 window|curtain*|blinds|keyhole|gap|door|wall|crack|telescope|flat
      ..6 undress*|naked|night|changing|showering|changes|undressed|unaware|bath|bathing`,
    "binoculars|telescope|drone ..8 window*|curtains|across|neighbour*|neighbor*|undress*|bedroom|balcony ..2",
    `stand|stood|wait|hide|sneak|climb ..2 at|outside|under|below|behind her|their|neighbours|womens|my
      ..1 window|windows|balcony|bedroom|curtain ..3`,
    `bug|bugged|bugging|wiretap*|tap|tapped|spyware|stalkerware|keylogger|tracker|airtag|gps
      ..3 her|his|their|girlfriends|wifes ..2 bedroom|phone|flat|car|bag|laptop|house|room|calls|.`,
    "spyware|stalkerware|keylogger|airtag|tracker|bug on|in|into ..1 her|his|girlfriends|wifes|their",
    `record|film|filmed|recording|filming|tape|taped|photograph|watch ..1 every|all|my|the|each|our|some|other?
      guest*|visitor*|woman|women|girl|girls|date*|lover*|roommate*|tenant*|flatmate*
      ..4 no|not|never|dont|without|none|secret*|hidden|nobody ..2`,
    `none|nobody|noone ..1 of|one|them|her|she|they|the ..1 them|women|girls?
      ..1 noticed|notices|notice|suspected|suspects|found|knew|realised|realized !price|difference|crack|parcel`,
    "voyeur*|creepshot*|upskirt*|spycam*|downblouse*|peeping !proof",
    `hidden|spy|secret|voyeur|concealed cam|cams|camera|cameras|mic
      video|videos|footage|clips|vids|pics|tape|tapes|content|porn|recordings|collection`,
    `locker|changing|shower|dressing|fitting|bathroom|toilet room?
      footage|videos|clips|cam|vids|pictures|pics|recordings|tapes`,
    `real|of|from women|girls|people|couples|wives who|that do|dont|doesnt|not|never|didnt not?
      know|agree|suspect|want|consent|.`,
    // Intimate images shared, sold, forged or used as blackmail.
    `${image}|footage ..1 of|from ..2 ${acquaintance}|her|him|them
      ..5 never|not|doesnt|dont|didnt|without|no|none|secretly|nobody
      ..3 found|know|knows|want|wants|asked|asking|noticed|idea|permission|agreed|see|agree|knew|knowledge|
      consent|suspects !label`,
    `took|take|taken|shot|made|snapped ${image} ..1 of ..2 her|him|them|${acquaintance}
      ..3 never|without|secretly|while|although|before
      ..4 found|know|knew|asked|asking|noticed|asleep|sleeping|changed|changing|undressing|idea|permission|
      showering|drunk`,
    `took|take|takes|snapped|shot the|some|a? ${image} ..1 while|when|as she|they|he|women|her
      ..1 changed|changing|undressed|showered|slept|undressing|sleeping|bathed|asleep`,
    `show|shows|showed|send|sends|sent|pass|passed|post|posted|upload|uploaded|put|share|shared|swap|swapped|
      trade|traded|sell|selling|publish|published|forward|spread|leak|leaked|sold|gave
      ..2 her|his|girlfriends|wifes|exes|exs|ex|wives|girlfriend|wife|their|our|sisters ..1 ${nude}|sex ..5`,
    `show|shows|send|sent|post|posted|upload|uploaded|put|share|shared|publish|published|forward|sell|sold|keep|
      kept ..2 her|his|girlfriends|wifes|exes|exs|wives|their|our ..2 ${image}
      ..6 idea|knows|know|knew|never|although|asked|without|revenge|doesnt|furious|left|dumped|behind|friends|
      colleagues|group|everyone|everybody|around ..1`,
    `swap|swapped|swapping|trade|trading|exchange|exchanging|share|sharing|collect|collecting|sell|selling
      ${image} of|from ..2 ${acquaintance} ..3 !museum`,
    `passed|pass|passing|handed|sent|spread ..1 her|his|their ${image} around|to|on`,
    `upload|uploaded|posted|shared|leaked|published|sold|put our|the|her|his|their
      ..2 tape|sextape|video|nudes|photos|pictures
      ..5 after|left|broke|revenge|ex|without|never|although|online|dumped`,
    `${image}|that|them ..1 she|he|you|wife|girlfriend|ex ..1 sent|gave|showed|trusted
      ..3 only|just|private|privately|trust|confidence|alone ..1 to|in|me|.|and|with`,
    `she|he|ex|wife|girlfriend sent|gave|showed|trusted ..2 in|only|just|with
      private|privately|to|me|for|confidence
      ..6 everyone|everybody|office|show|friends|now|posted|all|whole|group|team`,
    `she|he|ex|girlfriend|wife|they|her ..1 begged|asked|told|begs|asks|wanted ..2 me|him|us|not|never
      ..1 not|never? to ..1 not|never?
      post|share|show|upload|send|publish|film|record|delete|remove|erase|keep|photograph !parcel|note|order
      ..2 it|the|them|him|that|anyone|.|those|photos|video|her|any`,
    `asked|begged|told|wanted|wants|asks ..2 to|them|those|it|me|us delete|remove|take|erase|deleted|gone ..4 .?
      and|but|although|though? i|he|we|they ..1 kept|keep|didnt|still|did|posted|wont|never|have`,
    `although|though|even|despite|but ..1 she|he|they ..1 asked|begged|told|wanted|wants
      ..3 delete|remove|not|stop|never|take`,
    `still|secretly have|keep|got|kept|show|watch ..1 her|his|our|exs|the|my
      ..2 nudes|private|naked|intimate|selfies|videos|tape|tapes|sextape ..3`,
    `or|otherwise|unless|else|because i|ill|he|we|she will? ..1 publish|leak|upload|post|release|share|show
      ..1 them|everything|her|nudes|photos|pictures|video|the|your|those ..4`,
    `or|otherwise|unless|else|because i|ill|he|we|she will? ..1 send
      ..3 nudes|photos|pictures|video|videos|clips|everything|screenshots ..2`,
    `everyone|everybody|boss|family|friends|husband|wife|mother|parents|world|internet
      ..2 see|sees|gets|get|watch|receives|learns|knows ..1 what|the|your|those|them|these|her|it
      ..3 sent|nudes|photos|pictures|video|videos|did|naked|tape|pics|showed`,
    "deepfake*|deepnude*|faceswap*|nudify*|undresser",
    "deep fake|fakes|nude|nudes of|porn|nude|video|my|me|girls|women",
    "undress*|nudify|nude|strip|xray app|apps|bot|ai|filter|software|tool|website !store",
    "ai|fake|faked|generated|edited|photoshopped|artificial nude|nudes|naked|porn|sextape",
    `her|my|his|girls|${acquaintance}|colleagues|neighbours|coworkers|someones|friends|bosses|teachers face
      on|onto|into|in ..2 naked|porn|porno|clip|actress|pornstar|nude|sex ..2 !doll|figure|base`,
    `${acquaintance}|colleagues|neighbours|coworkers|someones|bosses|teachers|celebrity|classmates
      face|head|photo|picture|profile on|onto|into|to|as ..3 naked|nude|nudes|porn|body|undressed|clip|clothes`,
    `make|turn|create|made|generate|making ..3 nude|nudes|naked|undressed|porn of|from|out|version|picture|image
      ..1 a|my|of|her|the|their|some ..1 ${acquaintance}|classmate*|profile|teacher|clothed|friend|actress|photo`,
    `got|get|hack|hacked|broke|broken|logged|guess|guessed|crack|cracked|sneaked|looked
      ..1 into|in|through|her|his|their ..1 her|his|their|someones|girlfriends|exs|womens|cloud?
      ..1 account|phone|cloud|laptop|mail|instagram|icloud|password|computer|snapchat ..5`,
    `guess|guessed|hacked|cracked|stole|know|have|found her|his|their|exs|girlfriends|wifes
      ..1 cloud|icloud|password|phone|account|laptop ..2 password|and|account|with|. ..4`,
    `download|downloaded|copied|copy|stole|steal|saved|save|kept|keep ..3 her|his|their|those|private|all|the
      ..2 nudes|selfies|private|intimate ..3 !message*`,
    // Groping, in public or at work.
    `press|presses|pressed|pressing|rub|rubs|rubbed|rubbing|grind|grinds|grinding|brush|brushed
      ..1 himself|myself|up|against|on|my|his ..2 against|women|on|girls|her|strangers
      ..2 women|girls|passengers|strangers|train*|bus|tram|metro|crowd*|underground|subway|people ..2`,
    `hand|hands|fingers ..2 on|up|under|into|between|down|at
      ..3 stranger*|passenger*|skirt|dress|blouse|thigh|legs|bra
      ..4 bus|train|tram|crowd*|metro|froze|move|subway|couldnt|could|asleep|without|cinema|underground|she|lift`,
    `touch|touched|touching|grab|grabbed|grabbing|grope|groped|kiss|kissed|feel|fondle|pat|squeeze
      ..1 my|his|her|the|our
      ..1 employees|employee|staff|secretary|intern|interns|coworker|coworkers|colleague|colleagues|patient|
      patients|clients|students|maid|waitress|cleaner|nurse ..2`,
    `lift|lifted|lifting|pull|pulled|raise|raised ..1 her|a|womans|womens|girls|strangers
      ..1 skirt|skirts|dress|top ..3 crowd*|public|bus|train|street|stranger*|escalator|party|metro`,
    `grab|grabbed|drag|dragged|pull|pulled|force|push ..1 a|some|her|woman|girl|stranger
      ..2 jogger|woman|girl|stranger|her|and ..4 bushes|alley|van|car|park|woods|dark|basement`,
    `ambush|jump|surprise|follow|hunt ..1 a|some|women|her|girls ..1 woman|girl|jogger|women|stranger
      ..2 in|at|on|from|after|home|park ..2 park|dark|night|street|woods|alley|home`,
    "noncon|nonconsent|nonconsensual|dubcon",
    "non|no consent|concent story|stories|scene|scenes|play|roleplay|fantasy|video|videos|content|please",
    "human|sex|woman|women trafficking|trafficked|trafficker*",
  ],
}
