export const intends = `will|shall|would|could|can|should|must|might|gonna|gna|gon|wanna|going|want|wants|ll|ima|imma|
  about|plan|planning|ready|gladly|love|like|let|lets|ill|id|im|please|to|2|trying|try|need|able|dream|
  thinking|think|somebody|someone`
export const your = "your|ur|yours"
export const youOrYour = "you|u|ya|yall|your|ur"
export const youWill = "you|u|youll|ull|your|ur|youre"
export const them = "him|them|em|someone|somebody|everyone|everybody|anyone|people|whoever"
export const determiner = "your|ur|his|her|their|my|the|that|this|our|every|all"
export const anybody = `wife|husband|mother|mom|mum|father|dad|brother|brothers|sister|sisters|family|parents|
  girlfriend|boyfriend|ex|
  neighbour|neighbours|neighbor|neighbors|boss|colleague|colleagues|coworker|coworkers|
  driver|drivers|courier|postman|moderator|moderators|man|men|woman|women|guy|guys|team|staff|friend|friends|dog|cat|
  person|people|customers|owner|cashier|clerk|manager|seller|boys|girls`
export const kill = `kill|kll|kil|killing|murder|murdering|stab|stabbing|
  strangle|strangling|throttle|throttling|drown|torture|torturing|maim|cripple|
  butcher|slaughter|shank|unalive|behead|bludgeon|lynch|disembowel|mutilate|suffocate|castrate|merk|poison|choking`
export const hurt = `hurt|hurting|harm|harming|attack|beat|beating|punch|slap|shoot|shooting|
  whack|hit|smash|crush|burn|cripple|knife|assault|jump`
export const weapon =
  "gun|guns|rifle|rifles|pistol|pistols|shotgun|machete|revolver|crowbar|bat|knife|blade|axe|razor|hammer"
export const property = `window|windows|windscreen|tires|tyres|brakes|house|houses|car|van|truck|bike|
  shop|store|office|building|home|flat|apartment|warehouse|garage|door|
  dog|cat|pets|place|street|studio|workshop`
export const hospital =
  "hospital|stretcher|wheelchair|morgue|ambulance|grave|coffin|casket|bag|icu|cast|crutches|cemetery"
export const online =
  "online|internet|everywhere|forum|forums|public|everyone|everybody|facebook|reddit|web|net|twitter|telegram"
