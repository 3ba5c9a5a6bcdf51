import { cues } from "../rules/minors/context.ts"
import { type Category, type Grade, minorRuleGroups, ruleGroups } from "../rules/rules.ts"
import { createMatcher, type Match } from "./matcher.ts"
import { compile, type Pattern } from "./pattern.ts"

export interface Rule {
  category: Category
  score: number
  pattern: Pattern
}

export interface MinorRule {
  grade: Grade
  pattern: Pattern
}

/** Matters only for how the match of a minor rule is taken. */
export interface CueRule {
  cue: keyof typeof cues
  pattern: Pattern
}

export const rules: Rule[] = ruleGroups.flatMap(([category, byScore]) =>
  Object.entries(byScore).flatMap(([score, sources]) =>
    sources.map((source) => ({ category, score: Number(score), pattern: compile(source) })),
  ),
)

export const minorRules: MinorRule[] = minorRuleGroups.flatMap(([grade, sources]) =>
  sources.map((source) => ({ grade, pattern: compile(source) })),
)

export const cueRules: CueRule[] = (Object.keys(cues) as CueRule["cue"][]).flatMap((cue) =>
  cues[cue].map((source) => ({ cue, pattern: compile(source) })),
)

type AnyRule = Rule | MinorRule | CueRule

export const matcher = createMatcher<AnyRule>([...rules, ...minorRules, ...cueRules], (rule) => "cue" in rule)
export const minorMatcher = createMatcher(minorRules)

type AnyMatch = Match<AnyRule>
export const isRule = (match: AnyMatch): match is Match<Rule> => "category" in match.rule
export const isMinorRule = (match: AnyMatch): match is Match<MinorRule> => "grade" in match.rule
export const isCueRule = (match: AnyMatch): match is Match<CueRule> => "cue" in match.rule
