/** The reasons for which the server closes a socket. */
export const closeCodes = {
  normal: 1000,
  notText: 1003,
  failed: 1011,
  restart: 1012,
  slow: 1013,
  unauthenticated: 4401,
  forbidden: 4403,
  flood: 4429,
  ageRequired: 4451,
} as const

const { normal, unauthenticated, forbidden, ageRequired } = closeCodes
/** Clients do not reconnect after these codes. */
export const finalCodes: readonly number[] = [normal, unauthenticated, forbidden, ageRequired]
