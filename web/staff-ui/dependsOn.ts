import type { Dependents } from "#contract/admin.ts"

const many = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`)

/** A sentence for each kind of dependent record. */
export function dependsOn({ models, chats, orders, membership }: Dependents, nameOf: Record<string, string>): string[] {
  return [
    models > 0 &&
      `${many(models, "assigned model", "assigned models")}: no one answers their chats until you assign someone else.`,
    chats > 0 && `${many(chats, "open chat", "open chats")} with members.`,
    orders > 0 && `${many(orders, "order", "orders")} in progress.`,
    membership && `A ${nameOf[membership] ?? membership} membership, which stays active.`,
  ].filter((one) => typeof one === "string")
}
