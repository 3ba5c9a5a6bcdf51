import { integer, pgTable, text } from "drizzle-orm/pg-core"
import { bytea, id, moment } from "../../platform/db/columns.ts"

/** A person over 18: the time of the check and who made it, and nothing else. */
export const ageAssurances = pgTable("age_assurances", {
  id: id(),
  /** Null while the assurance belongs to the browser that holds its cookie, until an account signs in there. */
  userId: integer("user_id"),
  /** The host of the provider, "sandbox", or "staff" for the shop itself. */
  provider: text("provider").notNull(),
  assuredAt: moment("assured_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
})

/** A visitor who has been sent to the provider. Deleted when the answer arrives, so that it is used once. */
export const ageChecks = pgTable("age_checks", {
  state: text("state").primaryKey(),
  /** The hash of the cookie of the browser that began the check. */
  browserHash: bytea("browser_hash").notNull(),
  nonce: text("nonce").notNull(),
  codeVerifier: text("code_verifier").notNull(),
  returnTo: text("return_to").notNull(),
  expiresAt: moment("expires_at").notNull(),
})
