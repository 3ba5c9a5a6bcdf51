import type { Preferences } from "./accounts.ts"

/** Only sound is on by default; staff are notified of everything. No zod here: pages import this file. */
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
