import type { Level, User } from "#contract/accounts.ts"
import { after, hours } from "../clock.ts"
import type { users } from "./tables.ts"

type Row = typeof users.$inferSelect

/** Presents the account to its owner and to staff, with the level in force now. */
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
    suspended: row.suspendedAt !== null,
    email_verified: row.emailVerifiedAt !== null,
    pending_email: pendingEmailOf(row, now),
    membership_expires_at: endsAt?.toISOString() ?? null,
    admin_type: row.adminType,
    time_zone: row.timeZone,
    language: row.language,
    terms_seen: row.termsSeen,
    privacy_seen: row.privacySeen,
  }
}

/** The lifetime of a pending address change; sending its email again does not extend it. */
const changeWaits = hours(24)

export function pendingEnds({ pendingEmailAt, updatedAt }: Pick<Row, "pendingEmailAt" | "updatedAt">): Date {
  return after(pendingEmailAt ?? updatedAt, changeWaits)
}

/** Returns the account's pending address, unless it has expired. */
export function pendingEmailOf(
  row: Pick<Row, "pendingEmail" | "pendingEmailAt" | "updatedAt">,
  now: Date,
): string | null {
  return row.pendingEmail !== null && pendingEnds(row) > now ? row.pendingEmail : null
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
 * Returns the level in force now and when it ends: the first of the consecutive levels that has not expired, else
 * `free`, even if the row still has an earlier one.
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
