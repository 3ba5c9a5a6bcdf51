/** Why the server closes a socket. After 1000, `unauthenticated` and `forbidden` clients do not reconnect. */
export const closeCodes = {
  normal: 1000,
  notText: 1003,
  failed: 1011,
  restart: 1012,
  slow: 1013,
  unauthenticated: 4401,
  forbidden: 4403,
  flood: 4429,
} as const
