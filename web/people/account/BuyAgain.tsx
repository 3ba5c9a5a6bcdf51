import { useState } from "react"
import { accountTexts } from "#contract/memberText.ts"
import type { Order } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { useNavigate } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { randomKey } from "../../platform/ui/random.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { merge } from "../../shopfront/cart/accountCart.ts"

/** Puts the models of an order into the cart. Models that are no longer for sale are left out, and named. */
export function BuyAgain({ order }: { order: Order }) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  // The key keeps a second attempt after a lost answer from adding anything twice.
  const [key] = useState(randomKey)
  const buy = async () => {
    setBusy(true)
    try {
      const items = order.items.map(({ doll_id, quantity, price }) => ({ doll_id, quantity, price }))
      const { skipped } = await merge(items, key)
      for (const { doll_id, detail } of skipped)
        toast(accountTexts.notAgain, { key: `again ${doll_id}`, description: detail })
      if (skipped.length < items.length) return await navigate("/cart")
    } catch (error) {
      toast(accountTexts.againFailed, { kind: "error", key: "again", description: explain(error) })
    }
    setBusy(false)
  }
  return <Button variant="outline" busy={isBusy} onClick={() => void buy()}>{t`Buy again`}</Button>
}
