import { ordinal, you } from "./vocabulary.ts"

const app = `telegram|telegramm|whatsapp|whatsap|watsapp|watsap|whatapp|wapp|wazzup|whatsaap|
  snapchat|insta|instagram|instagramm|discord|kik|skype|wechat|viber|threema|wickr|onlyfans|fansly|facetime|
  fb|facebook|tiktok|reddit|tg|messenger|wa|imessage|twitter|tinder|bumble|vk`
const ambiguousApp = "snap|ig|signal|tele|dc|sc|line|session|zoom|steam|matrix|element|x"
const contact =
  "number|numbers|phone|email|emails|mail|mails|cell|mobile|handle|handles|contact|contacts|socials|digits|username"
const digit = "zero|one|two|three|four|five|six|seven|eight|nine|oh|double|triple"
const pay = "pay|paying|buy|buying|sell|sells|selling|deal|order|ship|settle|trade|purchase|transfer|wire|send"

/** Another way to talk or to pay, named outright. */
export const contacts = {
  0.7: [
    `add|message|text|find|reach|contact|hit|write|dm|call|ping|msg|catch|talk|chat|speak|continue|move|switch|
      go|meet|join|hmu|up|me|us|also ..4 on|at|via|through|over|to|in
      telegram|whatsapp|whats|signal|snapchat|snap|insta|instagram|discord|kik|skype|wechat|viber|tg|wa|
      facebook|messenger|threema|wickr|onlyfans|twitter|line|imo|ig|fb`,
    `join|add|check|follow my|our
      ..1 telegram|whatsapp|snapchat|discord|kik|skype|wechat|tg|onlyfans|channel|insta|instagram|ig`,
    `my|your telegram|whatsapp|snapchat|snap|insta|instagram|discord|kik|skype|wechat|viber|tg|onlyfans|wickr|ig
      ..1 is|handle|name|username|number|id|account|:|nick|tag|here !down|gone|blocked|full|broken|slow|not`,
    `give|send|share|tell|need|have|get|whats|what|want|got ..3 your|ur
      ..1 telegram|whatsapp|snapchat|snap|insta|instagram|discord|kik|skype|wechat|number|phone|email|mail|cell|
      mobile|handle|digits !of|for`,
    "my phone|cell|mobile|private|personal|direct? number|phone|cell|email|mail is|:|here",
    "telegram|whatsapp|snapchat|discord|kik|skype|wechat|tg|snap|insta : ..1",
    `here is|s|are my
      !order|tracking|article|invoice|member|membership|customer|ticket|serial|reference|item|parcel
      ..1 number|telegram|whatsapp|email|mail|snap|insta|digits|phone|cell`,
    `heres my !order|tracking|article|invoice|member|membership|customer|ticket|serial|reference|item|parcel
      ..1 number|telegram|whatsapp|email|mail|snap|insta|digits|phone|cell`,
    `pay|paying|payment|send|transfer|wire|deal|buy|sell|order|do|settle|arrange|handle
      ..4 outside|off|around|without|directly|privately|direct|bypass
      the|this|of|to|with|site|platform|shop|from|me|you|us
      ..2 site|shop|platform|store|me|fees|fee|checkout|app|website|you|us`,
    "off|outside|avoid|skip|bypass|around of? the|this? site|platform|shop|app|website|store|checkout|fee|fees",
    "paypal|venmo|cashapp|zelle|revolut|payoneer me|directly|friends|instead",
    "cash app|by me|you|mail|instead",
    "send|pay|wire|transfer|via|through ..4 paypal|venmo|cashapp|zelle|revolut|moneygram|payoneer|westernunion",
    "western union",
    "steam|itunes|amazon|google|prepaid card|cards code*|number|picture|instead|as|only|for|to|and ..1",
    "gift card|cards code*|number|picture|instead",
    "send|buy|get me|a|some|us ..2 gift|steam|itunes|amazon card*|gift|voucher*",
    "wire|bank|sepa transfer|details|account ..2 me|directly|instead|to my|private|mine|is|here",
    `send|transfer|pay|deposit ..4 to my|this|our|the|following wallet|account|iban|address|btc|usdt|eth
      !book|at|from|shown|on|in|you|checkout|of`,
    `lets|let|can|could|should|we|you|would|wanna|want ..3 meet|hook|talk up?
      in|at|outside|privately|elsewhere|somewhere|off person|my|your|place|hotel|here|else|private|bar|the|real
      !showroom|shop|workshop`,
    "come|visit|see me|us? to|at|over my place|home|hotel|apartment|flat",
    "what is|s your ..1 address|number|email|phone",
    "whats your ..1 address|number|email|phone|telegram|whatsapp|snap|insta",
    "dm|pm|inbox me|you for|on|your|with",
    "at|@|a gmail|gmai|yahoo|hotmail|outlook|protonmail|proton|icloud|gmx dot|d0t|.|point? com|me|net|de|ch",
    "gmail|yahoo|hotmail|outlook|protonmail|proton|icloud dot com|me|net|de|ch",
  ],
}

/** Numbers in words, meetings, and payments or sales that bypass the shop. */
export const detours = {
  0.7: [
    `${you}|got|whats ..2 ${app} .|too|as|or|account|there|name|number|please|pls|maybe|by|instead|here|and|so|me`,
    `${app}|snap|zoom|skype|tele|signal me|us ..1`,
    `${app} number|username|name|handle|account|id|nick|pls|please|instead|: ..1`,
    `${ambiguousApp} id|username|handle|nick|tag`,
    `my|ur|your|whats|the ${app}|ig|sc|dc|tele ..1 :|is|name|handle|id|nick|number|account|.|user|tag|has`,
    `whats|what|is ur|your|is ..1 ur|your? ${app}|ig|sc|dc|tele|snap|discord`,
    `my|your|ur|his snap|line|steam|session|signal|skype|zoom|element|x|matrix
      ..1 id|name|username|nick|handle|tag|account|user|code`,
    `as|im|am|there|${contact} ..3 on|via|over|by|at ${app}|ig|tele`,
    `on|via|over|by|through|use|to|in|with|at ${app}|ig|tele|dc
      as|under|please|too|instead|pls|my|if|maybe|it|is|where`,
    `search|look|find|add|ping|reach|hit|hmu|msg|message|text|call|write|dm|catch|contact
      ..4 on|via|over|through|at ${app}|${ambiguousApp}`,
    `hmu|dm|pm|text|message|msg|ping|inbox|whatsapp|call|ring me|us
      there|elsewhere|privately|outside|anytime|directly|maybe|under|at|: ..1`,
    "got|have|use|using|u|you|private|there ..3 signal|snap|tele|sgnal|signl .|number|account|too|or|instead",
    "sgnal|signl|watts app|whats app|tele gram|insta gram|snap chat|dis cord|face book",
    "whats|watts|wats app me|number|.|please|pls|instead",
    "tele|insta gram .|me|please|or|name|account",
    "snap chat .|me|please|or|name|account",
    "write|writing ..1 me|us|you|u|together ..3 elsewhere|outside|privately",
    `talk|talking|chat|chatting|speak|continue|carry|text|conversation|discuss|message|flirt
      ..5 elsewhere|privately|outside|offsite|unmonitored`,
    `talk|talking|chat|chatting|speak|write|writing|continue|carry|text|move|switch|go|change|take|keep|know
      ..5 another|different|other|private|safer|more|somewhere|better|less
      app|site|platform|messenger|chat|channel|network|private|place|public|medium !website|payment`,
    `talk|chat|speak|write|text|continue|message|carry|talking|chatting|go|move
      ..4 somewhere|someplace|anywhere|by|per|via|over|through|off
      ..1 else|private|privately|quiet|email|e|mail|phone|here|platform|site|sms !about|the`,
    `another|other|any|some|different|better|way|ways way|ways|place|app|to ..1 to?
      talk|reach|contact|chat|call|text|message|find|write you|.|privately|outside|with|each|u|together|and
      ..1 !support`,
    `how|where|when|can|could|may ..2 can|could|do|i|may ..2 reach|contact|call|text|find|write|message you|u
      privately|outside|directly|elsewhere|personally|by|after|when|.|on !order`,
    `on|are|have|use|using any|an|some|different other|another|messenger|app|different
      ..1 platform|app|site|messenger|network|chat|channel ..1 .|too|too|where|we|you|instead|or`,
    "your|ur|the|any|swap|exchange|drop|give|share|my|whats socials|handles|digits",
    "swap|exchange|trade|switch ..1 numbers|emails|mails|contacts|handles|details|number|phone|addresses|socials",
    `may|can|could|let|please|would ..2 i|you|u|me|have|give ..2 have|get|give|know|ask|me|send ..2 your|ur
      ..1 ${contact} !newsletter`,
    `i|ill|let|want|would|wanna|here|can ..2 give|send|leave|tell|drop|show|hand you|u my
      !order|tracking|article|invoice|member|membership|customer|ticket|serial|reference|item|parcel
      ..1 ${contact}|address ..1`,
    `here|heres|this|thats is|s|are? ..1 my
      !${ordinal}|last|next|other|final|order|tracking|article|invoice|member|membership|customer|ticket|serial|
      reference|item|parcel ..1 ${contact}|${app} ..1`,
    "my private|personal|own|direct email|mail|number|phone|e|cell|mobile is|:|.|instead|at|so",
    "your private|personal|own|direct|real|home email|mail|number|phone|address|e|cell|mobile",
    "same nick|nickname|handle|username|tag|user",
    `same|under|find|there ..1 same|the|my|a ..1 nick|nickname|handle|username|name|user|tag
      ..1 on|there|in|at|everywhere|is|over`,
    `my handle|username|nick|nickname|user|tag|profile|account|id ..2 on|there|is|over|at|elsewhere
      ..2 there|site|network|same|reddit|x|other|${app}|steam`,
    `look|search|google|find|add me ..1 up|there|under|name|elsewhere|outside|online|on
      ..1 and|on|there|in|.|google|under|net|internet|same ..1`,
    "google my|me name|nickname|handle|and|. ..1",
    `write|mail|email|contact|reach|message ..1 to? me|us at|under|outside|there|elsewhere|privately|directly
      ..1 !checkout|once`,
    "email|mail|handle|contact|phone|cell|whatsapp|telegram ..3 in|on my|the profile|picture|name|avatar|bio|photo",
    `${digit} ${digit} ${digit} .? ${digit} ${digit} .? ${digit} ${digit} ..1`,
    `${digit} ${digit} ${digit} . ${digit} ${digit} ${digit} ..1`,
    "dot|punkt|dott com|net|org|de|io|co|info|eu|uk|fr|ch|at|me .|slash|and|/",
    "at|@|ad gmail|gmai|yahoo|hotmail|outlook|protonmail|proton|icloud|gmx|posteo|mailbox|aol|tutanota ..1",
    "scan|use|see this|my qr code|in|to|and|. ..2",
    "scan|send|sent|made|see ..2 qr ..4 chat|talk|elsewhere|contact|me|app|profile|pay|wallet",
    `voice|video|phone|cam call|chat|session|calls ..1 with|you|me|us|on|over|tonight|outside|another|.|sometime
      ..1 !support|centre`,
    `private|separate|own|secret|hidden|group chat|chatroom|server|channel|group ..1 for|with|on|where|of
      us|you|we|my|both|telegram|another|just ..1`,
    `join|visit|follow|check|see|open|try my|our ..1 group|channel|server|page|blog|site|chat|profile|community
      ..1 .|on|at|for|where|outside|instead|there`,
    // Meetings.
    "lets|let|wanna us? meet|meeting !halfway|in|deadline*|expectation*",
    `where|can|could|shall|should|may|want|would|if|like|love|rather ..2 we|you|i|us|u|to ..2 meet|meeting
      .|up|you|u|for|tomorrow|tonight|some|me|there|us|at|privately|alone|irl|face|outside|real|sometime|
      offline|each !maker|artist`,
    `meet|meeting|see|visit|seeing you|u|up|me|each|us|for|other|face
      ..3 person|life|irl|real|hotel|station|bar|cafe|restaurant|face|offline|outside|alone|privately|weekend|
      date !showroom|shop`,
    `which|what|a|my|nice|book|booked|same|your|the hotel|bar|restaurant|cafe|club|pub
      ..3 we|us|two|both|meet|tonight|together ..2 meet|two|both|tonight|could|can|together`,
    `shall|could|should|would|lets|let|invite|want|wanna|may|like|love|free|to ..2 we|us|you|u|take|buy|invite
      ..3 coffee|dinner|drink|drinks|lunch|date|cocktail|breakfast|walk|cinema|movie|weekend|wine
      ..1 with|together|us|sometime|tonight|me|.|some|on|out|this|you|just|one|next|at !box`,
    "invite|inviting you|u",
    "take|taking|ask|asking you|u out !of",
    "go|going|come|hang|asking out with|sometime|together me|you|us|tonight|u|.",
    `free|available|alone|busy ..1 for|on|at|this|tonight
      ..1 dinner|drink|date|coffee|saturday|weekend|us|friday|sunday ..3 us|together|with|two|me|you|drink|meet`,
    "on a date !of|is|delivery",
    "a|real|first|proper|our date with|together|tonight|night you|u|me|us|.|with|together !of|is|delivery",
    `come|drop|stay|sleep|swing|pop|stop|spend ..2 to|at|by|over|round|in|around
      my|mine|your|me|place|for|and|to|stay|yours|ours
      ..1 place|home|hotel|flat|apartment|night|room|coffee|drink|dinner|bed|watch|wine|weekend|tonight
      !showroom`,
    `booked|book|reserve|reserved|got|have ..1 a|the|us ..1 room|hotel|table|suite|cabin|flight
      ..1 for|with|together ..1 us|two|both|me|you`,
    "ill|i|can|could|will|me pick|collect|fetch|meet|drive you|u up|at|from|home|there|after ..1",
    `where|which|what ..2 city|town|part|do|street|area|neighbourhood|district|u|are you|u|do ..1 you?
      live|living|stay`,
    `be|come|coming|travel|fly|move|am ..2 to|in|near|through your|ur
      city|town|area|country|neighbourhood|street|village ..1 next|soon|and|.|on|this|could|we|for|tomorrow|in`,
    `i|we ..1 live|am|stay near|at|in|close|around|by|next ..2 .|come|could|you|harbour|station|centre|we
      ..2 ..1 come|drop|visit|meet|if you|over|by|for|want`,
    // Payments and sales that bypass the shop.
    `${pay}|ordering|offer ..3 without|outside|around|past|behind|bypassing|avoiding|beside|off
      ..2 shop|site|middleman|platform|fee|fees|store|checkout|them|commission|books|back|tax|record
      !opening|hours`,
    `without|skip|avoid|around|past|bypass the|this|your?
      ..1 shop|middleman|site|platform|middle|store|agency|commission|fee|fees
      out|in|of|and|share|between|from|taking|getting|back|knowing|. ..1 !opening`,
    `leave|keep|cut|cutting|leaving|leaves the|this|your|our?
      ..1 shop|middleman|site|platform|middle|store|agency|commission|fee|fees out`,
    `${pay}|give|ship|offer|let ..3 to? me|it|you|us
      ..2 privately|direct|directly|personally|secretly|outside|cash
      ..1 .|and|from|without|instead|the|if|for|so|outside|hand !showroom|code`,
    `buy|order|get|purchase|deal ..3 from|with you|u|me|him|us
      ..2 privately|direct|directly|personally|outside|instead|without ..1`,
    "cut|cutting|leave|leaving out the? middleman|shop|agency|store",
    "iban|details|wallet|account|number in|on the|my picture|photo|attachment|image|profile",
    "under the table|counter|hand",
    "cash in|only|on|if|when|face|and|by ..1 hand|meet|meeting|face|no|person|post|we|you|envelope ..1",
    `pay|paying|give|bring|hand|offer ..3 cash
      ..3 if|when|face|hand|meet|and|under|you|person|personally|envelope !showroom|shop|store|till`,
    "without|forget|skip invoice|receipt|paperwork|bill .|and|needed|no|so|just ..1 !number",
    "paypal|venmo|revolut|as|via friends|f|family and|& family|f|friends ..1",
    `pay|paying|transfer|wire|put|deposit|paid|transferring ..5 into|to|on|onto|straight
      my|your|ur|this|a|private|to ..1 private? bank|account|iban|card|wallet|paypal|address ..1 !book|email|in`,
    `my|private|here|heres bank|account|wallet|iban|paypal|crypto|btc|payment
      ..1 details|address|number|account|tag ..1 .? ..4 send|transfer|pay|wire|coins|here|below|picture
      !wrong|correct|confirmed|says|rejected`,
    `whats|what|your|ur|my ..2 cash|paypal|venmo|revolut|zelle|cashapp
      app|tag|name|link|me|address|handle|account|.|email ..1`,
    `usdt|btc|bitcoin|eth|crypto|coins|money|monero|xmr ..2 to|at ..1 my|this|these|following
      ..1 address|wallet|account`,
    "bitcoin|btc|usdt|crypto|coins ..1 to|directly|straight me|my|you|private|and",
    `steam|gift|itunes|prepaid|google|amazon|apple|play|paysafe card|cards|voucher|vouchers|code|codes
      ..7 code|codes|number|numbers|private|instead|payment|photo|mail|back !brother`,
    `pay|paying|payment|paid ..3 with|in|by|using ..1 amazon|steam|itunes|google|paysafe
      ..1 card|cards|voucher|vouchers|codes|.`,
    "scratch the|it|off ..1 card|code|off|and ..3 !glaze",
    `my|our|another|other own|private|web|online|little|second ..1 shop|store|site|page|website|webshop
      ..1 instead|.|and|is|cheaper|has|where|for`,
    `cheaper|less|discount|better|percent|save|half ..3 if|when|without|price
      ..2 you|me|i|paid|we|bought|u|directly
      ..3 me|direct|directly|outside|private*|instead|cash|without|personally|under ..1 !newsletter`,
    "same ..4 cheaper|less|better ..4 outside|me|direct*|elsewhere|private*",
    "tip|support|subscribe|follow|find me|my|to|us|on ..2 patreon|onlyfans|fansly|ko|kofi|cashapp|twitch|page|fi",
    "do|have|got|on|an|my|your|her ..1 onlyfans|fansly|patreon ..1",
  ],
}
