// Limits of the admin panel; public pages do not load them. Lengths of texts are in UTF-16 code units.

export const maxTrackingLength = 80
/** What the customer of a cancelled order is told. */
export const maxCancelReasonLength = 200
/** What was done about a payment, and a note of staff. */
export const maxNoteLength = 1000
/** Membership time that is granted at once, in days, and the reason of granting or ending it. */
export const maxGrantedDays = 365
export const maxMembershipReasonLength = 200
/** A tag of a customer, and how many one may have. */
export const maxTagLength = 24
export const maxTags = 20
/** The caption of a picture or a slide. */
export const maxCaptionLength = 300
/** The alternative text of a picture. */
export const maxAltLength = 300
export const maxVideoTitleLength = 150
export const maxVideoTags = 10
/** The images of one upload. */
export const maxImagesPerUpload = 20

/** Lengths of texts, numbers and counts in a model. */
export const dollLimits = {
  price: 1_000_000,
  stock: 100_000,
  /** One line: the material and sizes. */
  line: 120,
  reference: 60,
  specifications: 40,
  specificationName: 80,
  specificationValue: 200,
  /** The material, and the name and value of each specification. */
  terms: 81,
} as const

/**
 * A file of models to import. `marks`: separators, line ends and quotation marks, also those within texts; `listed`: how
 * many problems and changes are named.
 */
export const importLimits = { megabytes: 4, rows: 500, columns: 60, marks: 200_000, listed: 200 } as const

/** The rows of the grid that are saved at once. */
export const maxEditedModels = 100

/** Lengths, and how many API keys and webhooks there may be. */
export const integrationLimits = { name: 60, url: 500, keys: 100, webhooks: 20, listed: 200 } as const

/** Lengths of the texts of the shop's settings. */
export const settingsLimits = {
  shop_name: 40,
  support_hours: 80,
  announcement: 200,
  announcement_link: 200,
  maintenance_note: 300,
  return_days: 365,
} as const

/** Lengths of the texts of invoices, labels and packing slips, and how many are printed at once. */
export const businessLimits = { name: 120, address: 400, tax_number: 60, footer: 600, atOnce: 100 } as const

/** Lengths, and how many carriers there may be. */
export const carrierLimits = { name: 60, url: 300, count: 100 } as const

/** Minutes in which a chat is to be answered. */
export const answerTargets = { min: 5, max: 2880 } as const

/** The note of a correction, the highest threshold, and the models of one correction. */
export const stockLimits = { note: 300, threshold: 10_000, atOnce: 100 } as const

export const discountLimits = {
  title: 80,
  /** USD */
  amount: 1_000_000,
  uses: 1_000_000,
  models: 500,
} as const
