import { Check, Circle } from "lucide-react"
import { passwordRules } from "#contract/passwords.ts"
import { cx } from "../ui/cx.ts"

const labels = [
  "8 characters or more",
  "An uppercase letter",
  "A lowercase letter",
  "A digit",
  "128 characters or fewer",
]

/** The rules of a new password, checked while typing; the maximum length shows only when exceeded. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul aria-label="Password requirements" className="mt-2 grid gap-x-4 gap-y-1 text-meta sm:grid-cols-2">
      {passwordRules.map((rule, index) => {
        const holds = password !== "" && rule.holds(password)
        if (index === 4 && (holds || password === "")) return null
        const Icon = holds ? Check : Circle
        return (
          <li key={rule.message} className={cx("flex items-center gap-2", holds ? "text-success" : "text-ink-3")}>
            <Icon aria-hidden size={14} className="shrink-0" />
            {labels[index]}
            <span className="sr-only">{holds ? "(met)" : "(not yet met)"}</span>
          </li>
        )
      })}
    </ul>
  )
}
