import { type DocumentKind, maxChatFile, maxMegapixels } from "./limits.ts"
import { form, plural, t } from "./t.ts"
/**
 * Texts for signed-in users: account, chats and notifications. A separate file, because not every page loads it. No zod
 * here.
 */

/** Of the link to one's favorites. */
export const shareTexts = {
  failed: t`The link couldn't be created`,
  offFailed: t`The link couldn't be turned off`,
} as const

/** What the page of an invitation says about a link that no longer works. */
export const invitationTexts = {
  used: t`This invitation has already been accepted. Log in with your email address and password.`,
  replaced: t`A newer invitation was sent. Please use the link in the latest one.`,
  expired: t`This invitation has expired. Ask the person who invited you to send it again.`,
  withdrawn: t`This invitation was withdrawn. If you think that's a mistake, ask the person who invited you.`,
} as const

export const accountTexts = {
  ordersFetchFailed: t`Failed to fetch order history`,
  ordersLoadFailed: t`Failed to load orders`,
  orderLoadFailed: t`Failed to load order details`,
  profileFailed: t`Failed to update profile`,
  profileSaved: t`Profile updated successfully`,
  passwordFailed: t`Failed to update password`,
  passwordSaved: t`Password updated successfully`,
  passwordChangeFailed: t`Failed to change password`,
  settingsFailed: t`Failed to save settings`,
  deleteFailed: t`Failed to delete account`,
  deleted: t`Account deleted successfully`,
  passwordsDiffer: t`New passwords do not match`,
  wrongPassword: t`Your current password is incorrect.`,
  addressTaken: t`This email address belongs to another account.`,
  alreadyConfirmed: t`This email address is already confirmed. There's nothing else to do.`,
  noChangeWaits: t`There is no email change waiting to be confirmed.`,
  changeSentAgain: t`We've sent a new link. The previous one no longer works.`,
  suspended: t`Your account is paused while our team reviews it. You can read everything, but you can't write, review or order. We'll let you know when the review is done.`,
  notWhileSuspended: t`Not available while your account is paused.`,
  addressKept: t`Your email address stays the same.`,
  passwordToDelete: t`Please enter your password to delete your account.`,
  orderUnderWay: (orderNumber: string) =>
    t`Your order ${orderNumber} is still in progress. You can delete your account once it is finished.`,
  moneyUnderWay: t`One of your payments is still in progress. You can delete your account once it is finished.`,
  orderMailNeeded: t`Emails about your orders can't be turned off.`,
  sameAddress: t`This is already your email address.`,
  deviceSignedOut: t`Device logged out`,
  othersSignedOut: t`All other devices logged out`,
  signOutFailed: t`Failed to log out`,
  notAgain: t`Not added to your cart`,
  againFailed: t`Failed to add the models to your cart`,
  addressSaved: t`Address saved`,
  addressFailed: t`Failed to save address`,
  addressDeleted: t`Address deleted`,
  addressDeleteFailed: t`Failed to delete address`,
  tooManyAddresses: (max: number) => t`You can save up to ${max} addresses. Delete one to add another.`,
  exportFailed: t`Failed to export your data`,
  exported: t`Your data has been downloaded`,
} as const

const kindNames: Record<DocumentKind, string> = { pdf: "PDF", doc: "Word", docx: "Word" }

export const ageTexts = {
  required: t`Please verify that you're 18 or older to continue. Reload the page to do so.`,
} as const

/** Working on chats. */
export const deskTexts = {
  snoozeTime: t`Please choose a time within the next 90 days.`,
  newMessage: t`The member has just written. Read the new message first.`,
  notAModerator: t`This moderator can't take over chats. Please choose another one.`,
  moved: (name: string) => t`${name} has this chat now.`,
  ratingGone: t`This question was already answered.`,
} as const

export const chatTexts = {
  authentication: t`Authentication required`,
  connection: t`Connection error`,
  validation: t`Invalid data`,
  other: t`Chat error`,
  sendFailed: t`Failed to send message`,
  roomFailed: t`Failed to create chat room`,
  sessionFailed: t`Failed to create chat session`,
  sessionError: t`Error creating chat session`,
  startFailed: t`Failed to start chat. Please try again later.`,
  userMissing: t`User ID not found. Please log in again.`,
  uploadFailed: t`Failed to upload file`,
  fetchFailed: t`Failed to fetch messages`,
  loadFailed: t`Failed to load messages`,
  loadMoreFailed: t`Failed to load more messages`,
  deleteFailed: t`Failed to delete message`,
  deleted: t`Message deleted`,
  flagFailed: t`Failed to update message flag`,
  roomsFailed: t`Failed to load chat rooms`,
  roomLoadFailed: t`Failed to load chat room`,
  reconnectFailed: t`Failed to reconnect. Please refresh the page.`,
  invalidRoom: t`Invalid chat room ID`,
  invalidDoll: t`Invalid doll ID`,
  assignedFailed: t`Failed to load assigned models`,
  loginToSend: t`Please login to send messages`,
  empty: t`Message content cannot be empty`,
  noFile: t`No file selected`,
  tooLargeTitle: t`File too large`,
  tooLarge: t`Maximum file size is ${maxChatFile}MB`,
  tooManyPixels: t`Images can have at most ${maxMegapixels} megapixels.`,
  brokenPicture: t`We couldn't read this image.`,
  /** Inside the shop only: elsewhere others may see the screen. */
  newAbout: (name: string) => `${name}: new message`,
  unattended: (name: string) => t`Nobody answers for ${name} yet`,
  unattendedDetail: t`You can write already: your messages wait here, and none of them counts toward your allowance until a moderator can answer.`,
  brokenCounts: t`We couldn't read this image. It still counts as one of your photos.`,
  wrongKind: t`You can only send images, ${[...new Set(Object.values(kindNames))].join(" and ")} documents.`,
  emptyFile: t`This file is empty.`,
  connected: t`Connected`,
  connecting: t`Connecting...`,
  connectionError: t`Connection Error`,
  disconnected: t`Disconnected`,
  lost: t`Connection lost. Trying to reconnect...`,
  unstable: t`Connection unstable`,
  queued: t`Message will be sent when connection is restored`,
  sentQueued: (count: number) => t`Sent ${count} queued messages`,
  unavailableTitle: t`Chat Not Available`,
  unavailable: t`We couldn't establish a chat session. Please try again later.`,
} as const

/** Browser notifications, and their settings on the account page. */
export const alertTexts = {
  unsupported: t`This browser does not support notifications`,
  requestFailed: t`Failed to request notification permissions`,
  enableFirst: t`Please enable notifications first`,
  granted: t`Notification permission granted`,
  denied: t`Notification permission denied`,
  states: { default: t`Not Set`, granted: t`Enabled`, denied: t`Blocked` },
  blocked: t`Please enable notifications in your browser settings and refresh the page.`,
  test: t`This is what a notification looks like.`,
  several: (count: number) => t`${count} new notifications`,
  queue: {
    title: t`New flagged item`,
    body: (count: number) =>
      plural(count, { one: "1 item needs a decision.", other: form`${count} items need a decision.` }),
  },
  orders: {
    title: t`Order needs attention`,
    body: (count: number) =>
      plural(count, { one: "1 order needs a decision.", other: form`${count} orders need a decision.` }),
  },
  empty: t`No notifications yet.`,
  loadFailed: t`Failed to load notifications`,
  readFailed: t`Failed to mark as read`,
} as const

/**
 * What a notice of each kind says. It is shown on a locked screen, so it names nothing and nobody: neither the model nor
 * the order.
 */
export const pushTexts = {
  new_message: t`You have a new message`,
  order_paid: t`Your order was confirmed`,
  order_shipped: t`Your order was shipped`,
  order_cancelled: t`Your order was cancelled`,
  order_address_changed: t`Your order was updated`,
  payment_being_checked: t`Your payment is being checked`,
  refund_sent: t`A refund was sent`,
  return_changed: t`Your return was updated`,
  membership_bought: t`Your payment was confirmed`,
  membership_soon_over: t`Your access ends soon`,
  membership_over: t`Your access has changed`,
  flagged_item: t`There is content to review`,
  queue_waits: t`There is content to review`,
  order_waits: t`An order needs attention`,
  new_order: t`There is a new paid order`,
  back_in_stock: t`Something you asked about is back`,
  stock_low: t`Stock is running low`,
  test: t`Notifications work on this device`,
} as const

export const pushSettingTexts = {
  device: t`Notifications on this device`,
  hint: t`Even when the site isn't open. They never say what or who they're about.`,
  unsupported: t`This browser can't receive them when the site isn't open. On iPhone and iPad, add the site to your Home Screen first.`,
  failed: t`Notifications couldn't be turned on`,
  offFailed: t`Notifications couldn't be turned off`,
  sent: t`A test notification is on its way.`,
  testFailed: t`The test notification couldn't be sent`,
} as const

export const pushAnswerTexts = {
  notUsable: t`This browser's subscription can't be used. Please turn notifications off and on again.`,
  oldKey: t`Please reload the page, then turn notifications on again.`,
  isOff: t`Notifications are off on this device.`,
} as const

export const loginTexts = {
  anotherName: t`Please choose a different name.`,
  signInTitle: t`Welcome Back`,
  registerTitle: t`Create Account`,
  success: t`Login successful!`,
  sessionEnded: t`Your session has ended`,
  logInAgain: (email: string) => t`Log in again as ${email} to go on. What you entered is still here.`,
  failed: t`Login failed. Please check your credentials and try again.`,
  wrong: t`Incorrect email or password`,
  registered: t`Registration successful! Please log in.`,
  registrationFailed: t`Registration failed`,
  regionRequired: t`Please select your region.`,
  termsRequired: t`You must agree to the Terms of Service to create an account.`,
  inactive: t`This account is inactive. Please contact us.`,
  resetRequested: t`If there is an account with this email address, we've sent a link to reset the password.`,
  verificationRequested: t`If this email address is waiting to be confirmed, we've sent a new link.`,
  badLink: t`This link is no longer valid. Please request a new one.`,
} as const

export const secondFactorTexts = {
  required: t`Staff accounts require two-step verification. Please set it up in your settings.`,
  confirm: t`Please confirm that it's you.`,
  confirmAddress: t`Please confirm your email address first.`,
  why: t`For your security, please use your second step again.`,
  expired: t`This login took too long. Please start again.`,
  wrongCode: t`That code isn't right. Please check it and try again.`,
  wrongAppCode: t`That code isn't right. Check that the clock of your phone is correct.`,
  unknownPasskey: t`We don't recognize this passkey. It may have been removed.`,
  passkeyFailed: t`The passkey couldn't be checked. Please try again.`,
  /** `there`: the same shop by a name, where that is known. */
  passkeyAddress: (there: string | null) =>
    there === null
      ? t`Passkeys don't work at an address of numbers. Please open the shop by its name.`
      : t`Passkeys don't work at an address of numbers. Please open the shop at ${there}.`,
  noPasskeys: t`This browser doesn't support passkeys.`,
  passkeyAdded: t`Passkey added`,
  passkeyRemoved: t`Passkey removed`,
  appAdded: t`Authenticator app set up`,
  appRemoved: t`Authenticator app removed`,
  codesRenewed: t`Recovery codes replaced`,
  changeFailed: t`Failed to change two-step verification`,
  codesCopied: t`Recovery codes copied`,
  passkeyExists: t`This passkey is already on your account.`,
  tooManyPasskeys: t`An account can have 10 passkeys. Please remove one first.`,
  appExists: t`An authenticator app is already set up. Please remove it first.`,
  lastFactor: t`Staff accounts require two-step verification, so you can't remove your last method.`,
  notOwnReset: t`You can remove your own second step in your settings.`,
  passwordNotEnough: t`Please use your second step.`,
} as const

export const staffTexts = {
  assigned: t`My Assigned Models`,
  noneAssigned: t`No Models Assigned`,
  assignmentsFailed: t`Failed to load moderator assignments`,
  dashboardFailed: t`Failed to fetch dashboard data`,
  underDevelopment: t`This section is under development`,
  noSuchModerator: t`This moderator no longer exists.`,
} as const

/** Named in `moderationTexts.help`. */
export const helpSite = "findahelpline.com"

/** These texts do not reveal what was found, or how, so that nobody learns to avoid the check. */
export const moderationTexts = {
  blocked: t`Your message wasn't sent because it goes against our rules.`,
  frozen: t`Your message wasn't sent. This chat is on hold while our team reviews it.`,
  help: t`If you're in danger or thinking about harming yourself, please talk to someone now. findahelpline.com lists free, confidential support in your country.`,
  refused: t`This text wasn't saved because it goes against our rules.`,
  reasonRequired: t`Please tell us what's wrong.`,
  reported: t`Thank you. Our team will review it.`,
  reportFailed: t`Failed to send report`,
  notInQueue: t`This item is no longer in the queue.`,
  noModerator: t`This model has no moderator yet.`,
  notYourOwn: t`You can't decide on your own content. Another admin has to review it.`,
} as const
