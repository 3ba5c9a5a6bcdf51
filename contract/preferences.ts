import type { Preferences } from "./accounts.ts"

/** By default only sound is on; staff are told of everything. No zod here: pages import this file. */
export const defaultAlerts = {
  browser_notifications: false,
  sound: true,
  text_previews: false,
  tell_messages: true,
  tell_flagged: true,
  tell_orders: true,
  tell_paid_orders: true,
  tell_stock: true,
} satisfies Partial<Preferences>
