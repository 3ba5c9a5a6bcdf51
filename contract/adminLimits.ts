// Limits of the admin panel; public pages do not load them. Lengths of texts are in UTF-16 code units.

export const maxTrackingLength = 80
/** The reason that the customer of a cancelled order gets. */
export const maxCancelReasonLength = 200
/** The note about the review of a payment, and a note of staff. */
export const maxNoteLength = 1000
/** Membership time that can be granted at once, in days, and the reason for granting or ending it. */
export const maxGrantedDays = 365
export const maxMembershipReasonLength = 200
/** The length of a customer's tag, and the number of tags of a customer. */
export const maxTagLength = 24
export const maxTags = 20
export const maxCaptionLength = 300
/** The alternative text of a picture. */
export const maxAltLength = 300
export const maxVideoTitleLength = 150
export const maxVideoTags = 10
export const maxImagesPerUpload = 20

/** Limits of texts, numbers and counts in a model. */
export const dollLimits = {
  price: 1_000_000,
  stock: 100_000,
  /** Fields of one line: the material and sizes. */
  line: 120,
  reference: 60,
  specifications: 40,
  specificationName: 80,
  specificationValue: 200,
  /** The number of texts that can be translated: the material, and the name and value of each specification. */
  terms: 81,
} as const

/**
 * Limits of a file of models to import. `marks` counts separators, line ends and quotation marks, also those within
 * texts; `listed` limits the problems and changes in the response.
 */
export const importLimits = { megabytes: 4, rows: 500, columns: 60, marks: 200_000, listed: 200 } as const

/** The number of rows of the grid that can be saved at once. */
export const maxEditedModels = 100

/** Lengths of texts, and the numbers of API keys and webhooks. */
export const integrationLimits = { name: 60, url: 500, keys: 100, webhooks: 20, listed: 200 } as const

export const settingsLimits = {
  shop_name: 40,
  support_hours: 80,
  announcement: 200,
  announcement_link: 200,
  maintenance_note: 300,
  return_days: 365,
} as const

/** Lengths of the texts of the seller, invoices, labels and packing slips, and the number of documents printed at once. */
export const businessLimits = {
  name: 120,
  address: 400,
  phone: 40,
  register: 120,
  register_number: 60,
  tax_number: 60,
  controller: 400,
  disputes: 1000,
  footer: 600,
  atOnce: 100,
} as const

/** Lengths of texts, and the number of carriers. */
export const carrierLimits = { name: 60, url: 300, count: 100 } as const

/** The minutes within which a chat should be answered. */
export const answerTargets = { min: 5, max: 2880 } as const

/** The length of a correction's note, the highest threshold, and the number of models in one correction. */
export const stockLimits = { note: 300, threshold: 10_000, atOnce: 100 } as const

export const discountLimits = {
  title: 80,
  /** In USD. */
  amount: 1_000_000,
  uses: 1_000_000,
  models: 500,
} as const
