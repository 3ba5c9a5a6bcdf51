import { bigint, boolean, integer, pgTable, text } from "drizzle-orm/pg-core"
import { bytea, id, moment } from "../db/columns.ts"

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

/** Authenticator apps (TOTP). */
export const authenticators = pgTable("authenticators", {
  userId: integer("user_id").primaryKey(),
  /** Sealed (`auth/sealed.ts`). */
  secret: bytea("secret").notNull(),
  /** The last time step whose code was accepted: a code works once. */
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
