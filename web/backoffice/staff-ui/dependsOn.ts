import type { Dependents } from "#contract/admin.ts"
import { plural, t } from "#contract/t.ts"

/** One sentence for each kind of dependent record. */
export function dependsOn({ models, chats, orders, membership }: Dependents, nameOf: Record<string, string>): string[] {
  return [
    models > 0 &&
      plural(models, {
        one: "1 assigned model: no one answers their chats until you assign someone else.",
        other: `${models} assigned models: no one answers their chats until you assign someone else.`,
      }),
    chats > 0 && plural(chats, { one: "1 open chat with members.", other: `${chats} open chats with members.` }),
    orders > 0 && plural(orders, { one: "1 order in progress.", other: `${orders} orders in progress.` }),
    membership && t`A ${nameOf[membership] ?? membership} membership, which stays active.`,
  ].filter((one) => typeof one === "string")
}
