import { restockTexts } from "#contract/restockText.ts"
import { t } from "#contract/t.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Unsubscribe } from "./Unsubscribe.tsx"

export const meta = () => [
  { title: titled(t`Back in stock`) },
  { name: "description", content: t`Unsubscribe from back-in-stock emails.` },
  { name: "robots", content: "noindex" },
]

export default function RestockUnsubscribe() {
  return <Unsubscribe route="POST /restock-requests/unsubscribe" title={t`Back in stock`} done={restockTexts.left} />
}
