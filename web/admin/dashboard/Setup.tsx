import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import type { SetupStep } from "#contract/admin.ts"
import { setupTexts } from "#contract/panelText.ts"
import { plural, t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { type Address, Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Circle, CircleCheck } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { setupKey, useSetup } from "../parts/setup.tsx"

const setting = (name: string) => <code className="text-meta">{name}</code>
const inSettings = (what: string) => <To to="/admin?tab=settings">{what}</To>

interface Step {
  label: string
  how: ReactNode
  /** What is left to do once the server is set up for it. */
  test?: ReactNode
}

/** The words of each step; the server says which are done. */
const words: Record<SetupStep, Step> = {
  seller: { label: t`Seller`, how: inSettings(t`Enter the name, address and email of the seller`) },
  legal: { label: t`Legal pages`, how: inSettings(t`Say where disputes go, on the terms and the imprint`) },
  age: { label: t`Age check`, how: inSettings(t`Choose the age check for the countries you sell to`) },
  business: { label: t`Business details`, how: inSettings(t`Enter the neutral sender of your parcels`) },
  mail: {
    label: t`Email`,
    how: (
      <Trans>
        Set {setting("SMTP_URL")} and {setting("MAIL_FROM")}. Until then, emails are saved to files on the server.
      </Trans>
    ),
    test: <TestEmail />,
  },
  payments: {
    label: t`Payments`,
    how: (
      <Trans>
        Set {setting("NOWPAYMENTS_API_KEY")} and {setting("NOWPAYMENTS_IPN_SECRET")}. Until then, customers can't pay
        with real money.
      </Trans>
    ),
    test: <TestInvoice />,
  },
  public_url: {
    label: t`Public address`,
    how: <Trans>Set {setting("PUBLIC_URL")} to the address of the shop. Links in emails begin with it.</Trans>,
  },
  support_email: {
    label: t`Support address`,
    how: <Trans>Set {setting("SUPPORT_EMAIL")} to the mailbox that receives messages of visitors.</Trans>,
  },
  encryption_keys: {
    label: t`Encryption keys`,
    how: (
      <Trans>
        Set {setting("ENCRYPTION_KEYS")}. Until then, the key that seals secrets is in the same database as they are.
      </Trans>
    ),
  },
  database: {
    label: t`Database`,
    how: (
      <Trans>
        Set {setting("DATABASE_URL")} to a PostgreSQL database. The embedded one may lose its last seconds when the
        machine fails.
      </Trans>
    ),
  },
  backup: { label: t`Backup`, how: <Trans>Run {setting("npm run backup -- FILE")} on the server.</Trans> },
  model: { label: t`First model`, how: <To to="/admin?tab=models&new=1">{t`Add a model to the shop`}</To> },
  moderator: {
    label: t`First moderator`,
    how: <To to="/admin?tab=moderators&new=1">{t`Add someone to answer chats`}</To>,
  },
}

/** The checklist of a new shop. It disappears once it is complete. */
export function Setup() {
  const steps = useSetup().data?.steps ?? []
  const left = steps.filter(({ done }) => !done).length
  if (left === 0) return null
  return (
    <section aria-labelledby="setup" className="mb-8 rounded-card border border-line bg-surface p-5">
      <h2 id="setup" className="font-semibold text-lead">
        {plural(left, { one: "1 step left to set up your shop", other: `${left} steps left to set up your shop` })}
      </h2>
      <ul className="mt-3 grid gap-x-8 gap-y-3 lg:grid-cols-2">
        {steps.map(({ id, done, can_test }) => (
          <li key={id} className="flex gap-3 text-ui">
            {done ? (
              <CircleCheck aria-hidden size={20} className="mt-px shrink-0 text-success" />
            ) : (
              <Circle aria-hidden size={20} className="mt-px shrink-0 text-ink-3" />
            )}
            <div className="min-w-0">
              <p className={done ? "text-ink-2" : "font-semibold"}>
                {words[id].label}
                {done && <span className="sr-only">{t` (done)`}</span>}
              </p>
              {!done && <div className="text-ink-2">{can_test ? words[id].test : words[id].how}</div>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function To({ to, children }: { to: Address; children: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {children}
    </Link>
  )
}

/** Makes a test, and asks the server again which steps are done. */
function useTest(make: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const run = async () => {
    setBusy(true)
    try {
      await make()
      await client.invalidateQueries({ queryKey: setupKey })
    } catch (error) {
      toast(setupTexts.testFailed, { kind: "error", description: explain(error) })
    }
    setBusy(false)
  }
  return { busy, onClick: () => void run() }
}

function TestEmail() {
  const test = useTest(async () => {
    const { to } = await call("POST /admin/letters/test")
    toast(setupTexts.mailSent(to), { kind: "success" })
  })
  return <Button variant="outline" className="mt-1" {...test}>{t`Send a test email to yourself`}</Button>
}

function TestInvoice() {
  const test = useTest(async () => {
    await call("POST /admin/payments/test-invoice")
    toast(setupTexts.invoiceMade, { kind: "success", description: t`It belongs to no order. Please don't pay it.` })
  })
  return <Button variant="outline" className="mt-1" {...test}>{t`Create a test invoice at the provider`}</Button>
}
