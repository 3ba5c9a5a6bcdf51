import { noticeTexts } from "#contract/buyingText.ts"
import { type PaidLevel, tierOf } from "#contract/membership.ts"
import { dayOf } from "../mail/letters.ts"
import type { Notice } from "../notifications/notifications.ts"

/** What a member is told in the app, beside the letter. */
export function boughtNotice(level: PaidLevel, startsAt: Date, endsAt: Date): Notice {
  const { title, body } = noticeTexts.membershipBought
  const told = body(tierOf(level).name, dayOf(startsAt), dayOf(endsAt))
  return { kind: "membership_bought", title, body: told, link: "/dashboard" }
}

export const refunded: Notice = { kind: "membership_over", ...noticeTexts.membershipRefunded, link: "/upgrade" }
const soonOver: Notice = { kind: "membership_soon_over", ...noticeTexts.membershipSoonOver, link: "/upgrade" }
const over: Notice = { kind: "membership_over", ...noticeTexts.membershipOver, link: "/upgrade" }

export function soonOverNotice(goesOn: boolean): Notice {
  return goesOn ? { ...soonOver, ...noticeTexts.levelChangesSoon } : soonOver
}

export function overNotice(goesOn: boolean): Notice {
  return goesOn ? { ...over, ...noticeTexts.levelChanged } : over
}
