/**
 * Every advisory lock of the server, so that no two share a key. PostgreSQL keeps keys of one number apart from keys of
 * two (`pg_advisory_xact_lock(key)` and `(key, key)`). During an upgrade nodes of the previous version use the same
 * numbers, so they never change.
 */
export const advisoryLocks = {
  migrate: 7_318_204,
  auditLog: 7_318_205,
  admins: 7_318_206,
  dailyStats: 7_318_207,
  responseTimes: 7_318_208,
  demo: 7_318_210,
  restore: 7_318_211,
  invoices: 7_318_213,
  reports: 7_318_214,
  copy: 7_318_216,
} as const

/** The first of two keys; the second is the id of the locked object. */
export const keyedAdvisoryLocks = {
  checkout: 7_318_205,
  address: 7_318_206,
  node: 7_318_209,
  addresses: 7_318_212,
} as const
