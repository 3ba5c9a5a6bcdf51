import { t } from "#contract/t.ts"
import { useWaiting } from "../../backoffice/table/waiting.ts"
import { Link } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import type { AdminTab } from "./tab.ts"

interface RailProps {
  tabs: AdminTab[]
  current: string | null
  /** When the labels are shown beside the icons. */
  words: "always" | "wide" | "never"
}

const named = { always: "", wide: "max-xl:sr-only", never: "sr-only" }
const padded = { always: "px-3", wide: "max-xl:justify-center xl:px-3", never: "justify-center" }

export function Rail({ tabs, current, words }: RailProps) {
  const isMine = (queue: string) => tabs.some(({ id }) => id === queue)
  const counts: Record<string, number> = {
    flagged: useWaiting("flagged", isMine("flagged")),
    orders: useWaiting("orders", isMine("orders")),
    returns: useWaiting("returns", isMine("returns")),
  }
  return (
    <nav aria-label={t`Admin panel`}>
      <ul className="flex flex-col gap-0.5">
        {tabs.map(({ id, group, label, icon: Icon }, at) => {
          const isCurrent = id === current
          const count = counts[id] ?? 0
          return (
            <li key={id} className={at > 0 && group !== tabs[at - 1]!.group ? "mt-3" : undefined}>
              <Link
                to={`/admin?tab=${id}`}
                preventScrollReset
                title={words === "always" ? undefined : label}
                aria-current={isCurrent ? "page" : undefined}
                className={cx(
                  "relative flex min-h-11 items-center gap-3 rounded-card text-ui pointer-fine:min-h-9",
                  padded[words],
                  isCurrent
                    ? "bg-surface font-semibold text-ink after:absolute after:inset-y-2 after:inset-s-0 after:w-0.5 after:bg-ink"
                    : "text-ink-2 hover:bg-sunken hover:text-ink",
                )}
              >
                <Icon aria-hidden size={18} strokeWidth={1.5} className="shrink-0" />
                <span className={named[words]}>{label}</span>
                {count > 0 && (
                  <span
                    className={cx(
                      "tabular min-w-[18px] rounded-full bg-accent px-1.5 text-center font-semibold text-badge text-canvas",
                      words === "always" && "ms-auto",
                      words === "wide" && "max-xl:absolute max-xl:top-1 max-xl:inset-e-0.5 xl:ms-auto",
                      words === "never" && "absolute top-1 inset-e-0.5",
                    )}
                  >
                    {count > 99 ? "99+" : count}
                    <span className="sr-only">{t` waiting`}</span>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
