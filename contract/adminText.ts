/**
 * Texts of the staff pages: the specification's first, then the shop's own. No zod here: pages import this file
 * directly.
 */
export const adminTexts = {
  adminsFetchFailed: "Failed to fetch admins",
  adminsLoadFailed: "Failed to load admins",
  adminCreateFailed: "Failed to create admin",
  adminAddFailed: "Failed to add admin",
  adminUpdateFailed: "Failed to update admin",
  adminDeleteFailed: "Failed to delete admin",
  adminDeleteFailedFor: (id: number) => `Failed to delete admin with ID ${id}`,
  unknownError: "Unknown error occurred",
  moderatorFetchFailed: "Failed to fetch moderator data",
  moderatorsOfModelFailed: "Failed to fetch assigned moderators",
  moderatorCreateFailed: "Failed to create moderator",
  moderatorAddFailed: "Failed to add moderator",
  moderatorDeleteFailed: "Failed to delete moderator",
  moderatorUpdateFailed: "Failed to update moderator profile",
  dollAssignFailed: "Failed to assign doll to moderator",
  dollUnassignFailed: "Failed to unassign doll from moderator",
  unassignedFailed: "Failed to load unassigned models",
  assigned: "Model assigned successfully",
  assignFailed: "Failed to assign model",
  unassigned: "Model unassigned successfully",
  unassignFailed: "Failed to unassign model",
  unassignQuestion: "Are you sure you want to unassign this model?",
  passwordShort: "Password must be at least 8 characters",
  noModels: "No models found.",
  noAdmins: "No admins found.",
  noModerators: "No moderators found.",
  noPayments: "No payments found.",
  noFlagged: "No flagged messages at this time.",
  noActivity: "No recent activity found.",
  noUsers: "No users found.",
  userDeactivated: "Account deactivated",
  userReactivated: "Account reactivated",
  userSuspended: "Account suspended",
  userUnsuspended: "Suspension lifted",
  userSecondFactorReset: "Two-step verification reset",
  userSignedOut: "Logged out everywhere",
  userKeysRevoked: "API keys revoked",
  userChangeFailed: "Failed to update account",
} as const

/** The server's responses to staff. */
export const staffAnswerTexts = {
  notYourself: "You cannot do this to your own account.",
  adminsNotSuspended: "Admins can't be suspended, only deactivated.",
  lastSuperAdmin: "This is the last super admin. Add another one first.",
  addressTaken: "An account with this email address already exists.",
  modelTaken: (name: string) => `“${name}” is already assigned to another moderator.`,
  modelGone: "One of the selected models is no longer in the shop.",
  changed: "Someone else has changed this in the meantime. Reload it and try again.",
  noReview: "This payment isn't waiting for a decision.",
  maintenance: "We're closed for maintenance. Please come back soon.",
} as const

/** The change beside each figure of the admin dashboard. */
export const changeTexts = {
  fromLastMonth: (percent: string) => `${percent} from last month`,
  newThisMonth: (number: string) => `${number} new this month`,
  none: "No change from last month",
} as const

/** Refusals of a period that is too long for its report. */
export const periodTexts = {
  atMostDays: (most: number) => `Please choose a period of at most ${most} days.`,
  backwards: "The end date is before the start date.",
  atMostMonths: (most: number) => `Please choose a period of at most ${most} months.`,
} as const

/** The filters of orders. */
export const orderFilterTexts = {
  amount: "Please enter an amount, such as 250 or 99.50.",
  noAmount: "The highest amount is below the lowest.",
} as const

/** Activity feed titles by kind. */
export const activityTitles = {
  subscription: "New subscription",
  moderator: "Moderator changed",
  flagged: "Content flagged",
  order: "New order",
  user_registration: "New user registration",
  payment: "Payment received",
  model_purchase: "Model purchased",
  moderator_created: "Moderator created",
  message_flagged: "Message flagged",
} as const

/** For an order that needs attention: what happened, and what to do. */
export const attentionTexts = {
  short: {
    what: "Underpaid, and the time to send the rest has run out.",
    todo: "Ship it if you accept the difference. Otherwise, mark it as refund due.",
  },
  foreign: {
    what: "Price, currency or order doesn't match ours.",
    todo: "Compare the raw events with the order. Ship it if the full amount has arrived. Otherwise, mark it as refund due.",
  },
  redeposit: {
    what: "Paid again to the same address.",
    todo: "Add up what has arrived. Ship it if the full amount is there. Otherwise, mark it as refund due.",
  },
  late: {
    what: "Paid in full after the models went back into stock.",
    todo: "Ship it if the models are still in stock. Otherwise, mark it as refund due.",
  },
  second: {
    what: "Second payment for a paid order.",
    todo: "The order isn't affected. Mark the second payment as refund due, then as refunded once you've sent the money back.",
  },
  refundedLate: {
    what: "Refunded by the provider after shipping.",
    todo: "Ask the customer or the provider why, then mark the review as done.",
  },
  refundDue: {
    what: "Refund due.",
    todo: "Send the money from the provider's dashboard, then record the payout. Refunds the provider reports are recorded automatically.",
  },
  partRefundDue: {
    what: "Partial refund due.",
    todo: "Send the money from the provider's dashboard, then record the payout.",
  },
  returnWaits: {
    what: "Return waiting.",
    todo: "Approve or decline it. Once it has arrived, refund it.",
  },
  refundedAgain: {
    what: "Refunded by the provider after a partial refund.",
    todo: "If it is the refund you recorded, mark the review as done. If it is another one, record it too.",
  },
} as const

/** Why something is in the review queue, besides what the moderation found. */
export const flagReasonTexts = {
  blocked: (reason: string) => `${reason} (blocked)`,
  moderator: "Flagged by a moderator",
  reported: "Reported",
} as const

/** Why a parcel of a list cannot be shipped. */
export const parcelTexts = {
  notFound: "There is no order with this number.",
  twice: "This order is listed twice.",
  shortened: "A spreadsheet shortened this number. Please enter it in full.",
  notNow: (status: string) => `This order can't be shipped because its status is “${status}”.`,
  otherNumber: (number: string) => `Already shipped with tracking number ${number}.`,
  later: "We couldn't ship this order. Please try again.",
} as const
