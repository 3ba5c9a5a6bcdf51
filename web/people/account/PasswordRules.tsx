import { passwordRules } from "#contract/passwords.ts"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Check, Circle } from "../../platform/ui/icons.ts"

const labels = [
  t`8 characters or more`,
  t`An uppercase letter`,
  t`A lowercase letter`,
  t`A digit`,
  t`128 characters or fewer`,
]

/** The rules of a new password, checked while typing; the maximum length shows only when exceeded. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul aria-label={t`Password requirements`} className="mt-2 grid gap-x-4 gap-y-1 text-meta sm:grid-cols-2">
      {passwordRules.map((rule, index) => {
        const holds = password !== "" && rule.holds(password)
        if (index === 4 && (holds || password === "")) return null
        const Icon = holds ? Check : Circle
        return (
          <li key={rule.message} className={cx("flex items-center gap-2", holds ? "text-success" : "text-ink-3")}>
            <Icon aria-hidden size={14} className="shrink-0" />
            {labels[index]}
            <span className="sr-only">{holds ? t`(met)` : t`(not yet met)`}</span>
          </li>
        )
      })}
    </ul>
  )
}
