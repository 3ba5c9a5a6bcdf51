import * as z from "zod"
import { Id, line, Timestamp } from "./common.ts"
import { passwordFault } from "./passwords.ts"
import { accountTexts } from "./texts.ts"

export const roles = ["user", "moderator", "admin"] as const
export const levels = ["free", "standard", "vip", "vvip"] as const
export const adminTypes = ["super_admin", "content_admin", "financial_admin"] as const
export const regions = ["usa", "canada", "mexico", "uk", "eu", "asia", "australia"] as const
export type Role = (typeof roles)[number]
export type Level = (typeof levels)[number]
export type AdminType = (typeof adminTypes)[number]
export type Region = (typeof regions)[number]

export const Email = z
  .string({ error: "Please enter your email address." })
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("Please enter a valid email address."))

/** A new password: every broken rule is a message of its own at the field. */
export const NewPassword = z
  .string({ error: "Please enter a password." })
  .max(1024)
  .superRefine((text, context) => {
    const fault = passwordFault(text)
    if (fault) context.addIssue({ code: "custom", message: fault })
  })
/** A password that is only compared; bounded, so that hashing stays cheap. */
export const GivenPassword = z
  .string({ error: "Please enter your password." })
  .min(1, "Please enter your password.")
  .max(1024)
export const OneTimeCode = z.string().trim().min(16, "This link is not valid.").max(200, "This link is not valid.")

export const FullName = line(120, "Please enter your full name.")
export const RegionField = z.enum(regions, { error: "Please select your region." })

export const Register = z.object({
  email: Email,
  password: NewPassword,
  full_name: FullName,
  region: RegionField,
  role: z.literal("user").default("user"),
  membership_level: z.literal("free").default("free"),
  terms_version: z.string().max(40).optional(),
})
export type Register = z.infer<typeof Register>

export const Login = z.object({
  email: Email,
  password: GivenPassword,
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
  email_verified: z.boolean(),
  pending_email: z.string().nullable(),
  membership_expires_at: Timestamp.nullable(),
  admin_type: z.enum(adminTypes).nullable(),
})
export type User = z.infer<typeof User>

export const SignedIn = z.object({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_at: Timestamp,
  user: User,
})
export type SignedIn = z.infer<typeof SignedIn>

/** Staff may also be `global`, and are written in any case; only the domain knows who is asking. */
export const AnyRegion = z
  .string({ error: "Please select your region." })
  .trim()
  .toLowerCase()
  .pipe(z.enum([...regions, "global"], { error: "Please select your region." }))

/** A new address waits in `pending_email` until its owner confirms it; changing it asks for the password again. */
export const EditProfile = z.object({
  full_name: FullName.optional(),
  region: AnyRegion.optional(),
  email: Email.optional(),
  current_password: GivenPassword.optional(),
})
export type EditProfile = z.infer<typeof EditProfile>

/** One sign-in. `user_agent` is a few words such as "Firefox on Windows"; `last_seen_at` is right to the hour. */
export const Session = z.object({
  id: Id,
  current: z.boolean(),
  user_agent: z.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
})
export type Session = z.infer<typeof Session>

export const Preferences = z.object({
  mail_orders: z
    .literal(true, { error: accountTexts.orderMailNeeded })
    .describe("Letters about orders: always sent, because what was paid and shipped must be known"),
  mail_membership_reminders: z.boolean().describe("A letter before a membership ends, and when it has"),
  mail_new_sign_in: z.boolean().describe("A letter when the account is used from a new browser or system"),
  mail_news: z
    .boolean()
    .describe("The newsletter, for the account's address; one that is not confirmed yet is asked by letter first"),
  browser_notifications: z.boolean().describe("Notifications of the browser, where it permits them"),
  sound: z.boolean().describe("A sound with a notification"),
  text_previews: z.boolean().describe("Show what was written in notifications; off, they stay neutral"),
  tell_messages: z.boolean().describe("Announce new messages of members, to a moderator"),
  tell_flagged: z.boolean().describe("Announce what waits in the queue of flagged items, to staff"),
})
export type Preferences = z.infer<typeof Preferences>
export const EditPreferences = Preferences.partial()
export type EditPreferences = z.infer<typeof EditPreferences>

/** The password may be left out within ten minutes of signing in. */
export const DeleteAccount = z.object({ password: GivenPassword.optional() }).nullish()
export type DeleteAccount = z.infer<typeof DeleteAccount>

export const RequestReset = z.object({ email: Email })
export const ConfirmReset = z.object({ oob_code: OneTimeCode, new_password: NewPassword })
export type ConfirmReset = z.infer<typeof ConfirmReset>
export const RequestVerification = z.object({ email: Email })
export const ConfirmVerification = z.object({ oob_code: OneTimeCode })
export const UpdatePassword = z.object({ password: GivenPassword, new_password: NewPassword })
export const ChangePassword = z.object({ current_password: GivenPassword, new_password: NewPassword })
