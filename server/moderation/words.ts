/**
 * Classes of words, to be named in rules as `{me}`. A rule that is made of classes finds what nobody has written yet, where a list
 * of sentences finds only itself.
 */
export const classes: Record<string, string> = {
  me: "i|ill|im|id|ive|ima|imma|we|well|weve|wed|wont",
  will: "will|shall|would|could|can|should|must|might|gonna|gna|gon|wanna|going|want|wants|ll|ima|imma|about|plan|planning|ready|gladly|love|like|let|lets|ill|id|im|please|to|2|trying|try|need|able|dream|thinking|think|somebody|someone",
  you: "you|u|ya|yall|yourself|urself",
  your: "your|ur|yours",
  youAny: "you|u|ya|yall|your|ur",
  youWill: "you|u|youll|ull|your|ur|youre",
  them: "him|them|em|someone|somebody|everyone|everybody|anyone|people|whoever",
  its: "your|ur|his|her|their|my|the|that|this|our|every|all",
  folk: "wife|husband|mother|mom|mum|father|dad|brother|brothers|sister|sisters|family|parents|girlfriend|boyfriend|ex|neighbour|neighbours|neighbor|neighbors|boss|colleague|colleagues|coworker|coworkers|driver|drivers|courier|postman|moderator|moderators|man|men|woman|women|guy|guys|team|staff|friend|friends|dog|cat|person|people|customers|owner|cashier|clerk|manager|seller|boys|girls",
  slay: "kill|kll|kil|killing|murder|murdering|stab|stabbing|strangle|strangling|throttle|throttling|drown|torture|torturing|maim|cripple|butcher|slaughter|shank|unalive|behead|bludgeon|lynch|disembowel|mutilate|suffocate|castrate|merk|poison|choking",
  hurt: "hurt|hurting|harm|harming|attack|beat|beating|punch|slap|shoot|shooting|whack|hit|smash|crush|burn|cripple|knife|assault|jump",
  weapon: "gun|guns|rifle|rifles|pistol|pistols|shotgun|machete|revolver|crowbar|bat|knife|blade|axe|razor|hammer",
  property:
    "window|windows|windscreen|tires|tyres|brakes|house|houses|car|van|truck|bike|shop|store|office|building|home|flat|apartment|warehouse|garage|door|dog|cat|pets|place|street|studio|workshop",
  house: "house|home|flat|apartment|place|door|doorstep|work|office|street|building|garage|window|windows|bedroom|car",
  hospital: "hospital|stretcher|wheelchair|morgue|ambulance|grave|coffin|casket|bag|icu|cast|crutches|cemetery",
  online: "online|internet|everywhere|forum|forums|public|everyone|everybody|facebook|reddit|web|net|twitter|telegram",
  she: "she|he|they|woman|women|girl|girls|wife|girlfriend|ex|neighbour|neighbor|colleague|coworker|guest|tenant|maid|lady|victim|someone|somebody|employee|secretary|student|friend|roommate|flatmate|model|who|you",
  her: "her|him|them|someone|somebody|women|woman|girl|girls|you|wife|girlfriend|she|ladies|strangers|passengers|maid|jogger|exes|ex",
  known:
    "ex|exes|exs|wife|wives|girlfriend|girlfriends|husband|boyfriend|neighbour|neighbours|neighbor|neighbors|colleague|colleagues|coworker|coworkers|classmate|classmates|women|woman|girls|tenant|tenants|guests|guest|roommate|flatmate|sister|sisters|strangers|customers|employee|employees|boss|teacher|secretary|stranger|housemate|lodger|cleaner|nurse|patients|students",
  image:
    "picture|pictures|photo|photos|photograph|photographs|pic|pics|video|videos|vid|vids|nude|nudes|selfies|tape|tapes|clip|clips|footage|recording|recordings|film|films|images|snaps|film",
  nude: "nudes|nude|naked|selfies|private|intimate|tape|sextape|tapes|bikini|topless|undressed|underwear",
  refused: "no|stop|stopping|dont|wait|hurt|hurts|enough|refused|nope",
  helpless:
    "drunk|wasted|asleep|unconscious|hammered|stoned|sedated|blackout|sleeping|slept|sleeps|passed|drugged|tipsy|roofied|plastered|comatose",
  used: "used|using|use|touched|touching|touch|undressed|undressing|undress|kissed|kissing|fucked|fucking|fuck|stripped|filmed|filming|photographed|groped|groping|climbed|mounted|fondled|fingered|raped",
  intimatePlace:
    "bathroom|bathrooms|shower|showers|toilet|toilets|restroom|restrooms|changing|fitting|locker|sauna|dressing|ladies|washroom|loo",
  app: "telegram|telegramm|whatsapp|whatsap|watsapp|watsap|whatapp|wapp|wazzup|whatsaap|snapchat|insta|instagram|instagramm|discord|kik|skype|wechat|viber|threema|wickr|onlyfans|fansly|facetime|fb|facebook|tiktok|reddit|tg|messenger|wa|imessage|twitter|tinder|bumble|vk",
  vagueApp: "snap|ig|signal|tele|dc|sc|line|session|zoom|steam|matrix|element|x",
  contact:
    "number|numbers|phone|email|emails|mail|mails|cell|mobile|handle|handles|contact|contacts|socials|digits|username",
  digit: "zero|one|two|three|four|five|six|seven|eight|nine|oh|double|triple",
  pay: "pay|paying|buy|buying|sell|sells|selling|deal|order|ship|settle|trade|purchase|transfer|wire|send",
  ordinal:
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|1st|2nd|3rd|4th|5th|6th|7th|8th|9th|10th|11th|12th",
  abroad:
    "dix|onze|douze|treize|quatorze|quinze|seize|diez|once|doce|trece|catorce|quince|dieciseis|elf|zwolf|dreizehn|vierzehn|funfzehn|sechzehn|siebzehn|zehn|dez|onze|treze|catorze|undici|dodici|tredici|quattordici|quindici|sedici|twaalf|dertien|veertien|vijftien|zestien",
  aged: "9|10|11|12|13|14|15|16|17|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen",
  lately: yearsOfMinors(),
}

/** Who was born in one of these is under 18, or will be 18 within this year. */
function yearsOfMinors(): string {
  const now = new Date().getFullYear()
  return Array.from({ length: 18 }, (_, i) => now - 17 + i).join("|")
}
