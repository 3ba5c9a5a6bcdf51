import { type DocumentKind, maxChatFile, maxMegapixels } from "./limits.ts"
/**
 * Texts for signed-in users: account, chats and notifications. A separate file, because not every page loads it. No zod
 * here.
 */

/** Of the link to one's favorites. */
export const shareTexts = {
  failed: "The link couldn't be created",
  offFailed: "The link couldn't be turned off",
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
  wrongPassword: "Your current password is incorrect.",
  addressTaken: "This email address belongs to another account.",
  alreadyConfirmed: "This email address is already confirmed. There's nothing else to do.",
  noChangeWaits: "There is no email change waiting to be confirmed.",
  changeSentAgain: "We've sent a new link. The previous one no longer works.",
  suspended:
    "Your account is paused while our team reviews it. You can read everything, but you can't write, review or order. We'll let you know when the review is done.",
  notWhileSuspended: "Not available while your account is paused.",
  addressKept: "Your email address stays the same.",
  passwordToDelete: "Please enter your password to delete your account.",
  orderUnderWay: (orderNumber: string) =>
    `Your order ${orderNumber} is still in progress. You can delete your account once it is finished.`,
  moneyUnderWay: "One of your payments is still in progress. You can delete your account once it is finished.",
  orderMailNeeded: "Emails about your orders can't be turned off.",
  sameAddress: "This is already your email address.",
  deviceSignedOut: "Device logged out",
  othersSignedOut: "All other devices logged out",
  signOutFailed: "Failed to log out",
  notAgain: "Not added to your cart",
  againFailed: "Failed to add the models to your cart",
  addressSaved: "Address saved",
  addressFailed: "Failed to save address",
  addressDeleted: "Address deleted",
  addressDeleteFailed: "Failed to delete address",
  tooManyAddresses: (max: number) => `You can save up to ${max} addresses. Delete one to add another.`,
  exportFailed: "Failed to export your data",
  exported: "Your data has been downloaded",
} as const

const kindNames: Record<DocumentKind, string> = { pdf: "PDF", doc: "Word", docx: "Word" }

export const ageTexts = {
  required: "Please verify that you're 18 or older to continue. Reload the page to do so.",
} as const

/** Working on chats. */
export const deskTexts = {
  snoozeTime: "Please choose a time within the next 90 days.",
  newMessage: "The member has just written. Read the new message first.",
  notAModerator: "This moderator can't take over chats. Please choose another one.",
  moved: (name: string) => `${name} has this chat now.`,
  ratingGone: "This question was already answered.",
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
  tooLarge: `Maximum file size is ${maxChatFile}MB`,
  tooManyPixels: `Images can have at most ${maxMegapixels} megapixels.`,
  brokenPicture: "We couldn't read this image.",
  /** Inside the shop only: elsewhere others may see the screen. */
  newAbout: (name: string) => `${name}: new message`,
  unattended: (name: string) => `Nobody answers for ${name} yet`,
  unattendedDetail:
    "You can write already: your messages wait here, and none of them counts toward your allowance until a moderator can answer.",
  brokenCounts: "We couldn't read this image. It still counts as one of your photos.",
  wrongKind: `You can only send images, ${[...new Set(Object.values(kindNames))].join(" and ")} documents.`,
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

/** Browser notifications, and their settings on the account page. */
export const alertTexts = {
  unsupported: "This browser does not support notifications",
  requestFailed: "Failed to request notification permissions",
  enableFirst: "Please enable notifications first",
  granted: "Notification permission granted",
  denied: "Notification permission denied",
  states: { default: "Not Set", granted: "Enabled", denied: "Blocked" },
  blocked: "Please enable notifications in your browser settings and refresh the page.",
  test: { title: "Vitrine", body: "This is what a notification looks like." },
  several: (count: number) => `${count} new notifications`,
  queue: {
    title: "New flagged item",
    body: (count: number) => (count === 1 ? "1 item needs a decision." : `${count} items need a decision.`),
  },
  orders: {
    title: "Order needs attention",
    body: (count: number) => (count === 1 ? "1 order needs a decision." : `${count} orders need a decision.`),
  },
  empty: "No notifications yet.",
  loadFailed: "Failed to load notifications",
  readFailed: "Failed to mark as read",
} as const

/**
 * What a notice of each kind says. It is shown on a locked screen, so it names nothing and nobody: neither the model nor
 * the order.
 */
export const pushTexts = {
  new_message: "You have a new message",
  order_paid: "Your order was confirmed",
  order_shipped: "Your order was shipped",
  order_cancelled: "Your order was cancelled",
  order_address_changed: "Your order was updated",
  payment_being_checked: "Your payment is being checked",
  refund_sent: "A refund was sent",
  return_changed: "Your return was updated",
  membership_bought: "Your payment was confirmed",
  membership_soon_over: "Your access ends soon",
  membership_over: "Your access has changed",
  flagged_item: "There is content to review",
  queue_waits: "There is content to review",
  order_waits: "An order needs attention",
  new_order: "There is a new paid order",
  back_in_stock: "Something you asked about is back",
  stock_low: "Stock is running low",
  test: "Notifications work on this device",
} as const

export const pushSettingTexts = {
  device: "Notifications on this device",
  hint: "Even when the site isn't open. They never say what or who they're about.",
  unsupported:
    "This browser can't receive them when the site isn't open. On iPhone and iPad, add the site to your Home Screen first.",
  failed: "Notifications couldn't be turned on",
  offFailed: "Notifications couldn't be turned off",
  sent: "A test notification is on its way.",
  testFailed: "The test notification couldn't be sent",
} as const

export const pushAnswerTexts = {
  notUsable: "This browser's subscription can't be used. Please turn notifications off and on again.",
  oldKey: "Please reload the page, then turn notifications on again.",
  isOff: "Notifications are off on this device.",
} as const

export const loginTexts = {
  anotherName: "Please choose a different name.",
  signInTitle: "Welcome Back",
  registerTitle: "Create Account",
  success: "Login successful!",
  sessionEnded: "Your session has ended",
  logInAgain: (email: string) => `Log in again as ${email} to go on. What you entered is still here.`,
  failed: "Login failed. Please check your credentials and try again.",
  wrong: "Incorrect email or password",
  registered: "Registration successful! Please log in.",
  registrationFailed: "Registration failed",
  regionRequired: "Please select your region.",
  termsRequired: "You must agree to the Terms of Service to create an account.",
  inactive: "This account is inactive. Please contact us.",
  resetRequested: "If there is an account with this email address, we've sent a link to reset the password.",
  verificationRequested: "If this email address is waiting to be confirmed, we've sent a new link.",
  badLink: "This link is no longer valid. Please request a new one.",
} as const

export const secondFactorTexts = {
  required: "Staff accounts require two-step verification. Please set it up in your settings.",
  confirm: "Please confirm that it's you.",
  confirmAddress: "Please confirm your email address first.",
  why: "For your security, please use your second step again.",
  expired: "This login took too long. Please start again.",
  wrongCode: "That code isn't right. Please check it and try again.",
  wrongAppCode: "That code isn't right. Check that the clock of your phone is correct.",
  unknownPasskey: "We don't recognize this passkey. It may have been removed.",
  passkeyFailed: "The passkey couldn't be checked. Please try again.",
  /** `there`: the same shop by a name, where that is known. */
  passkeyAddress: (there: string | null) =>
    there === null
      ? "Passkeys don't work at an address of numbers. Please open the shop by its name."
      : `Passkeys don't work at an address of numbers. Please open the shop at ${there}.`,
  noPasskeys: "This browser doesn't support passkeys.",
  passkeyAdded: "Passkey added",
  passkeyRemoved: "Passkey removed",
  appAdded: "Authenticator app set up",
  appRemoved: "Authenticator app removed",
  codesRenewed: "Recovery codes replaced",
  changeFailed: "Failed to change two-step verification",
  codesCopied: "Recovery codes copied",
  passkeyExists: "This passkey is already on your account.",
  tooManyPasskeys: "An account can have 10 passkeys. Please remove one first.",
  appExists: "An authenticator app is already set up. Please remove it first.",
  lastFactor: "Staff accounts require two-step verification, so you can't remove your last method.",
  notOwnReset: "You can remove your own second step in your settings.",
  passwordNotEnough: "Please use your second step.",
} as const

export const staffTexts = {
  assigned: "My Assigned Models",
  noneAssigned: "No Models Assigned",
  assignmentsFailed: "Failed to load moderator assignments",
  dashboardFailed: "Failed to fetch dashboard data",
  underDevelopment: "This section is under development",
  noSuchModerator: "This moderator no longer exists.",
} as const

/** These texts do not reveal what was found, or how, so that nobody learns to avoid the check. */
/** Named in `moderationTexts.help`. */
export const helpSite = "findahelpline.com"

export const moderationTexts = {
  blocked: "Your message wasn't sent because it goes against our rules.",
  frozen: "Your message wasn't sent. This chat is on hold while our team reviews it.",
  help: "If you're in danger or thinking about harming yourself, please talk to someone now. findahelpline.com lists free, confidential support in your country.",
  refused: "This text wasn't saved because it goes against our rules.",
  reasonRequired: "Please tell us what's wrong.",
  reported: "Thank you. Our team will review it.",
  reportFailed: "Failed to send report",
  notInQueue: "This item is no longer in the queue.",
  noModerator: "This model has no moderator yet.",
  notYourOwn: "You can't decide on your own content. Another admin has to review it.",
} as const
