import { form, plural, t } from "./t.ts"
/**
 * Texts of the staff pages: the specification's first, then the shop's own. No zod here: pages import this file
 * directly.
 */
export const adminTexts = {
  adminsFetchFailed: t`Failed to fetch admins`,
  adminsLoadFailed: t`Failed to load admins`,
  adminCreateFailed: t`Failed to create admin`,
  adminAddFailed: t`Failed to add admin`,
  adminUpdateFailed: t`Failed to update admin`,
  adminDeleteFailed: t`Failed to delete admin`,
  adminDeleteFailedFor: (id: number) => t`Failed to delete admin with ID ${id}`,
  unknownError: t`Unknown error occurred`,
  moderatorFetchFailed: t`Failed to fetch moderator data`,
  moderatorsOfModelFailed: t`Failed to fetch assigned moderators`,
  moderatorCreateFailed: t`Failed to create moderator`,
  moderatorAddFailed: t`Failed to add moderator`,
  moderatorDeleteFailed: t`Failed to delete moderator`,
  moderatorUpdateFailed: t`Failed to update moderator profile`,
  dollAssignFailed: t`Failed to assign doll to moderator`,
  dollUnassignFailed: t`Failed to unassign doll from moderator`,
  unassignedFailed: t`Failed to load unassigned models`,
  assigned: t`Model assigned successfully`,
  assignFailed: t`Failed to assign model`,
  unassigned: t`Model unassigned successfully`,
  unassignFailed: t`Failed to unassign model`,
  unassignQuestion: t`Are you sure you want to unassign this model?`,
  passwordShort: t`Password must be at least 8 characters`,
  noModels: t`No models found.`,
  noAdmins: t`No admins found.`,
  noModerators: t`No moderators found.`,
  noPayments: t`No payments found.`,
  noFlagged: t`No flagged messages at this time.`,
  noActivity: t`No recent activity found.`,
  noUsers: t`No users found.`,
  userDeactivated: t`Account deactivated`,
  userReactivated: t`Account reactivated`,
  userSuspended: t`Account suspended`,
  userUnsuspended: t`Suspension lifted`,
  userSecondFactorReset: t`Two-step verification reset`,
  userSignedOut: t`Logged out everywhere`,
  userKeysRevoked: t`API keys revoked`,
  userChangeFailed: t`Failed to update account`,
} as const

/** The server's responses to staff. */
export const staffAnswerTexts = {
  notYourself: t`You cannot do this to your own account.`,
  adminsNotSuspended: t`Admins can't be suspended, only deactivated.`,
  lastSuperAdmin: t`This is the last super admin. Add another one first.`,
  addressTaken: t`An account with this email address already exists.`,
  notInvited: t`There is no open invitation for this account.`,
  invitedOften: t`This invitation was just sent. Please wait a while before you send it again.`,
  modelTaken: (name: string) => t`“${name}” is already assigned to another moderator.`,
  modelGone: t`One of the selected models is no longer in the shop.`,
  changed: t`Someone else has changed this in the meantime. Reload it and try again.`,
  noReview: t`This payment isn't waiting for a decision.`,
  maintenance: t`We're closed for maintenance. Please come back soon.`,
} as const

/** The change beside each figure of the admin dashboard. */
export const changeTexts = {
  fromLastMonth: (percent: string) => t`${percent} from last month`,
  newThisMonth: (number: string) => t`${number} new this month`,
  none: t`No change from last month`,
} as const

/** Refusals of a period that is too long for its report. */
export const periodTexts = {
  atMostDays: (most: number) => plural(most, { other: form`Please choose a period of at most ${most} days.` }),
  backwards: t`The end date is before the start date.`,
  atMostMonths: (most: number) => plural(most, { other: form`Please choose a period of at most ${most} months.` }),
} as const

/** The filters of orders. */
export const orderFilterTexts = {
  amount: t`Please enter an amount, such as 250 or 99.50.`,
  noAmount: t`The highest amount is below the lowest.`,
} as const

/** Activity feed titles by kind. */
export const activityTitles = {
  subscription: t`New subscription`,
  moderator: t`Moderator changed`,
  flagged: t`Content flagged`,
  order: t`New order`,
  user_registration: t`New user registration`,
  payment: t`Payment received`,
  model_purchase: t`Model purchased`,
  moderator_created: t`Moderator created`,
  message_flagged: t`Message flagged`,
} as const

/** For an order that needs attention: what happened, and what to do. */
export const attentionTexts = {
  short: {
    what: t`Underpaid, and the time to send the rest has run out.`,
    todo: t`Ship it if you accept the difference. Otherwise, mark it as refund due.`,
  },
  foreign: {
    what: t`Price, currency or order doesn't match ours.`,
    todo: t`Compare the raw events with the order. Ship it if the full amount has arrived. Otherwise, mark it as refund due.`,
  },
  redeposit: {
    what: t`Paid again to the same address.`,
    todo: t`Add up what has arrived. Ship it if the full amount is there. Otherwise, mark it as refund due.`,
  },
  late: {
    what: t`Paid in full after the models went back into stock.`,
    todo: t`Ship it if the models are still in stock. Otherwise, mark it as refund due.`,
  },
  second: {
    what: t`Second payment for a paid order.`,
    todo: t`The order isn't affected. Mark the second payment as refund due, then as refunded once you've sent the money back.`,
  },
  refundedLate: {
    what: t`Refunded by the provider after shipping.`,
    todo: t`Ask the customer or the provider why, then mark the review as done.`,
  },
  refundDue: {
    what: t`Refund due.`,
    todo: t`Send the money from the provider's dashboard, then record the payout. Refunds the provider reports are recorded automatically.`,
  },
  partRefundDue: {
    what: t`Partial refund due.`,
    todo: t`Send the money from the provider's dashboard, then record the payout.`,
  },
  returnWaits: {
    what: t`Return waiting.`,
    todo: t`Approve or decline it. Once it has arrived, refund it.`,
  },
  refundedAgain: {
    what: t`Refunded by the provider after a partial refund.`,
    todo: t`If it is the refund you recorded, mark the review as done. If it is another one, record it too.`,
  },
} as const

/** Why something is in the review queue, besides what the moderation found. */
export const flagReasonTexts = {
  blocked: (reason: string) => t`${reason} (blocked)`,
  moderator: t`Flagged by a moderator`,
  reported: t`Reported`,
} as const

/** Why a parcel of a list cannot be shipped. */
export const parcelTexts = {
  notFound: t`There is no order with this number.`,
  twice: t`This order is listed twice.`,
  shortened: t`A spreadsheet shortened this number. Please enter it in full.`,
  notNow: (status: string) => t`This order can't be shipped because its status is “${status}”.`,
  otherNumber: (number: string) => t`Already shipped with tracking number ${number}.`,
  later: t`We couldn't ship this order. Please try again.`,
} as const
