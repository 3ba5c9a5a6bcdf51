/** What a timeline says. No zod here: pages import this file directly. */
export const timelineTexts = {
  registered: "Created the account",
  confirmed: "Confirmed the email address",
  signedIn: (agent: string) => `Logged in with ${agent}`,
  placed: (number: string) => `Placed order ${number}`,
  moved: (number: string, from: string, to: string) => `Order ${number}: ${from} → ${to}`,
  noted: (number: string) => `Order ${number} updated`,
  received: (amount: string) => `Payment of ${amount} received`,
  refunded: (amount: string) => `Payment of ${amount} refunded`,
  started: (amount: string) => `Payment of ${amount} started`,
  bought: (level: string) => `Bought ${level}`,
  redeemed: (level: string) => `Redeemed ${level} as a gift`,
  granted: (level: string) => `${level} membership granted`,
  membershipEnded: (level: string) => `${level} membership revoked`,
  emailed: (subject: string) => `Email “${subject}”`,
  reviewed: (model: string) => `Reviewed ${model}`,
  chatOpened: (model: string) => `Opened a chat with ${model}`,
  flagged: (reason: string) => `Message flagged: ${reason}`,
  noteWritten: "Added a note",
} as const

/** What staff did, by the action in the audit log. */
export const timelineActionTexts: Record<string, string> = {
  "user.deactivate": "Deactivated the account",
  "user.reactivate": "Reactivated the account",
  "user.suspend": "Suspended the account",
  "user.unsuspend": "Lifted the suspension",
  "user.sign_out": "Logged the account out everywhere",
  "user.revoke_keys": "Revoked the account's API keys",
  "user.reset_second_factor": "Reset two-step verification",
  "user.tag": "Added a tag",
  "user.untag": "Removed a tag",
  "email.resend": "Sent an email again",
  "note.delete": "Deleted a note",
  "chat.read": "Read the chat",
}
export const otherAction = "Changed the account"

export const emailStates = { sent: "Sent", queued: "Queued", failed: "Failed" } as const

/** The customer's page, notes and tags. */
export const customerTexts = {
  notFound: "Customer not found",
  noteRequired: "Please write a note.",
  tagInvalid: "Tags have letters, digits, spaces and hyphens.",
  tagRequired: "Please enter a tag.",
  tooManyTags: (most: number) => `A customer can have up to ${most} tags.`,
  gone: "This customer has deleted their account. Notes about them can't be added.",
  notYours: "You can only change your own notes.",
  notResendable: "This email can't be sent again: it no longer fits the current state.",
  resentOften: "This email was sent several times in the past hour. Please try again later.",
  loadFailed: "Failed to load customer",
  sectionFailed: (what: string) => `Failed to load ${what}`,
  noteFailed: "Failed to save note",
  noteDeleteFailed: "Failed to delete note",
  noteSaved: "Note saved",
  noteDeleted: "Note deleted",
  tagFailed: "Failed to update tags",
  resent: "Email sent again",
  resendFailed: "Failed to send email again",
  noNotes: "No notes yet.",
  noEvents: "Nothing has happened yet.",
  empty: (what: string) => `No ${what} yet.`,
} as const
