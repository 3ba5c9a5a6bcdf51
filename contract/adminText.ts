/** What the staff's screens say: the specification's sentences first, then the shop's own. No zod here: pages import this file directly. */
export const adminTexts = {
  adminsFetchFailed: "Failed to fetch admins",
  adminsLoadFailed: "Failed to load admins",
  adminCreateFailed: "Failed to create admin",
  adminAddFailed: "Failed to add admin",
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
  userSignedOut: "Signed out everywhere",
  userChangeFailed: "Failed to change the account",
} as const

/** What the server answers to staff. */
export const deskTexts = {
  notYourself: "You cannot do this to your own account.",
  lastSuperAdmin: "This is the last super admin. Make another one first.",
  addressTaken: "There is an account with this address already.",
  modelTaken: (name: string) => `“${name}” is in the care of another moderator.`,
  modelGone: "A model that was chosen is not in the shop any more.",
  changed: "Somebody else has changed this meanwhile. Load it again and repeat your change.",
  noReview: "This payment does not wait for anybody.",
  maintenance: "The shop is closed for a short while. Please come back soon.",
} as const

/** Beside each number of the admin's dashboard. */
export const changeTexts = {
  fromLastMonth: (percent: string) => `${percent} from last month`,
  newThisMonth: (number: string) => `${number} new this month`,
  none: "No change from last month",
} as const

/** The feed of what happened; a title for each kind of thing. */
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

/** An order that waits for somebody: what happened, and what to do. */
export const attentionTexts = {
  short: {
    what: "Less was paid than asked for, and the time to send the rest has run out.",
    todo: "Ship it if the difference does not matter; otherwise mark it as refund due and send the money back.",
  },
  foreign: {
    what: "The provider reports a price, a currency or an order that is not the one we asked for.",
    todo: "Compare the raw events with the order. Ship it if all of the money is here; otherwise mark it as refund due.",
  },
  redeposit: {
    what: "Money was sent a second time to an address that had been paid before.",
    todo: "Add up what has arrived. Ship it if it is all there; otherwise mark it as refund due.",
  },
  late: {
    what: "All of the money arrived, but after the pieces had been given back to the shelf.",
    todo: "Ship it if the pieces are still in stock; otherwise mark it as refund due.",
  },
  second: {
    what: "A second payment arrived for an order that is paid.",
    todo: "The order goes its way. Mark the second payment as refund due, and as refunded once it is sent back.",
  },
  refundedLate: {
    what: "The provider has refunded the payment of an order that was shipped already.",
    todo: "Ask the customer or the provider why, then mark the review as done.",
  },
  refundDue: {
    what: "The money of this order is to be sent back.",
    todo: "Send it from the provider's panel, then mark it as refunded. A refund the provider reports itself is marked by itself.",
  },
} as const
