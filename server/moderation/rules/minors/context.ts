/** Anywhere in the text, these decide how a match is taken. */
export const cues = {
  thing: [
    `doll|dolls|model|models|figure|figures|figurine*|version|body|bodies|face|look|looks|looking|proportion*|
      size|sized|outfit|costume|dressed|dress|style|appearance|custom|breast*|skin|hips|curves|pose|posing|
      roleplay*|pretend|cheerleader*|vibe*|scene|attracted|prefer`,
  ],
  ownThing: [
    `it|its|car|house|home|workshop|shop|laptop|phone|computer|dog|dogs|cat|cats|horse|company|building|whisky|
      whiskey|wine|this|that|which|sofa|bike|account|glaze|kiln|tree|marriage|business|firm|brand|studio|tv|
      fridge|camera|watch|puppy|kitten|pet`,
  ],
  object: [
    `car|house|workshop|laptop|phone|computer|dog|dogs|cat|cats|horse|company|building|whisky|whiskey|wine|sofa|
      bike|kiln|tree|marriage|business|firm|brand|studio|tv|fridge|puppy|kitten|pet|club|museum|guarantee|
      warranty|cabinet|collection|shelf|cheese|oak|bronze|contract|tradition|anniversary|vase|crate|frame|stand|
      shop`,
  ],
  /** How things age. */
  wear: [
    `yellow*|sticky|squeak*|worn|wears|cracked|cracks|rust*|faded|fades|brittle|restored|repaired|leaking|dusty|
      discolour*|stain*`,
  ],
  intimate: [
    "turn|turns|turned me|you on",
    `sex|sexy|sexual|sexually|nude*|naked|undress*|lingerie|fetish*|aroused|arousing|erotic|horny|intimate|
      seduc*|fantas*|kinky|virgin*|kiss*|touching|panties|orgasm*`,
  ],
  relative: [
    `my|our|his|her|their|your|sisters|brothers|friends
      little|small|young|younger|older|oldest|eldest|youngest|first|second|teenage|grown?
      daughter*|son|sons|kid|kids|child|children|niece*|nephew*|grand*|boy|girl|sister*|brother*|cousin*|
      stepson*|stepdaughter*|toddler*|baby|teen|teenager*|little|twins`,
  ],
}

/** Words beside a match that speak of the writer's own family or past, of work with children, or of warnings. */
export const possessives = new Set("my our have has had having raise raising".split(" "))
export const otherPossessives = new Set("your his her their two three four five both".split(" "))
export const pastOrWarning = new Set(
  "as since was were not no from keep reach against nor without unsuitable when".split(" "),
)
export const workOrGrown = new Set("teach teaches teaching taught teacher work works working adult grown".split(" "))
const harmlessNouns = `birthday* party reunion teacher* seat* room* proof safe support custody play friend* art days
  orchestra band hall gym diploma grown left moved years sweetheart at you heart asleep sleeping bed*`
export const harmlessBehind = harmlessNouns.split(/\s+/)
export const copulas = new Set("is are was were s".split(" "))
/** Behind an age, any other word is what has that age: "a 12 year old car". */
export const continuations = new Set(
  ". and but or so now already today who when if with in at on is was my the she he i because too".split(" "),
)
export const youthAdjective = /^(?:teen|child$|minor$|juvenile|adolescen|infant|toddler|young|tween|school)/
export const numberStart = /^(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|ele|twe|thi|fif)/
const persons = `daughter|son|niece|nephew|sister|brother|cousin|kid|child|grand|student|pupil|neighbo|girl|boy|friend|
  maid|virgin|lady|school|dancer|wom|person|self|version`
export const personStart = new RegExp(`^(?:${persons.replace(/\s/g, "")})`)
