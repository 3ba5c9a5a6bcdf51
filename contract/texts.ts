import { maxQuantity, maxSlide } from "./limits.ts"
import { form, plural, t } from "./t.ts"

/** For programs that call with an API key. */
export const apiKeyTexts = {
  notAllowed: t`API keys can't make this call.`,
  missingScope: (scope: string) => t`This API key doesn't have the scope ${scope}.`,
} as const

/**
 * Texts of the public pages, loaded by every page; those of members, customers and staff are in `memberText.ts`,
 * `buyingText.ts`, `adminText.ts` and others. Each text stands once. No zod here: pages import these files directly.
 */
export const generalTexts = {
  failedToLoad: t`Failed to load data`,
  tryAgainLater: t`Please try again later`,
  tooManyRequests: (wait: string) => t`Too many requests. Please try again in ${wait}.`,
  apiError: (status: number, detail?: string | null) => t`API Error: ${status} - ${detail || t`Unknown error`}`,
  authenticationFailed: t`Authentication failed. Please log in again.`,
  authenticationRequired: t`Authentication required`,
  adminLoginHint: t`You need to be logged in as an admin to do this.`,
  linkCopied: t`Link copied to clipboard`,
  roleRequired: (role: string) => t`Access denied. ${role} privileges required.`,
  adminRequired: t`Access denied. Admin privileges required.`,
  moderatorRequired: t`Access denied. Moderator privileges required.`,
  insufficient: t`Access denied. Insufficient privileges.`,
  wentWrong: t`Something went wrong`,
  filesUnavailable: t`Files are unavailable right now. Please try again in a moment.`,
} as const

/** The page without a network. */
export const offlineTexts = {
  title: t`You're offline`,
  text: t`Please check your connection, then try again.`,
  again: t`Try again`,
} as const

export const gateTexts = {
  title: t`This is an adult website`,
  enter: t`I am 18 years and older - Enter`,
  exit: t`I am under 18 - Exit`,
  denied: t`Underage Access Denied`,
  year: 2025,
} as const

export const modelTexts = {
  empty: t`No models found matching your criteria.`,
  clear: t`Clear filters`,
  noneFeatured: t`No featured models available at the moment.`,
  browseAll: t`Browse All Models`,
  notFoundTitle: t`Model Not Found`,
  notFound: t`Model not found`,
  detailsFailed: t`Failed to fetch model details`,
  range: (page: number, pages: number, from: number, to: number, total: number) =>
    plural(total, { other: form`Page ${page} of ${pages} | Showing ${from} - ${to} of ${total} models` }),
  chat: t`Chat`,
  upgradeToChat: t`Upgrade to Chat`,
  loginToChat: t`Please log in to start a chat`,
  chatNeedsMembership: t`Upgrade your membership to chat with models`,
  related: t`You May Also Like`,
  age: t`Adult (18+)`,
} as const

export const stockTexts = {
  available: t`In stock`,
  onlyLeft: (left: number) => t`Only ${left} left`,
  allHeld: (left: number) =>
    left === 1
      ? t`The last one is in your cart.`
      : plural(left, { other: form`All ${left} that are left are in your cart.` }),
  madeToOrder: t`Made to order`,
  soldOut: t`Sold out`,
} as const

/** Beside the rule that payments are non-refundable, for memberships. */
export const paidTexts = {
  notCovered: t`This doesn't affect your statutory rights, and we return money that was sent twice or by mistake.`,
} as const

export const shippingTexts = {
  handling: t`3-5 business days`,
  handlingDays: [3, 5],
  /** The methods of a new shop: the one that is used to each place. */
  options: [
    { name: t`Standard Shipping`, where: t`United States`, days_from: 7, days_until: 10, countries: ["US"], price: 0 },
    {
      name: t`International Shipping`,
      where: t`All other countries`,
      days_from: 10,
      days_until: 14,
      countries: [],
      price: 0,
    },
  ],
  notes: [
    t`Plain packaging, neutral label: no pictures and no product names.`,
    t`Models over 20 kg are delivered by two people, and someone needs to be home to receive them.`,
    t`Any import duties and taxes are paid by the recipient.`,
  ],
  /** The one policy about returns of orders, also in emails, so it names no goods. `days` is the setting; 0: the shop takes no returns. */
  returns: (days: number) =>
    days === 0
      ? t`Payments are non-refundable. This doesn't affect your rights if something arrives damaged, isn't what you ordered, or doesn't arrive at all.`
      : plural(days, {
          one: "Payments are non-refundable, except for returns: you can request one for 1 day after your order ships. This doesn't affect your rights if something arrives damaged, isn't what you ordered, or doesn't arrive at all.",
          other: form`Payments are non-refundable, except for returns: you can request one for ${days} days after your order ships. This doesn't affect your rights if something arrives damaged, isn't what you ordered, or doesn't arrive at all.`,
        }),
} as const

export const cartTexts = {
  lineStands: t`Some items in your cart aren't available as selected. Please update them first.`,
  added: t`Added to cart!`,
  addFailed: t`Failed to add item to cart`,
  fetchFailed: t`Failed to fetch cart items`,
  updateFailed: t`Failed to update cart`,
  removeFailed: t`Failed to remove item from cart`,
  clearFailed: t`Failed to clear cart`,
  staff: t`Cart functionality is not available for staff accounts`,
  empty: t`Your cart is empty`,
} as const

/** The server's answers about a cart. They stand apart because browsers do not load them. */
export const cartRefusals = {
  gone: t`This model is no longer available.`,
  goneNamed: (name: string) => t`“${name}” is no longer available.`,
  unknown: t`We couldn't find this model.`,
  soldOut: t`Sold out`,
  onlyLeft: (left: number) => t`Only ${left} left`,
  soldOutNamed: (name: string) => t`“${name}” is sold out.`,
  onlyLeftNamed: (name: string, left: number) => t`Only ${left} left of “${name}”.`,
  tooMany: (held: number) => t`You can have up to ${maxQuantity} of each model in your cart. You already have ${held}.`,
  capped: (name: string) => t`You can have up to ${maxQuantity} of “${name}” in your cart.`,
  changed: t`Your cart has changed since you opened this page. Please check the total before you continue.`,
} as const

export const favoriteTexts = {
  loginTitle: t`Authentication required`,
  login: t`You need to be logged in to manage favorites.`,
  loginToSave: t`Please log in to save favorites`,
  loadFailed: t`Failed to load favorites`,
  addFailed: t`Failed to add to favorites`,
  removeFailed: t`Failed to remove from favorites`,
  added: t`Added to favorites`,
  removed: t`Removed from favorites`,
  updateFailed: t`Failed to update favorites`,
  loadOwnFailed: t`Failed to load your favorites`,
  modelsFailed: t`Failed to fetch favorite models`,
} as const

export const reviewTexts = {
  ratingRequired: t`Please select a rating`,
  commentRequired: t`Please enter a review comment`,
  submitFailed: t`Failed to submit review`,
  updateFailed: t`Failed to update review`,
  deleteFailed: t`Failed to delete review`,
  fetchOwnFailed: t`Failed to fetch user reviews`,
  submitted: t`Review submitted successfully`,
  updated: t`Review updated successfully`,
  deleted: t`Review deleted successfully`,
  noneVerified: t`No verified reviews yet`,
  verification: t`The rating counts only reviews of verified purchases. Other reviews are shown separately; we don't check whether their authors own the model.`,
} as const

export const slideshowTexts = {
  loadFailed: t`Failed to load slideshow items`,
  fetchFailed: t`Failed to fetch slideshow items`,
  uploadFailed: t`Failed to upload slideshow item`,
  deleteFailed: t`Failed to delete slideshow item`,
  tooLarge: t`Slideshow files must be less than ${maxSlide}MB.`,
  wrongKind: t`Please upload an image or a video (MP4, MOV or WebM).`,
  videoHasNoDark: t`A video can't have a dark version.`,
} as const

export const newsletterTexts = {
  failed: t`Failed to subscribe`,
  confirmed: t`Your subscription is confirmed.`,
  unsubscribed: t`You've been unsubscribed from the newsletter.`,
  sent: t`Please check your inbox to confirm.`,
  invalid: t`Please enter a valid email address.`,
} as const

export const contactTexts = {
  sent: t`Message sent!`,
  received: t`Thank you for your message`,
  answerGoesTo: (email: string) => t`We've received it and will answer to ${email}.`,
  aboutOrder: (number: string) => t`We'll see that this is about order ${number}.`,
  failed: t`Failed to send your message`,
  nameRequired: t`Please enter your name.`,
  emailInvalid: t`Please enter a valid email address.`,
  subjectRequired: t`Please enter a subject.`,
  messageRequired: t`Please enter a message.`,
} as const

export const supportTexts = {
  hours: t`Mon-Fri 8am-5pm Pacific`,
  replies: t`Replies typically within 24 hours`,
  termsUpdated: t`May 2, 2025`,
} as const
