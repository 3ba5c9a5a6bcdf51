/**
 * Every sentence the specification fixes, once. Grouped by subject so that a page's bundle carries only the groups it names.
 * No zod here: pages import this file directly.
 */
export const generalTexts = {
  failedToLoad: "Failed to load data",
  tryAgainLater: "Please try again later",
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
} as const

export const gateTexts = {
  title: "This is an adult website",
  enter: "I am 18 years and older - Enter",
  exit: "I am under 18 - Exit",
  denied: "Underage Access Denied",
  year: 2025,
} as const

export const loginTexts = {
  signInTitle: "Welcome Back",
  registerTitle: "Create Account",
  success: "Login successful!",
  failed: "Login failed. Please check your credentials and try again.",
  wrong: "Incorrect email or password",
  registered: "Registration successful! Please log in.",
  registrationFailed: "Registration failed",
  regionRequired: "Please select your region.",
  termsRequired: "You must agree to the Terms of Service to create an account.",
  inactive: "This account is not active. Please contact us.",
  resetRequested: "If there is an account with this address, a letter with a link is on its way.",
  verificationRequested: "If this address waits to be confirmed, a letter with a link is on its way.",
  badLink: "This link is no longer valid. Please ask for a new one.",
} as const

export const accountTexts = {
  ordersFetchFailed: "Failed to fetch order history",
  ordersLoadFailed: "Failed to load orders",
  orderLoadFailed: "Failed to load order details",
  profileFailed: "Failed to update profile",
  profileSaved: "Profile updated successfully",
  passwordFailed: "Failed to update password",
  passwordSaved: "Password updated successfully",
  passwordChangeFailed: "Failed to change password",
  settingsFailed: "Failed to save settings",
  deleteFailed: "Failed to delete account",
  deleted: "Account deleted successfully",
  passwordsDiffer: "New passwords do not match",
  wrongPassword: "Your current password is not right.",
  addressTaken: "This address belongs to another account.",
  passwordToDelete: "Please enter your password to delete your account.",
  orderUnderWay: (orderNumber: string) =>
    `Your order ${orderNumber} is still under way. Your account can be deleted once it has ended.`,
  moneyUnderWay: "A payment of yours is still under way. Your account can be deleted once it has ended.",
  orderMailNeeded: "Letters about your orders cannot be switched off.",
  sameAddress: "This is your address already.",
  deviceSignedOut: "That device was signed out.",
  othersSignedOut: "All other devices were signed out.",
  signOutFailed: "Failed to sign out",
  exportFailed: "Failed to gather your data",
  exported: "Your data was downloaded.",
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
  madeToOrder: "Made to order",
  soldOut: "Sold out",
} as const

export const shippingTexts = {
  handling: "3-5 business days",
  options: [
    { method: "Standard Shipping", time: "7-10 business days", price: "Free" },
    { method: "Express Shipping", time: "2-3 business days", price: "Free" },
    { method: "International Shipping", time: "10-14 business days", price: "Free" },
  ],
  notes: [
    "Every piece travels in a plain carton without pictures or product names. The sender on the label is neutral.",
    "Pieces of more than 20 kg are brought by two people and need somebody at home.",
    "Duties and taxes of the country of destination, where there are any, are paid by the recipient.",
  ],
} as const

export const cartTexts = {
  lineStands: "Something in your cart cannot be had as chosen. Please change its line first.",
  added: "Added to cart!",
  addFailed: "Failed to add item to cart",
  fetchFailed: "Failed to fetch cart items",
  updateFailed: "Failed to update cart",
  removeFailed: "Failed to remove item from cart",
  clearFailed: "Failed to clear cart",
  staff: "Cart functionality is not available for staff accounts",
  gone: "This model is no longer available.",
  goneNamed: (name: string) => `“${name}” is no longer available.`,
  unknown: "This model is not in the shop.",
  soldOut: "Out of stock",
  onlyLeft: (left: number) => `Only ${left} left`,
  soldOutNamed: (name: string) => `“${name}” is out of stock.`,
  onlyLeftNamed: (name: string, left: number) => `Only ${left} left of “${name}”.`,
  tooMany: (held: number) => `At most 99 of one model fit in the cart; it holds ${held} already.`,
  capped: (name: string) => `At most 99 of “${name}” fit in the cart.`,
  empty: "Your cart is empty",
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
} as const

export const slideshowTexts = {
  loadFailed: "Failed to load slideshow items",
  fetchFailed: "Failed to fetch slideshow items",
  uploadFailed: "Failed to upload slideshow item",
  deleteFailed: "Failed to delete slideshow item",
  tooLarge: "Slideshow files must be less than 30MB.",
  wrongKind: "Please upload an image or a video (MP4, WebM or Ogg).",
} as const

export const chatTexts = {
  authentication: "Authentication required",
  connection: "Connection error",
  validation: "Invalid data",
  other: "Chat error",
  sendFailed: "Failed to send message",
  roomFailed: "Failed to create chat room",
  sessionFailed: "Failed to create chat session",
  sessionError: "Error creating chat session",
  startFailed: "Failed to start chat. Please try again later.",
  userMissing: "User ID not found. Please log in again.",
  uploadFailed: "Failed to upload file",
  fetchFailed: "Failed to fetch messages",
  loadFailed: "Failed to load messages",
  loadMoreFailed: "Failed to load more messages",
  deleteFailed: "Failed to delete message",
  deleted: "Message deleted",
  flagFailed: "Failed to update message flag",
  roomsFailed: "Failed to load chat rooms",
  roomLoadFailed: "Failed to load chat room",
  reconnectFailed: "Failed to reconnect. Please refresh the page.",
  invalidRoom: "Invalid chat room ID",
  invalidDoll: "Invalid doll ID",
  assignedFailed: "Failed to load assigned models",
  loginToSend: "Please login to send messages",
  empty: "Message content cannot be empty",
  noFile: "No file selected",
  tooLargeTitle: "File too large",
  tooLarge: "Maximum file size is 10MB",
  wrongKind: "Only pictures, PDF and Word documents can be sent.",
  emptyFile: "This file is empty.",
  connected: "Connected",
  connecting: "Connecting...",
  connectionError: "Connection Error",
  disconnected: "Disconnected",
  lost: "Connection lost. Trying to reconnect...",
  unstable: "Connection unstable",
  queued: "Message will be sent when connection is restored",
  sentQueued: (count: number) => `Sent ${count} queued messages`,
  unavailableTitle: "Chat Not Available",
  unavailable: "We couldn't establish a chat session. Please try again later.",
} as const

export const staffTexts = {
  assigned: "My Assigned Models",
  noneAssigned: "No Models Assigned",
  assignmentsFailed: "Failed to load moderator assignments",
  dashboardFailed: "Failed to fetch dashboard data",
  underDevelopment: "This section is under development",
  noSuchModerator: "This moderator is not there any more.",
} as const

export const orderTexts = {
  tooOften: "You have placed many orders within the hour. Please try again later.",
  notCancellable: "Only an unpaid order can be cancelled.",
  notEnded: "Only an order that has ended can be removed from the list.",
  noMove: (from: string, to: string) => `An order cannot go from "${from}" to "${to}".`,
  trackingRequired: "Please enter a tracking number.",
  changed: "This order was changed meanwhile. Please reload it.",
  expected: (from: string, until: string) => `Expected between ${from} and ${until}.`,
} as const

export const orderStatusTexts: Record<string, string> = {
  unpaid: "Unpaid",
  to_be_shipped: "To be shipped",
  shipped: "Shipped",
  completed: "Completed",
  cancelled: "Cancelled",
  needs_review: "Being checked",
  refund_due: "Refund due",
  refunded: "Refunded",
}
/** Anything the catalogue does not know reads "Pending". */
export function orderStatusText(status: string): string {
  return Object.hasOwn(orderStatusTexts, status) ? orderStatusTexts[status]! : "Pending"
}

/** Nothing here says what was found, or how: that would be a lesson in getting round it. */
export const moderationTexts = {
  blocked: "This message was not sent: it goes against the rules of this shop.",
  frozen: "This message was not sent. The chat is closed until a person has looked at it.",
  help: "If you are not safe, or think of harming yourself, please talk to somebody now. findahelpline.com lists free and confidential help in your country.",
  refused: "This text was not saved: it goes against the rules of this shop.",
  reasonRequired: "Please say what is wrong.",
  reported: "Thank you. A person will look at it.",
  reportFailed: "Your report could not be sent",
  notInQueue: "This item is not in the queue any more.",
  noModerator: "Nobody answers for this model yet.",
} as const

/** The browser's own notifications, and what the account's page says about them. */
export const alertTexts = {
  unsupported: "This browser does not support notifications",
  requestFailed: "Failed to request notification permissions",
  enableFirst: "Please enable notifications first",
  granted: "Notification permission granted",
  denied: "Notification permission denied",
  states: { default: "Not Set", granted: "Enabled", denied: "Blocked" },
  blocked: "Please enable notifications in your browser settings and refresh the page.",
  test: { title: "Vitrine", body: "This is how a notification looks." },
  several: (count: number) => `${count} new notifications`,
  queue: {
    title: "Something waits in the queue",
    body: (count: number) => (count === 1 ? "One item waits for a decision." : `${count} items wait for a decision.`),
  },
  empty: "No notifications yet.",
  loadFailed: "Failed to load notifications",
  readFailed: "Failed to mark as read",
} as const

export const newsletterTexts = {
  failed: "Your address could not be added",
  confirmed: "Your subscription is confirmed.",
  unsubscribed: "You will not get any more letters from us.",
  sent: "Please check your inbox to confirm.",
  invalid: "Please enter a valid email address.",
} as const

export const contactTexts = {
  sent: "Message sent!",
  failed: "Your message could not be sent",
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
