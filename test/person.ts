import type { Filling } from "./allTables.ts"
import { shipping } from "./orders.ts"

/** Whoever of the staff had to do with a row of a filled person. */
export const staffId = 3001

/** Values that make the rows of `fillTables` those of one customer: what is a state, a kind or somebody else. */
export function filled(id: number, mark: string, at: Date): Filling {
  const first = id % 2 === 1
  const one = <T>(a: T, b: T) => (first ? a : b)
  const soon = new Date(at.getTime() + 10 * 86_400_000)
  return {
    id,
    mark,
    at,
    fixed: {
      "users.email": `${mark}@demo.example`,
      "users.role": id === staffId ? "admin" : one("user", "moderator"),
      "users.admin_type": one(null, "super_admin"),
      "users.membership_level": one("vvip", "vip"),
      "users.membership_expires_at": soon,
      "users.membership_next_level": one("vip", "standard"),
      "users.membership_last_level": one("standard", null),
      "users.video_access_until": soon,
      "users.suspended_by": first ? null : staffId,
      "users.suspended_at": first ? null : at,
      "users.is_active": true,
      "users.is_demo": false,
      "users.deleted_at": null,
      "users.pending_email": `${mark}-next@demo.example`,
      "sessions.user_agent": one("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "curl/8"),
      "sessions.method": one("password", "passkey"),
      "sessions.expires_at": soon,
      "sessions.revoked_at": one(null, at),
      "orders.shipping": { ...shipping, firstName: `${mark} first`, email: `${mark}@demo.example` },
      "orders.status": one("completed", "cancelled"),
      "orders.review": one(null, "open"),
      "orders.payment_state": null,
      "order_events.actor_id": staffId,
      "invoices.kind": one("order", "subscription"),
      "invoices.level": one("vip", "standard"),
      "invoices.state": one("paid", "void"),
      "payments.status": one("completed", "failed"),
      "payments.review": null,
      "payments.effect": "paid",
      "membership_periods.level": one("vip", "standard"),
      "membership_periods.kind": one("bought", "granted"),
      "membership_periods.part_of": null,
      "allowance_uses.kind": one("messages", "photos"),
      "notifications.kind": one("order_paid", "order_shipped"),
      "newsletter_subscribers.email": `${mark}@demo.example`,
      "newsletter_subscribers.state": one("confirmed", "unsubscribed"),
      "chat_rooms.moderator_id": staffId,
      "chat_messages.moderator_id": staffId,
      "chat_messages.type": "text",
      "chat_messages.deleted_at": one(null, at),
      "reports.reporter_hash": null,
      "notes.subject": one("customer", "order"),
      "notes.author_id": staffId,
      "notes.mentions": [staffId],
      "reports.kind": one("review", "doll"),
      "idempotency_keys.scope": `POST /api/orders user ${id}`,
      "audit_log.actor_id": staffId,
      "flagged_items.resolved_by": staffId,
      "flagged_items.kind": "message",
      "moderation_decisions.kind": "message",
      "moderation_rechecks.kind": "message",
      "images.formats": ["webp"],
      "images.dark": null,
      "dolls.category": "standard",
      "videos.type": "video/mp4",
      "dolls.moderator_id": staffId,
      "dolls.specifications": [],
      "sandbox_invoices.invoice_id": mark,
      "sandbox_payments.invoice_id": mark,
      "dolls.needs_approval": false,
    },
  }
}
