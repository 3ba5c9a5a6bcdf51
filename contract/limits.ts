/*
 * All limits of schemas, routes, texts and inputs; those of the admin panel only are in `adminLimits.ts`. No zod here:
 * public pages import this file. The texts of two drop zones state lower limits than are accepted, as the specification
 * requires.
 */

export const megabyte = 1024 * 1024
/** The size of one file, in megabytes. */
export const maxChatFile = 10
export const maxImage = 20
export const maxSlide = 30
export const maxVideo = 300
/** The size of one photograph of a return, in megabytes, and the number of photographs of a return. */
export const maxReturnPhoto = 10
export const maxReturnPhotos = 6
/** The resolution of a picture of a person, in a chat or of a return. Phone cameras have 12 to 24. */
export const maxMegapixels = 25

// Lengths of texts, in UTF-16 code units.

export const maxMessageLength = 4000
/** The name of a person or a model. */
export const maxNameLength = 120
export const maxPasskeyNameLength = 60
export const maxEmailLength = 254
/** A search term; `maxRoomSearchLength` is for the search of chats. */
export const maxSearchLength = 200
export const maxRoomSearchLength = 100
/** The subject and the text of a message to the shop. */
export const maxSubjectLength = 200
export const maxContactLength = 5000
export const maxReviewLength = 4000
export const maxReasonLength = 1000
export const maxReplyTitleLength = 60
export const maxVideoCategoryLength = 40
export const maxCodeLength = 40

/** The number of favorites in a shared list, those added last. */
export const maxSharedFavorites = 200
/** The days in which the code of a gift can be redeemed. */
export const giftDays = 365
export const maxStockRequests = 50
/** How long somebody who was notified that a model is back counts for one of its pieces. */
export const stockHoldHours = 24

/** The maximum quantity of one model in a cart and an order. */
export const maxQuantity = 99

/** The documents that may be sent in a chat, by file extension. */
export const documentKinds = ["pdf", "doc", "docx"] as const
export type DocumentKind = (typeof documentKinds)[number]
/** A member's text about a conversation. */
export const maxRatingLength = 500

/** Prices are in dollars, the discount is a percentage. */
export const planLimits = {
  title: 40,
  description: 200,
  line: 80,
  lines: 12,
  leastPrice: 1,
  price: 100_000,
  messages: 100_000,
  photos: 10_000,
  discount: 90,
} as const
