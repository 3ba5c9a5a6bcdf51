import type { Level, User } from "#contract/accounts.ts"
import type { users } from "./tables.ts"

type Row = typeof users.$inferSelect

/** The account as its owner and the staff see it, with the level that counts now. */
export function presentUser(row: Row, now: Date): User {
  const { level, endsAt } = stageOf(row, now)
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
    video_access_count: row.videoAccessUntil && row.videoAccessUntil > now ? row.videoAccessCount : 0,
    is_active: row.isActive,
    email_verified: row.emailVerifiedAt !== null,
    pending_email: row.pendingEmail,
    membership_expires_at: endsAt?.toISOString() ?? null,
    admin_type: row.adminType,
  }
}

type Stages = Pick<
  Row,
  | "membershipLevel"
  | "membershipExpiresAt"
  | "membershipNextLevel"
  | "membershipNextExpiresAt"
  | "membershipLastLevel"
  | "membershipLastExpiresAt"
>

/**
 * The level that counts now, and when it ends: of the levels that follow one another, the first that has not run out, else `free`,
 * whatever the row still says of the one before.
 */
export function stageOf(row: Stages, now: Date): { level: Level; endsAt: Date | null } {
  const stages = [
    { level: row.membershipLevel, endsAt: row.membershipExpiresAt },
    { level: row.membershipNextLevel, endsAt: row.membershipNextExpiresAt },
    { level: row.membershipLastLevel, endsAt: row.membershipLastExpiresAt },
  ]
  for (const { level, endsAt } of stages) {
    if (level === "free") break
    if (level && (endsAt === null || endsAt > now)) return { level, endsAt }
  }
  return { level: "free", endsAt: null }
}
