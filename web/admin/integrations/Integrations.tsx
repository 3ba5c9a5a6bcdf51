import { t } from "#contract/t.ts"
import { useShown } from "../../backoffice/table/shown.ts"
import { Head } from "../shell/Head.tsx"
import { ApiKeys } from "./ApiKeys.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { Webhooks } from "./Webhooks.tsx"

/** API keys and webhooks, or with `?webhook=7` the deliveries of one webhook. */
export function Integrations() {
  const { id, show, close } = useShown("webhook")
  if (id !== null) return <Deliveries id={id} onBack={close} />
  return (
    <>
      <Head
        title={t`Integrations`}
        note={t`API keys let other programs read your shop. Webhooks notify them of events.`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 xl:grid-cols-2 xl:gap-12">
        <ApiKeys />
        <Webhooks show={show} />
      </div>
    </>
  )
}
