/** The pages whose published texts are numbered, kept, and told to those who have accepted an earlier one. No zod here. */
export const legalPages = ["terms", "privacy"] as const
export type LegalPage = (typeof legalPages)[number]
export const isLegal = (name: string | null): name is LegalPage => name === "terms" || name === "privacy"

/** The numbers of the legal pages' versions in force; null while they have the text of the shop. */
export type LegalVersions = Record<LegalPage, number | null>
