/** Patterns of addresses and numbers, for folded text unless they say otherwise. */

export const ownHost = /(?:^|\.)(?:vitrine\.(?:shop|example)|localhost)$/

export const email = /[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,3}\.[a-z]{2,24}/g
export const handle = /(?<![a-z0-9.@_])@[a-z0-9_][a-z0-9_.]{2,31}(?![a-z0-9_.]*\.[a-z])/g

const topLevelDomains = "com|net|org|info|biz|io|me|ly|gg|co|ru|cn|xyz|top|site|online|shop|link|club|app|to|tv|cc"
const links = [
  /https?:\/\/[^\s]{1,200}/.source,
  /www\.[^\s]{2,200}/.source,
  String.raw`(?:[a-z0-9-]{1,40}\.){1,3}(?:${topLevelDomains})(?:\/[^\s]{0,200})?`,
]
export const link = new RegExp(`(?<![a-z0-9@.-])(?:${links.join("|")})(?![a-z0-9-])`, "g")

export const phoneNumber = /(?<![a-z0-9])\+?\(?\d(?:[\d().\s-]{5,24})\d(?![a-z0-9])/g
/** Digits one by one, or with an `o` for a zero. */
export const disguisedNumbers = [
  /(?<![a-z0-9])\+?(?:[\do][\s.,/_-]{1,2}){8,15}[\do](?![a-z0-9])/g,
  /(?<![a-z0-9])\+?(?=[\do]*o)(?=o*\d)[\do]{2,5}[\s./-]?[\do]{3,}(?:[\s./-]?[\do]{2,})*(?![a-z0-9])/g,
]
export const digitsOnly = /^[+(]?\d[\d()\s./-]*$/

/** Patterns for the original text. */
export const wallets = [
  /(?<![A-Za-z0-9])bc1[a-z0-9]{25,62}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])[13][1-9A-HJ-NP-Za-km-z]{25,34}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])T[1-9A-HJ-NP-Za-km-z]{33}(?![A-Za-z0-9])/g,
]
/** A pattern for the original text. */
export const iban = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){3,7}(?:[ ]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g

const shopTerms = [
  "measur\\w*|size|dimension\\w*",
  "track\\w*|order|ord|invoice|ref\\w*|parcel|shipment",
  "serial|item|article|number of|model|payment|batch|part|edition|ean|sku|isbn|version",
]
/** Words before a number that belongs to the shop's business. */
export const beforeShopNumber = new RegExp(String.raw`(?:${shopTerms.join("|")})\b[^.!?]{0,24}$`)

const contactTerms = [
  "call|text|phone|number|reach|whatsapp|ring|mobile|cell|signal|telegram|viber",
  "sms|tel|line|dial|contact",
]
/** Words before a number to reach somebody. */
export const beforeContactNumber = new RegExp(String.raw`(?:${contactTerms.join("|")})\b[^.!?]{0,28}$`)

export const beforeSocialSecurityNumber = /(?:ssn|social security)[^.!?]{0,24}$/
export const socialSecurityNumber = /^\d{3}-\d{2}-\d{4}$/
export const dateOrRange = /^\d{1,4}[.\s-]{1,3}\d{1,2}[.\s-]{1,3}\d{2,4}$/
export const groupedPhoneNumber = /^\(?0?\d{2,4}\)?[\s.-]+\d{3,4}[\s.-]+\d{2,4}(?:[\s.-]+\d{2,4})*$/
export const nationalPhoneNumber = /^0\d{8,12}$/
