import { notificationTexts } from "#contract/buyingText.ts"
import { dayOf } from "../../platform/mail/letter.ts"
import type { NewNotification } from "../../platform/notifications/notifications.ts"

/** Returns the in-app notification, which is sent in addition to the email. */
export function boughtNotification(
  startsAt: Date,
  endsAt: Date,
  zone: string | null,
  isGift: boolean,
): NewNotification {
  const { title, body } = isGift ? notificationTexts.giftRedeemed : notificationTexts.membershipBought
  const told = body(dayOf(startsAt, zone), dayOf(endsAt, zone))
  return { kind: "membership_bought", title, body: told, link: "/dashboard" }
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
