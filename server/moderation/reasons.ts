import type { Category } from "./rules/category.ts"

/** Why something is in the review queue: what the moderation found, or who reported it. */
export const flagReasons: Record<Category, string> = {
  minor_safety: "Points at minors",
  threat: "Threat",
  hate: "Hate",
  harassment: "Harassment",
  self_harm: "Somebody may be in need",
  illegal_goods: "Illegal goods",
  off_platform: "Contact or payment elsewhere",
  personal_data: "Personal data",
  spam: "Spam",
  non_consent: "Without consent",
}
