/** Followers, quick money, prizes, casinos and search rankings. */
export const promotion = {
  0.7: [
    "buy|get|cheap|real|free|instant|gain|sell|selling ..2 followers|likes|subscribers|backlinks|views|traffic",
    `click|tap|visit|press here|this|the|my|link|below|now|profile|bio
      ..1 link|now|to|win|claim|get|profile|site|and|below !order|tracking`,
    `earn|make|making|earning|win ..2 $|k|usd|thousand|thousands|money|cash|hundreds|income
      ..3 a|per|every|from|daily|weekly|online|fast|home|easily|each|working
      day|week|home|month|hour|.|online|hours|easily|daily`,
    `free|win|won|claim|giveaway|airdrop|claimed|double|guaranteed|huge|triple
      ..2 bitcoin*|btc|crypto|nft*|eth|usdt|iphone*|prize*|profit*|returns|tokens|airdrop|money|cash|coins|
      lottery|reward*|voucher* !wallet|payment*|order*`,
    `invest|investment|trading|forex|binary|crypto
      opportunit*|signal*|platform|bot|expert|options|program|plan|scheme|guru ..2`,
    `congratulations you|u|your have|are|were|been|ve|won|account?
      won|selected|chosen|been|the|lucky|winner|randomly`,
    "you have|ve|are been? won|selected|chosen|winner ..2 prize|lottery|reward|iphone|gift|draw|to|as",
    `act|order|buy|subscribe|register|join|sign now|today|fast|up and|before|only|limited|here|to|for|get|while
      ..2 offer|left|late|gone|earn|free|win|bonus|expires|money|profits`,
    "limited time offer|only",
    "work from home and|earn|job*|opportunit*|.",
    "weight loss|pills",
    "lose weight|kilos|pounds fast|in|now|quickly",
    "casino|betting|slots bonus|free|site|online|no|spins|tips|win",
    "online casino|betting|slots",
    "seo|marketing services|agency|expert|packages ..2",
    "rank your|ur site|website|shop|store",
    "viagra|cialis",
    "hot singles",
    "100 % free|guaranteed|profit|legit|real|working",
    "check|see out? my|our channel|profile|page|website|onlyfans|store|link|shop|stream|bio",
    "use|enter|with my? ..1 promo|referral|code code|link ..1",
    "subscribe to|my|our my|channel|newsletter ..1",
    "loan|loans|credit approved|approval|offer|without|instant|fast|at ..2",
  ],
}

/** Wonder methods, phishing, advance fees and mass advertising. */
export const schemes = {
  0.7: [
    "get|getting|become|be|make rich|wealthy|millionaire quick|quickly|fast|easily|overnight|now|.|with|today|online",
    `make|made|earn|earning|making|earned|makes|win|i|income
      ..2 $|usd|eur|euro|dollars|k|thousand|hundreds|3000|500|1000|2000|5000|10000|100
      ..2 day|week|month|hour|daily|weekly|dollars|from|a|per
      ..2 day|week|month|hour|home|this|with|.|online|trick|easily !vase|buying`,
    `one|this|simple|secret|easy|with weird|simple|secret|easy|one|trick|method|system?
      trick|method|system|formula .|ask|that|to|which|made|how|and`,
    `passive|extra|second|online|quick|easy income|money|cash|profit|earnings
      .|no|without|today|from|online|now|daily|join|for|with`,
    "no|zero|without risk|effort|experience|investment .|join|needed|today|guaranteed|start|and|just",
    `guaranteed|guarantee|secure|fixed|high|huge|daily|monthly|promised|sure
      return|returns|profit|profits|income|yield|win|winnings|gains|results`,
    `our|my|best|free|vip|with|trading|crypto|forex signals|signal|bot|robot|indicator|strategy|mentor
      .|group|today|and|made|now|channel|for`,
    `sign|signup|register|join|subscribe|enrol up|now|today|here|with|at|on|via?
      ..3 bonus|free|code|earn|dollars|get|both|reward|referral|credits|claim !newsletter`,
    "my|our|use|with|enter|this referral|invite|affiliate|promo|partner|discount code|link|id|. ..1 !newsletter",
    "with|use|enter my|our code|link|coupon ..4",
    `you|u|youve|have|ve|was|were|been ..2 been|have|were|are|chosen|selected|won|picked|randomly
      ..1 selected|chosen|picked|as|drawn|for|won
      ..4 prize|winner|reward|customer|lucky|gift|claim|survey|iphone|voucher|draw|to|raffle`,
    `claim|collect|redeem|grab|get|receive your|the|a|it|free
      ..1 reward|prize|gift|bonus|winnings|voucher|iphone|refund|coins|airdrop`,
    `parcel|package|delivery|account|card|payment|order|tax
      ..3 held|suspended|blocked|locked|hold|pending|limited|verify|confirm|expire* ..2 .?
      ..4 link|click|fee|below|verify|here|login|clicking|pay|visit !support`,
    `verify|confirm|update|unlock|validate|restore your|the|ur
      ..1 account|identity|details|payment|wallet|card|password|data
      ..3 click*|link|below|here|now|by|within|at|following`,
    `best|cheap|lowest|low|hot|great|amazing|crazy|online|buy|order
      price*|deal|deals|viagra|cialis|pills|pharmacy|offer|offers|sunglasses|watches|replica*|shoes
      for|on|viagra|cialis|.|now|here|pharmacy
      ..3 viagra|cialis|click|watches|pills|sunglasses|off|bags|now|shoes|link|sneakers|replica*`,
    `boost|increase|improve|grow|rank|ranking|skyrocket your|ur|the
      ..1 ranking|sales|traffic|seo|followers|website|site|google|visibility|business|instagram|shop
      ..3 on|google|fast|by|.|seo|traffic|with|today|in`,
    `we|our|i|company|team offer|offers|provide|do|build|sell|deliver
      ..2 seo|web|marketing|website|app|backlinks|leads|traffic|hosting|advertising|logo|link
      ..2 design|services|and|at|development|for|packages|.|building|low|prices|cheap|dev`,
    "followers|likes|subscribers|views for|cheap|only|real|instant|$|from ..2 dollars|$|only|euro|cheap|usd|now|per",
    "like|follow|sub|comment and|for|4|& like|follow|subscribe|sub|share|comment|back !together|pair|make",
    "follow|sub|subscribe|like back|for|4|me|us .|follow|like|please|pls|sub|and",
    `million|millions|inheritance|fund|funds|lottery|fortune|treasure
      ..5 help|transfer|move|share|trust|partner|claim|widow|beneficiary|assist|abroad ..2`,
    "bank|gold ..5 share|trust|partner|claim|widow|beneficiary ..2",
    `widow|prince|banker|barrister|orphan|general|heir|refugee|doctor|lawyer|soldier
      ..8 million*|fund*|inheritance|money|help|fortune|gold|transfer|bank ..2`,
    `dear|hello|hi|greetings dear|friend|sir|beloved|beneficiary|one|winner|customer|madam .?
      ..1 i|we|you|am|are|my
      ..6 prince|widow|fund|funds|million|inheritance|bank|transfer|won|barrister|donate|proposal|selected|
      business`,
    `only|limited|last|hurry ..2 left|today|time|hours|offer|chance|places|spots
      .|click|order|join|buy|now|do|offer ..1 click|order|buy|join|miss|now|before`,
    `<18|20|30|40|50|60|70|80|90 % off|discount .?
      ..2 click|only|today|now|all|buy|sunglasses|everything|link|code|order ..1 !newsletter`,
  ],
}
