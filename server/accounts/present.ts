import type { Level, User } from "#contract/accounts.ts"
import type { users } from "./tables.ts"

type Row = typeof users.$inferSelect

/** The account as its owner and the staff see it, with the level that counts now. */
export function presentUser(row: Row, now: Date): User {
  const level = levelOf(row, now)
  return {
    id: row.id,
    uuid: row.uuid,
    email: row.email,
    full_name: row.fullName,
    region: row.region,
    role: row.role,
    membership_level: level,
    vip: level === "vip" || level === "vvip",
    created_at: row.createdAt.toISOString(),
    video_access_count: row.videoAccessCount,
    is_active: row.isActive,
    email_verified: row.emailVerifiedAt !== null,
    pending_email: row.pendingEmail,
    membership_expires_at: level === "free" ? null : (row.membershipExpiresAt?.toISOString() ?? null),
    admin_type: row.adminType,
  }
}

/** `levelNow` of tables.ts, for a row that is already here. */
export function levelOf(row: Pick<Row, "membershipLevel" | "membershipExpiresAt">, now: Date): Level {
  return row.membershipExpiresAt && row.membershipExpiresAt <= now ? "free" : row.membershipLevel
}
