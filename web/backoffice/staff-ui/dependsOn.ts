import type { Dependents } from "#contract/admin.ts"
import { t } from "#contract/t.ts"

/** One sentence for each kind of dependent record. */
export function dependsOn({ models, chats, orders, membership }: Dependents, nameOf: Record<string, string>): string[] {
  return [
    models === 1 && t`1 assigned model: no one answers their chats until you assign someone else.`,
    models > 1 && t`${models} assigned models: no one answers their chats until you assign someone else.`,
    chats === 1 && t`1 open chat with members.`,
    chats > 1 && t`${chats} open chats with members.`,
    orders === 1 && t`1 order in progress.`,
    orders > 1 && t`${orders} orders in progress.`,
    membership && t`A ${nameOf[membership] ?? membership} membership, which stays active.`,
  ].filter((one) => typeof one === "string")
}
