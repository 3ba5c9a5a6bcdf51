/** Behind a number, these make it something other than an age. */
export const unit = `month*|week*|day*|hour*|minute*|min|mins|times|
  %|cm|mm|m|kg|kilo*|gram*|pounds|stone|g|inch*|
  piece*|dollar*|usd|eur*|left|percent|degrees|+|x`
export const anyUnit = `month*|week*|day*|hour*|minute*|min|mins|times|
  %|cm|mm|m|km|kg|g|kilo*|gram*|stone|pounds|pound|inch*|
  piece*|dollar*|usd|eur*|left|percent|degrees|+|x|:|screws|others|more|pm|am|oclock|by|per|points`
export const year = "year|years|yr|yrs"
export const filler =
  "only|just|barely|about|around|like|maybe|still|almost|nearly|probably|exactly|actually|really|to|be|a"
export const nearly =
  "only|just|barely|about|around|roughly|approximately|circa|some|maybe|perhaps|still|almost|nearly|at|say|now"
export const person = `i|im|she|shes|he|hes|they|theyre|you|youre|u|ur|who|whos|
  girl|girls|boy|boys|doll|model|figure|one|face|body|character`
export const subject = "she|shes|he|hes|they|theyre|who|whos|girl|boy|woman|man|doll|model|figure|body|face|one"
export const looks = "look|looks|looking|looked|seem|seems|appear|appears|act|acts|resemble|resembles"
export const child = `child|children|kid|kids|toddler|toddlers|infant|infants|teen|teens|teenager|teenagers|
  schoolkid|schoolkids|schoolchild|schoolchildren|preteen|preteens|adolescent|adolescents|schooler|schoolers`
export const relative = `son|sons|daughter|daughters|brother|brothers|sister|sisters|nephew|niece|cousin|kid|kids|child|
  friend|girlfriend|boyfriend|stepson|stepdaughter|grandson|granddaughter|pupil|student|twins`
export const wants = "wants|want|would|wanna|can|may|could|should|wishes|likes|loves|asks|needs|hopes|is|are"
export const participates =
  "chat|chatting|talk|write|text|message|speak|join|register|subscribe|pose|model|meet|date|flirt|order|buy|own"
export const body = `model|models|doll|dolls|figure|figures|body|bodies|face|faces|
  size|sized|build|look|looks|proportions|height|shape|hips|chest|stature|frame|skin`
export const tiny = "lil|lill|smol|tiny|wee|itty|yung|yng|littel|litle|lyttle|lttle|teeny"
export const minorAge = "9|10|11|12|13|14|15|16|17|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
export const foreignAge = `dix|onze|douze|treize|quatorze|quinze|seize|
  diez|once|doce|trece|catorce|quince|dieciseis|
  elf|zwolf|dreizehn|vierzehn|funfzehn|sechzehn|siebzehn|zehn|
  dez|onze|treze|catorze|
  undici|dodici|tredici|quattordici|quindici|sedici|
  twaalf|dertien|veertien|vijftien|zestien`
