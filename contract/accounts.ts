import * as z from "zod"
import { emailOf, Id, line, Timestamp, text } from "./common.ts"
import { languageNames } from "./languages.ts"
import { maxNameLength } from "./limits.ts"
import { accountTexts } from "./memberText.ts"
import { passwordFault } from "./passwords.ts"
import { t } from "./t.ts"

export const roles = ["user", "moderator", "admin"] as const
export const levels = ["free", "standard", "vip", "vvip"] as const
export const adminTypes = ["super_admin", "content_admin", "financial_admin"] as const
export const regions = ["usa", "canada", "mexico", "uk", "eu", "asia", "australia"] as const
export type Role = (typeof roles)[number]
export type Level = (typeof levels)[number]
export type AdminType = (typeof adminTypes)[number]
/** The ways in which a session was opened. */
export const signInMethods = [
  "password",
  "passkey",
  "password_passkey",
  "password_totp",
  "password_recovery_code",
] as const
export type SignInMethod = (typeof signInMethods)[number]
export type Region = (typeof regions)[number]

export const Email = emailOf(t`Please enter your email address.`)

/** A new password. Every broken rule is a separate issue of the field. */
export const NewPassword = text(t`Please enter a password.`)
  .max(1024)
  .superRefine((text, context) => {
    const fault = passwordFault(text)
    if (fault) context.addIssue({ code: "custom", message: fault })
  })
/** A password that is only compared; its length is limited, so that hashing stays cheap. */
export const PasswordInput = text(t`Please enter your password.`).min(1, t`Please enter your password.`).max(1024)
export const OneTimeCode = text(t`This link is not valid.`)
  .trim()
  .min(16, t`This link is not valid.`)
  .max(200, t`This link is not valid.`)

export const FullName = line(maxNameLength, t`Please enter your full name.`)
export const RegionField = z.enum(regions, { error: t`Please select your region.` })

export const Register = z.object({
  email: Email,
  password: NewPassword,
  full_name: FullName,
  region: RegionField,
  role: z.literal("user").default("user"),
  membership_level: z.literal("free").default("free"),
  terms_version: text().max(40).optional(),
})
export type Register = z.infer<typeof Register>

export const Login = z.object({
  email: Email,
  password: PasswordInput,
  remember_me: z.boolean().default(false),
})
export type Login = z.infer<typeof Login>

export const User = z.object({
  id: Id,
  uuid: z.uuid(),
  email: z.string(),
  full_name: z.string(),
  region: z.string(),
  role: z.enum(roles),
  membership_level: z.enum(levels),
  vip: z.boolean(),
  created_at: Timestamp,
  video_access_count: z.number().int(),
  is_active: z.boolean(),
  /** The account can only read until a super admin has decided. */
  suspended: z.boolean(),
  email_verified: z.boolean(),
  pending_email: z.string().nullable(),
  membership_expires_at: Timestamp.nullable(),
  admin_type: z.enum(adminTypes).nullable(),
  time_zone: z
    .string()
    .nullable()
    .describe("Where the account was last used, such as Europe/Paris; dates in emails follow it"),
  language: z.enum(languageNames).nullable().describe("The chosen language of pages and emails"),
  terms_seen: z.number().int().describe("The version of the terms that the account has been told of; 0 for none"),
  privacy_seen: z.number().int().describe("The same for the privacy policy"),
})
export type User = z.infer<typeof User>

export const SignedIn = z.object({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_at: Timestamp,
  user: User,
})
export type SignedIn = z.infer<typeof SignedIn>

/**
 * Follows a correct password if there is a second factor. One of `methods` is required, with `token`, by `expires_at`.
 */
export const SecondStep = z.object({
  second_step: z.object({
    token: z.string(),
    methods: z.array(z.enum(["passkey", "totp", "recovery_code"])),
    expires_at: Timestamp,
  }),
})
export type SecondStep = z.infer<typeof SecondStep>
export const SignInAnswer = z.union([SignedIn, SecondStep])
export type SignInAnswer = z.infer<typeof SignInAnswer>

/** Any account's region. Staff may also be `global`; case is ignored. The server checks what the role permits. */
export const AnyRegion = text(t`Please select your region.`)
  .trim()
  .toLowerCase()
  .pipe(z.enum([...regions, "global"], { error: t`Please select your region.` }))

/** A new address stays in `pending_email` until its owner confirms it, for 24 hours; a change requires the password. */
export const EditProfile = z.object({
  full_name: FullName.optional(),
  region: AnyRegion.optional(),
  email: Email.optional(),
  current_password: PasswordInput.optional(),
})
export type EditProfile = z.infer<typeof EditProfile>

export const TimeZone = z.object({
  time_zone: text().max(64).refine(isTimeZone, t`Unknown time zone.`),
})

export const ChosenLanguage = z.object({ language: z.enum(languageNames) })

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name })
    return /^[A-Z]/i.test(name)
  } catch {
    return false
  }
}

/** A session. `user_agent` is a short text such as "Firefox on Windows"; `last_seen_at` is accurate to the hour. */
export const Session = z.object({
  id: Id,
  current: z.boolean(),
  user_agent: z.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  method: z.enum(signInMethods),
})
export type Session = z.infer<typeof Session>

export const Preferences = z.object({
  mail_orders: z.literal(true, { error: accountTexts.orderMailNeeded }).describe("Emails about orders; always sent"),
  mail_membership_reminders: z.boolean().describe("An email before a membership ends, and when it has ended"),
  mail_reviews: z.boolean().describe("An email that asks for a review after an order"),
  mail_new_sign_in: z.boolean().describe("An email when the account is used from a new browser or system"),
  mail_news: z
    .boolean()
    .describe("The newsletter, sent to the account's address; an unconfirmed address gets a confirmation email first"),
  browser_notifications: z.boolean().describe("Browser notifications, where the browser permits them"),
  sound: z.boolean().describe("A sound with a notification"),
  text_previews: z.boolean().describe("Show message text in notifications; when off, they stay neutral"),
  tell_messages: z.boolean().describe("Notify a moderator of new messages from members"),
  tell_flagged: z.boolean().describe("Notify staff of new flagged items"),
  tell_orders: z.boolean().describe("Notify admins who manage payments of orders that need attention"),
  tell_paid_orders: z.boolean().describe("Notify admins who manage payments of each paid order"),
  mail_paid_orders: z.boolean().describe("Emails about paid orders"),
  digest_paid_orders: z
    .number()
    .int()
    .min(0)
    .max(23)
    .nullable()
    .describe("One email a day about paid orders, at this hour of the shop's time zone; null for one email each"),
  tell_stock: z.boolean().describe("Notify admins of the catalogue when stock runs low"),
  mail_stock: z.boolean().describe("An email, at most once an hour, when stock has run low"),
  mail_waiting_orders: z.boolean().describe("An email, at most once an hour, when orders need attention"),
  mail_flagged: z.boolean().describe("An email, at most once an hour, when there are new flagged items"),
  push_messages: z.boolean().describe("Notify a customer's devices of new messages while the page is closed"),
  push_orders: z.boolean().describe("Notify a customer's devices of orders and their payments"),
  push_memberships: z.boolean().describe("Notify a customer's devices of memberships"),
})
export type Preferences = z.infer<typeof Preferences>
export const EditPreferences = Preferences.partial()
export type EditPreferences = z.infer<typeof EditPreferences>

/** The password is optional within ten minutes of signing in. */
export const DeleteAccount = z.object({ password: PasswordInput.optional() }).nullish()
export type DeleteAccount = z.infer<typeof DeleteAccount>

export const RequestReset = z.object({ email: Email })
export const ConfirmReset = z.object({ oob_code: OneTimeCode, new_password: NewPassword })
export type ConfirmReset = z.infer<typeof ConfirmReset>
/** What an invitation of staff opens. */
export const Invitation = z.object({
  email: z.string(),
  full_name: z.string(),
  expires_at: Timestamp,
  /** Whether the shop asks its staff for a second factor, to be set up after the first sign-in. */
  needs_second_factor: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>
export const OpenInvitation = z.object({ oob_code: OneTimeCode })
export const RequestVerification = z.object({ email: Email })
export const ConfirmVerification = z.object({ oob_code: OneTimeCode })
export const UndoEmailChange = z.object({ oob_code: OneTimeCode })
/** The code to set a new password, for `/api/auth/password-reset/confirm`. */
export const EmailChangeUndone = z.object({ oob_code: z.string() })
export type EmailChangeUndone = z.infer<typeof EmailChangeUndone>
export const UpdatePassword = z.object({ password: PasswordInput, new_password: NewPassword })
export const ChangePassword = z.object({ current_password: PasswordInput, new_password: NewPassword })
