import { flagReasonTexts } from "#contract/adminText.ts"
import { t } from "#contract/t.ts"
import { said } from "../languages.ts"
import type { Category } from "./rules/category.ts"

/** The reasons for items in the review queue: a category that moderation found, or the person who reported it. */
export const flagReasons: Record<Category, string> = {
  minor_safety: t`Points at minors`,
  threat: t`Threat`,
  hate: t`Hate`,
  harassment: t`Harassment`,
  self_harm: t`Somebody may be in need`,
  illegal_goods: t`Illegal goods`,
  off_platform: t`Contact or payment elsewhere`,
  personal_data: t`Personal data`,
  spam: t`Spam`,
  non_consent: t`Without consent`,
}

/** Returns a stored reason in the language of its reader. */
export function reasonIn(reason: string): string {
  const blocked = / \(blocked\)$/
  const named = reason.replace(blocked, "").split(", ").map(said).join(", ")
  return blocked.test(reason) ? flagReasonTexts.blocked(named) : named
}
