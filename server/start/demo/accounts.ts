import * as z from "zod"
import { adminTypes, levels, regions, roles } from "#contract/accounts.ts"
import { readContent, Text } from "./content.ts"

/** The password of every demo account: printed at each start, and good for nothing once DEMO is 0. */
export const demoPassword = "Vitrine2025"

const Account = z.strictObject({
  what: Text,
  email: z.email(),
  fullName: Text,
  region: z.enum([...regions, "global"]).optional(),
  role: z.enum(roles).optional(),
  adminType: z.enum(adminTypes).optional(),
  membershipLevel: z.enum(levels).optional(),
})

/** One account for each role and level. */
export const demoAccounts = readContent("content/accounts.json", z.array(Account))
