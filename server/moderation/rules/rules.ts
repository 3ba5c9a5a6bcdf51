import * as harassment from "./harassment.ts"
import * as hate from "./hate.ts"
import * as illegalGoods from "./illegalGoods.ts"
import { ages } from "./minors/ages.ts"
import * as minors from "./minors/terms.ts"
import { coercion } from "./nonConsent/coercion.ts"
import { explicit as explicitNonConsent } from "./nonConsent/explicit.ts"
import { exposure } from "./nonConsent/exposure.ts"
import { situations } from "./nonConsent/situations.ts"
import * as offPlatform from "./offPlatform.ts"
import * as personalData from "./personalData.ts"
import * as selfHarm from "./selfHarm.ts"
import * as spam from "./spam.ts"
import { conditional } from "./threats/conditional.ts"
import { explicit as explicitThreats } from "./threats/explicit.ts"
import { implied } from "./threats/implied.ts"

export type Category =
  | "minor_safety"
  | "threat"
  | "hate"
  | "harassment"
  | "self_harm"
  | "illegal_goods"
  | "off_platform"
  | "personal_data"
  | "spam"
  | "non_consent"

type PatternsByScore = Record<number, string[]>

/**
 * What people may not do to each other, in the notation of engine/pattern.ts. Adults may talk as adults do: no rule
 * names bodies or preferences. From 0.6 a text is flagged, from 0.9 it is blocked.
 *
 * The order decides the order of spans, and of categories with equal scores, in a verdict.
 */
export const ruleGroups: [Exclude<Category, "minor_safety">, PatternsByScore][] = [
  ["threat", explicitThreats],
  ["self_harm", selfHarm.intent],
  ["harassment", harassment.insults],
  ["illegal_goods", illegalGoods.offers],
  ["off_platform", offPlatform.contacts],
  ["personal_data", personalData.own],
  ["non_consent", explicitNonConsent],
  ["spam", spam.promotion],
  ["hate", hate.slurs],
  ["threat", implied],
  ["non_consent", coercion],
  ["non_consent", exposure],
  ["off_platform", offPlatform.detours],
  ["hate", hate.exclusion],
  ["self_harm", selfHarm.despair],
  ["harassment", harassment.abuse],
  ["illegal_goods", illegalGoods.requests],
  ["personal_data", personalData.labelled],
  ["spam", spam.schemes],
  ["threat", conditional],
  ["non_consent", situations],
  ["hate", hate.inferiority],
  ["harassment", harassment.superlatives],
  ["self_harm", selfHarm.places],
  ["personal_data", personalData.secrets],
]

/**
 * Anything that points at people under 18. Texts for everybody (listings, reviews, captions, searches) may match none
 * of it. In a chat, where people also have families, cars and memories:
 *
 * strong    always blocked
 * age       blocked, unless it is plainly the age of a relative or a thing
 * youth     blocked, unless it is plainly about the writer's own family or past, or a thing
 * mention   blocked near anything for sale or intimate; otherwise flagged, unless about the writer's family or past
 * ordinary  only matters in texts for everybody
 */
export type Grade = "strong" | "age" | "youth" | "mention" | "ordinary"

export const minorRuleGroups: [Grade, string[]][] = [
  ["strong", minors.strong],
  ["strong", minors.portrayals],
  ["age", ages],
  ["youth", minors.youth],
  ["mention", minors.mention],
  ["ordinary", minors.ordinary],
]
