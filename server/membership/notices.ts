import { noticeTexts } from "#contract/texts.ts"
import type { Notice } from "../notifications/notifications.ts"

/** What a member is told in the app, beside the letter. */
export const bought: Notice = { kind: "membership_bought", ...noticeTexts.membershipBought, link: "/dashboard" }
export const refunded: Notice = { kind: "membership_over", ...noticeTexts.membershipRefunded, link: "/upgrade" }
const soonOver: Notice = { kind: "membership_soon_over", ...noticeTexts.membershipSoonOver, link: "/upgrade" }
const over: Notice = { kind: "membership_over", ...noticeTexts.membershipOver, link: "/upgrade" }

export function soonOverNotice(goesOn: boolean): Notice {
  return goesOn ? { ...soonOver, ...noticeTexts.levelChangesSoon } : soonOver
}

export function overNotice(goesOn: boolean): Notice {
  return goesOn ? { ...over, ...noticeTexts.levelChanged } : over
}
