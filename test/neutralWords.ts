/** Words that reveal what was bought, or that somebody is a member. */
export const tellingWords =
  /\b(?:dolls?|models?|pieces?|figures?|sculptures?|silicone|tpe|collect\w*|adults?|18\+|memberships?|members?|levels?|tiers?|subscri\w+|vip|vvip|standard|premium)\b/i
