import { maxQuantity, maxSlide } from "./limits.ts"

/** For programs that call with an API key. */
export const apiKeyTexts = {
  notAllowed: "API keys can't make this call.",
  missingScope: (scope: string) => `This API key doesn't have the scope ${scope}.`,
} as const

/**
 * Texts of the public pages, loaded by every page; those of members, customers and staff are in `memberText.ts`,
 * `buyingText.ts`, `adminText.ts` and others. Each text stands once. No zod here: pages import these files directly.
 */
export const generalTexts = {
  failedToLoad: "Failed to load data",
  tryAgainLater: "Please try again later",
  tooManyRequests: (wait: string) => `Too many requests. Please try again in ${wait}.`,
  apiError: (status: number, detail?: string | null) => `API Error: ${status} - ${detail || "Unknown error"}`,
  authenticationFailed: "Authentication failed. Please log in again.",
  authenticationRequired: "Authentication required",
  adminLoginHint: "You need to be logged in as an admin to do this.",
  linkCopied: "Link copied to clipboard",
  roleRequired: (role: string) => `Access denied. ${role} privileges required.`,
  adminRequired: "Access denied. Admin privileges required.",
  moderatorRequired: "Access denied. Moderator privileges required.",
  insufficient: "Access denied. Insufficient privileges.",
  wentWrong: "Something went wrong",
  filesUnavailable: "Files are unavailable right now. Please try again in a moment.",
} as const

/** The page without a network. */
export const offlineTexts = {
  title: "You're offline",
  text: "Please check your connection, then try again.",
  again: "Try again",
} as const

export const gateTexts = {
  title: "This is an adult website",
  enter: "I am 18 years and older - Enter",
  exit: "I am under 18 - Exit",
  denied: "Underage Access Denied",
  year: 2025,
} as const

export const modelTexts = {
  empty: "No models found matching your criteria.",
  clear: "Clear filters",
  noneFeatured: "No featured models available at the moment.",
  browseAll: "Browse All Models",
  notFoundTitle: "Model Not Found",
  notFound: "Model not found",
  detailsFailed: "Failed to fetch model details",
  range: (page: number, pages: number, from: number, to: number, total: number) =>
    `Page ${page} of ${pages} | Showing ${from} - ${to} of ${total} models`,
  chat: "Chat",
  upgradeToChat: "Upgrade to Chat",
  loginToChat: "Please log in to start a chat",
  chatNeedsMembership: "Upgrade your membership to chat with models",
  related: "You May Also Like",
  age: "Adult (18+)",
} as const

export const stockTexts = {
  available: "In stock",
  onlyLeft: (left: number) => `Only ${left} left`,
  allHeld: (left: number) =>
    left === 1 ? "The last one is in your cart." : `All ${left} that are left are in your cart.`,
  madeToOrder: "Made to order",
  soldOut: "Sold out",
} as const

export const shippingTexts = {
  handling: "3-5 business days",
  /** The method that is used to each place. */
  options: [
    { method: "Standard Shipping", where: "United States", time: "7-10 business days", price: "Free" },
    { method: "International Shipping", where: "All other countries", time: "10-14 business days", price: "Free" },
  ],
  notes: [
    "Plain packaging, neutral label: no pictures and no product names.",
    "Models over 20 kg are delivered by two people, and someone needs to be home to receive them.",
    "Any import duties and taxes are paid by the recipient.",
  ],
  /** Beside a total that goes to another country. */
  duties: "Import duties and taxes of the destination country aren't included. The recipient pays them.",
  /** `days` is the setting; 0: the shop takes no returns. */
  returns: (days: number) =>
    days === 0
      ? "Payments are non-refundable, unless a model arrives damaged or isn't the one you ordered."
      : days === 1
        ? "Payments are non-refundable, except for returns: you can request one for 1 day after your order ships."
        : `Payments are non-refundable, except for returns: you can request one for ${days} days after your order ships.`,
} as const

export const cartTexts = {
  lineStands: "Some items in your cart aren't available as selected. Please update them first.",
  added: "Added to cart!",
  addFailed: "Failed to add item to cart",
  fetchFailed: "Failed to fetch cart items",
  updateFailed: "Failed to update cart",
  removeFailed: "Failed to remove item from cart",
  clearFailed: "Failed to clear cart",
  staff: "Cart functionality is not available for staff accounts",
  gone: "This model is no longer available.",
  goneNamed: (name: string) => `“${name}” is no longer available.`,
  unknown: "We couldn't find this model.",
  soldOut: "Sold out",
  onlyLeft: (left: number) => `Only ${left} left`,
  soldOutNamed: (name: string) => `“${name}” is sold out.`,
  onlyLeftNamed: (name: string, left: number) => `Only ${left} left of “${name}”.`,
  tooMany: (held: number) => `You can have up to ${maxQuantity} of each model in your cart. You already have ${held}.`,
  capped: (name: string) => `You can have up to ${maxQuantity} of “${name}” in your cart.`,
  empty: "Your cart is empty",
  changed: "Your cart has changed since you opened this page. Please check the total before you continue.",
} as const

export const favoriteTexts = {
  loginTitle: "Authentication required",
  login: "You need to be logged in to manage favorites.",
  loginToSave: "Please log in to save favorites",
  loadFailed: "Failed to load favorites",
  addFailed: "Failed to add to favorites",
  removeFailed: "Failed to remove from favorites",
  added: "Added to favorites",
  removed: "Removed from favorites",
  updateFailed: "Failed to update favorites",
  loadOwnFailed: "Failed to load your favorites",
  modelsFailed: "Failed to fetch favorite models",
} as const

export const reviewTexts = {
  ratingRequired: "Please select a rating",
  commentRequired: "Please enter a review comment",
  submitFailed: "Failed to submit review",
  updateFailed: "Failed to update review",
  deleteFailed: "Failed to delete review",
  fetchOwnFailed: "Failed to fetch user reviews",
  submitted: "Review submitted successfully",
  updated: "Review updated successfully",
  deleted: "Review deleted successfully",
  noneVerified: "No verified reviews yet",
  verification:
    "The rating counts only reviews of verified purchases. Other reviews are shown separately; we don't check whether their authors own the model.",
} as const

export const slideshowTexts = {
  loadFailed: "Failed to load slideshow items",
  fetchFailed: "Failed to fetch slideshow items",
  uploadFailed: "Failed to upload slideshow item",
  deleteFailed: "Failed to delete slideshow item",
  tooLarge: `Slideshow files must be less than ${maxSlide}MB.`,
  wrongKind: "Please upload an image or a video (MP4, MOV or WebM).",
  videoHasNoDark: "A video can't have a dark version.",
} as const

export const newsletterTexts = {
  failed: "Failed to subscribe",
  confirmed: "Your subscription is confirmed.",
  unsubscribed: "You've been unsubscribed from the newsletter.",
  sent: "Please check your inbox to confirm.",
  invalid: "Please enter a valid email address.",
} as const

export const contactTexts = {
  sent: "Message sent!",
  received: "Thank you for your message",
  answerGoesTo: (email: string) => `We've received it and will answer to ${email}.`,
  aboutOrder: (number: string) => `We'll see that this is about order ${number}.`,
  failed: "Failed to send your message",
  nameRequired: "Please enter your name.",
  emailInvalid: "Please enter a valid email address.",
  subjectRequired: "Please enter a subject.",
  messageRequired: "Please enter a message.",
} as const

export const supportTexts = {
  hours: "Mon-Fri 8am-5pm Pacific",
  replies: "Replies typically within 24 hours",
  termsUpdated: "May 2, 2025",
} as const
