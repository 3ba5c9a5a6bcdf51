import { type UseFormReturn, useWatch } from "react-hook-form"
import type { EditShopSettings } from "#contract/admin.ts"
import { type AutomaticEmail, automaticEmails } from "#contract/automatic.ts"
import { t } from "#contract/t.ts"
import { Link } from "../../platform/router.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import type { SettingsInput } from "./form.ts"

export const automaticNames: Record<AutomaticEmail, string> = {
  unpaid_order: t`Unpaid order, 20 minutes before it is cancelled`,
  review_request: t`Review request, 3 days after completion`,
  back_in_stock: t`Back in stock`,
  membership_7: t`Membership ends in 7 days`,
  membership_3: t`Membership ends in 3 days`,
  membership_1: t`Membership ends in 1 day`,
}

interface AutomaticEmailsProps {
  form: UseFormReturn<SettingsInput, unknown, Required<EditShopSettings>>
}

/** The emails that the shop sends by itself, each on or off. */
export function AutomaticEmails({ form: { control, setValue } }: AutomaticEmailsProps) {
  const on = useWatch({ control, name: "automatic_emails" })
  const toggle = (name: AutomaticEmail) =>
    setValue(
      "automatic_emails",
      automaticEmails.filter((one) => (one === name) !== on.includes(one)),
      { shouldDirty: true },
    )
  return (
    <fieldset>
      <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Automatic emails`}</legend>
      {automaticEmails.map((name) => (
        <label key={name} className="flex min-h-11 items-center justify-between gap-4 text-ui">
          {automaticNames[name]}
          <input type="checkbox" className="switch" checked={on.includes(name)} onChange={() => toggle(name)} />
        </label>
      ))}
      <p className="mt-2 text-ink-2 text-meta">
        <Trans>
          Customers can turn off membership reminders and review requests. You can change the texts in{" "}
          <Link to="/admin?tab=copy&texts=automatic" className="link">
            Copy
          </Link>
          .
        </Trans>
      </p>
    </fieldset>
  )
}
