/** Drugs, weapons, stolen or forged things, and killing for hire. */
export const offers = {
  0.75: [
    `buy|sell|selling|sells|get|need|deliver|have|score|ship|want|order|offer|supply|got|hook|find|bring|trade|
      swap|hide|smuggle
      ..4 cocaine|heroin|meth|methamphetamine|mdma|ecstasy|fentanyl|lsd|ketamine|crack|opioids|oxycodone|ghb|
      xanax|molly|hashish|cannabis|marijuana`,
    `cocaine|heroin|meth|mdma|fentanyl|lsd|ketamine|ghb|oxycodone|xanax|marijuana|cannabis
      for|available|in|gram|grams|delivery|delivered|shipping|dealer|cheap|sale|here|stock
      .|sale|stock|you|trade|cheap|worldwide|here|per`,
    "grams|gram|kilo|kilos|ounce|bag|pills of ..1 cocaine|coke|heroin|meth|weed|mdma|ketamine|speed",
    "drug|drugs|weed|coke dealer|dealing|supplier|plug|delivered|for sale?",
    "buy|sell|selling|score|deal|dealing|want|need|get|smoke ..2 drugs|weed|coke !store|test|killer|free",
    `buy|sell|selling|get|need|ship|have|want|order|offer|supply|got
      ..3 gun|guns|pistol|pistols|rifle|rifles|ammo|ammunition|grenade|grenades|explosives|silencer|firearm*|
      handgun* !oil|metal|rack|safe|cabinet*`,
    "gun|guns|rifle|pistol|ammo|weapon* for sale",
    `stolen|cloned|hacked|skimmed|dumped credit|debit|bank|gift|paypal|card|cards
      ..1 card|cards|account|accounts|details|data|numbers|.`,
    `fake|forged|counterfeit|false
      passport*|id|ids|license*|licence*|documents|money|notes|bills|banknotes|currency|papers|visa|certificate*`,
    "hitman|hitmen",
    "hire|pay|find|need|looking someone|somebody|a|for ..1 to|hitman|killer|assassin kill|hurt|murder|.",
    "launder|laundering ..2 money|cash|funds|proceeds",
    "money mule*",
    "how to|do|would|i make|build|cook|i? ..2 bomb|meth|explosive*|ghost",
    "make|build|assemble|buy|have|got|get a|an|pipe? ..1 bomb|explosive*",
    "ivory|rhino tusk*|horn|carving* sale|real|smuggled|genuine|for|.",
    "real|genuine|elephant ivory|rhino",
    "prescription|prescriptions drugs|pills|meds without|no|cheap",
    "without a|any? prescription",
  ],
}

/** The same, asked for or described in other words. */
export const requests = {
  0.75: [
    `pills|coke|weed|mdma|lsd|ghb|ketamine|meth|heroin|crack|ecstasy|molly|xanax|speed|hash|mushrooms|opium|acid
      ..3 sale|sell|selling|deliver|delivery|trade|price|gram|cheap|anybody|here|anyone|stock|quality|good|fast|
      swap !glaze|colour|paint|bath|clean*`,
    `got|have|need|want|anybody|anyone|who|buy|sell|sells|selling|some|get|can|bring|smoke|share
      ..3 coke|weed|mdma|lsd|ghb|ketamine|meth|heroin|ecstasy|molly|drugs|dope|hash|cocaine|fentanyl|opium
      ..1 !killer|glass*|zero|bottle*|can|out|lemonade|or|in|garden|on|store|test`,
    `need|know|got|find|have|your|any|a|good|reliable dealer|plug|supplier .|for|who|of|with|here
      ..1 drugs|weed|coke|mdma|.|stuff|powder|pills !antique*|art`,
    `unregistered|untraceable|illegal|unmarked|ghost|unlicensed|undocumented|stolen|smuggled
      ..1 gun*|pistol*|rifle*|weapon*|firearm*|ammo|phones|phone|goods|bikes|cars|watches|cards|art|jewel*`,
    `gun|guns|pistol|pistols|rifle|weapon|weapons|ammo|silencer|grenades
      ..2 without|no|cash|unregistered|untraceable|sale|cheap|delivered|under
      ..1 papers|licence|license|only|questions|.|registration|permit|serial`,
    `can|could|get|want|need|sell|have|buy|find ..2 me|some|any|you|u|i|untraceable
      ..2 ammo|ammunition|pistol|pistols|guns|gun|rifle|rifles|silencer|explosives|grenade*|handgun*
      !oil|cabinet|rack|safe|metal`,
    `fake|false|forged|counterfeit|cloned|printed|home|made
      ..1 id|ids|passport*|licence*|license*|notes|money|bills|banknotes|papers|visa|diploma*|prescription*|
      cards|documents|twenties|fifties`,
    `make|sell|print|offer|have|produce|get|do|i|deliver ..2 driving|driver|drivers|real|looking|id
      ..1 licences|licenses|licence|license|passports|looking|cards ..1 .|real|cheap|fast|for|in|and`,
    `passports|passport|licences|licenses|ids|visas|diplomas|banknotes|documents .?
      ..3 real|cheap|fast|looking|ready|quality|original|printer|sale|genuine|undetectable
      ..1 looking|.|cheap|quality|and|days|days|in !lost|renew*`,
    "printer|press|plates|machine for|to|that ..1 banknotes|money|notes|bills|print|prints|ids|passports|money ..1",
    `card|cards|bank|account|cc|paypal|credit
      ..1 dump|dumps|logins|login|fullz|skimmer*|details|clone*|cloned|accounts
      ..2 sale|sell|selling|cheap|fresh|available`,
    `fresh|selling|sell|buy|have|cheap|got ..1 card|cards|cc|bank|cvv|logins|login|account|fullz|dumps
      ..2 dumps|accounts|logins|bank|details`,
    `clean|wash|launder|cleaning|washing ..2 my|some|money|cash|dirty|the|50k|40k|black|your|funds
      ..3 money|cash|through|with|via|in|funds|.
      ..3 shop|fake|orders|company|account|purchases|cash|business|bank|invoice*|cash`,
    `somebody|someone|person|guy|anybody|who|killer
      ..2 kills|kill|disappear|murder|rid|beats|beat|eliminate|whack
      ..3 money|cash|paid|pay|payment|price|for|of|euro|dollars ..1`,
    `pay|paid|reward|offer|give ..5 if|who|to|for|somebody|someone|whoever
      ..3 rid|kill|kills|disappear|murder|gets|beat|hurt|eliminate|silence
      ..1 rid|my|his|her|of|him|a|the|somebody|someone`,
    `make|makes|making somebody|someone|people|my|him|her|a ..1 person|husband|wife|boss|ex? disappear
      ..1 for|money|quietly|.|and|cheap|forever`,
  ],
}
