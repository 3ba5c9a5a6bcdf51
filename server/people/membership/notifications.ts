import { notificationTexts } from "#contract/buyingText.ts"
import type { NewNotification } from "../../platform/notifications/notifications.ts"

/** Returns the in-app notification, which is sent in addition to the email. */
export function boughtNotification(
  startsAt: Date,
  endsAt: Date,
  zone: string | null,
  isGift: boolean,
): NewNotification {
  const text = isGift ? notificationTexts.giftRedeemed : notificationTexts.membershipBought
  const values = [startsAt, endsAt].map((moment) => ({ day: moment.toISOString(), zone }))
  return { kind: "membership_bought", ...text, values, link: "/dashboard" }
}

export const refunded: NewNotification = {
  kind: "membership_over",
  ...notificationTexts.membershipRefunded,
  link: "/upgrade",
}
export const giftRefunded: NewNotification = { ...refunded, ...notificationTexts.giftRefunded }
const endsSoon: NewNotification = {
  kind: "membership_soon_over",
  ...notificationTexts.membershipSoonOver,
  link: "/upgrade",
}
const ended: NewNotification = { kind: "membership_over", ...notificationTexts.membershipOver, link: "/upgrade" }

export function reminderNotification(goesOn: boolean): NewNotification {
  return goesOn ? { ...endsSoon, ...notificationTexts.levelChangesSoon } : endsSoon
}

export function endedNotification(goesOn: boolean): NewNotification {
  return goesOn ? { ...ended, ...notificationTexts.levelChanged } : ended
}
