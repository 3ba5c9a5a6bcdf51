import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { AdminType, Level, Role, SignInMethod } from "#contract/accounts.ts"
import type { Language } from "#contract/languages.ts"
import { bytea, id, moment } from "../db/columns.ts"

export const users = pgTable("users", {
  id: id(),
  uuid: uuid("uuid").notNull(),
  email: text("email").notNull(),
  fullName: text("full_name").notNull(),
  region: text("region").notNull(),
  role: text("role").$type<Role>().notNull().default("user"),
  adminType: text("admin_type").$type<AdminType>(),
  membershipLevel: text("membership_level").$type<Level>().notNull().default("free"),
  membershipExpiresAt: moment("membership_expires_at"),
  membershipNextLevel: text("membership_next_level").$type<"standard" | "vip">(),
  membershipNextExpiresAt: moment("membership_next_expires_at"),
  membershipLastLevel: text("membership_last_level").$type<"standard">(),
  membershipLastExpiresAt: moment("membership_last_expires_at"),
  membershipRemindedFor: moment("membership_reminded_for"),
  /** The days before that end of the last reminder. */
  membershipRemindedDays: integer("membership_reminded_days"),
  videoAccessCount: integer("video_access_count").notNull().default(0),
  videoAccessUntil: moment("video_access_until"),
  passwordHash: text("password_hash").notNull(),
  isActive: boolean("is_active").notNull().default(true),
  isDemo: boolean("is_demo").notNull().default(false),
  emailVerifiedAt: moment("email_verified_at"),
  /** The end of an invitation that waits for its person to choose a password. */
  invitedUntil: moment("invited_until"),
  pendingEmail: text("pending_email"),
  pendingEmailAt: moment("pending_email_at"),
  timeZone: text("time_zone"),
  language: text("language").$type<Language>(),
  suspendedAt: moment("suspended_at"),
  suspendedBy: integer("suspended_by"),
  /** The time since which a second factor is required. */
  secondFactorSince: moment("second_factor_since"),
  termsVersion: text("terms_version"),
  termsAcceptedAt: moment("terms_accepted_at"),
  privacyVersion: text("privacy_version"),
  /** The numbers of the published versions that the account has been told of. */
  termsSeen: integer("terms_seen").notNull().default(0),
  privacySeen: integer("privacy_seen").notNull().default(0),
  /** The last use of sessions that have been deleted. */
  lastSeenAt: moment("last_seen_at"),
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
  deletedAt: moment("deleted_at"),
})

export const sessions = pgTable("sessions", {
  id: id(),
  userId: integer("user_id").notNull(),
  tokenHash: bytea("token_hash").notNull(),
  remember: boolean("remember").notNull().default(false),
  userAgent: text("user_agent"),
  method: text("method").$type<SignInMethod>().notNull().default("password"),
  /** When the person last proved their identity after the sign-in. */
  confirmedAt: moment("confirmed_at"),
  createdAt: moment("created_at").notNull(),
  lastSeenAt: moment("last_seen_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  revokedAt: moment("revoked_at"),
})

export const oneTimeCodes = pgTable("one_time_codes", {
  id: id(),
  userId: integer("user_id").notNull(),
  purpose: text("purpose")
    .$type<"password_reset" | "verify_email" | "change_email" | "undo_email_change" | "undo_factor" | "invitation">()
    .notNull(),
  codeHash: bytea("code_hash").notNull(),
  email: text("email").notNull(),
  sessionId: integer("session_id"),
  /** The time since which factors and keys are removed when the code undoes a change. */
  since: moment("since"),
  createdAt: moment("created_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  usedAt: moment("used_at"),
})

/** Challenges that browsers have to answer, each of them once. */
export const signInChallenges = pgTable("sign_in_challenges", {
  id: id(),
  tokenHash: bytea("token_hash").notNull(),
  purpose: text("purpose").$type<"passkey" | "second_factor" | "confirm" | "new_passkey">().notNull(),
  /** Null until a passkey identifies the user. */
  userId: integer("user_id"),
  /** Random, in base64url; null while only a code has been requested. */
  challenge: text("challenge"),
  remember: boolean("remember").notNull().default(false),
  attempts: integer("attempts").notNull().default(0),
  createdAt: moment("created_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  usedAt: moment("used_at"),
})

export const passkeys = pgTable("passkeys", {
  id: id(),
  userId: integer("user_id").notNull(),
  /** In base64url, as the browser sends it. */
  credentialId: text("credential_id").notNull(),
  publicKey: bytea("public_key").notNull(),
  counter: bigint("counter", { mode: "number" }).notNull(),
  transports: text("transports").array().notNull(),
  backedUp: boolean("backed_up").notNull(),
  name: text("name").notNull(),
  createdAt: moment("created_at").notNull(),
  lastUsedAt: moment("last_used_at"),
})

export const authenticators = pgTable("authenticators", {
  userId: integer("user_id").primaryKey(),
  /** Sealed (`auth/sealed.ts`). */
  secret: bytea("secret").notNull(),
  /** The last time step whose code was accepted, so that a code works once. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  createdAt: moment("created_at").notNull(),
  confirmedAt: moment("confirmed_at"),
})

export const recoveryCodes = pgTable("recovery_codes", {
  id: id(),
  userId: integer("user_id").notNull(),
  codeHash: bytea("code_hash").notNull(),
  createdAt: moment("created_at").notNull(),
  usedAt: moment("used_at"),
})

export const preferences = pgTable("preferences", {
  userId: integer("user_id").primaryKey(),
  mailMembershipReminders: boolean("mail_membership_reminders").notNull().default(true),
  mailReviews: boolean("mail_reviews").notNull().default(true),
  mailNewSignIn: boolean("mail_new_sign_in").notNull().default(true),
  browserNotifications: boolean("browser_notifications").notNull().default(false),
  sound: boolean("sound").notNull().default(true),
  textPreviews: boolean("text_previews").notNull().default(false),
  tellMessages: boolean("tell_messages").notNull().default(true),
  tellFlagged: boolean("tell_flagged").notNull().default(true),
  tellOrders: boolean("tell_orders").notNull().default(true),
  tellPaidOrders: boolean("tell_paid_orders").notNull().default(true),
  mailPaidOrders: boolean("mail_paid_orders").notNull().default(false),
  /** The hour of the daily email that replaces one for each paid order, in the shop's time zone. */
  digestPaidOrders: integer("digest_paid_orders"),
  tellStock: boolean("tell_stock").notNull().default(true),
  mailStock: boolean("mail_stock").notNull().default(false),
  mailWaitingOrders: boolean("mail_waiting_orders").notNull().default(false),
  mailFlagged: boolean("mail_flagged").notNull().default(false),
  pushMessages: boolean("push_messages").notNull().default(true),
  pushOrders: boolean("push_orders").notNull().default(true),
  pushMemberships: boolean("push_memberships").notNull().default(true),
  updatedAt: moment("updated_at").notNull(),
})

/** Short forms of the user agents with which a person has signed in. */
export const knownAgents = pgTable("known_agents", {
  userId: integer("user_id").notNull(),
  agent: text("agent").notNull(),
  firstSeenAt: moment("first_seen_at").notNull(),
})

/** Events of accounts, without personal data. */
export const accountEvents = pgTable("account_events", {
  id: id(),
  userId: integer("user_id").notNull(),
  event: text("event").$type<"deleted">().notNull(),
  createdAt: moment("created_at").notNull(),
})
