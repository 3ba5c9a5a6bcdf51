import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Activity as Item } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { plural, t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { asAddress, Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { dateTimeOf } from "../../platform/ui/format.ts"
import {
  CircleDollarSign,
  ClipboardList,
  Flag,
  type Icon,
  MessageSquareWarning,
  Package,
  Repeat,
  UserCog,
  UserPlus,
} from "../../platform/ui/icons.ts"
import { EmptyState, ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Pages } from "../table/Pages.tsx"

const icons: Record<Item["type"], Icon> = {
  subscription: Repeat,
  moderator: UserCog,
  flagged: Flag,
  order: ClipboardList,
  user_registration: UserPlus,
  payment: CircleDollarSign,
  model_purchase: Package,
  moderator_created: UserCog,
  message_flagged: MessageSquareWarning,
}

/** The activity feed: the newest ten entries, or all by page. With `brief`, it has only the newest five. */
export function Activity({ brief = false }: { brief?: boolean }) {
  const [all, setAll] = useState(false)
  const [page, setPage] = useState(1)
  const limit = brief ? 5 : 10
  const Heading = brief ? "h3" : "h2"
  const query = { skip: (page - 1) * limit, limit }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ["admin", "activity", query],
    queryFn: () => call("GET /admin/recent-activity", { query }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  return (
    <section aria-labelledby="activity" className={brief ? "" : "mt-10"}>
      <div className={cx("flex flex-wrap items-center justify-between gap-3", !brief && "placard pt-3")}>
        <Heading
          id="activity"
          className={brief ? "font-semibold text-ui" : "font-display text-h3"}
        >{t`Recent activity`}</Heading>
        {data && data.total > limit && brief && (
          <Link to="/staff-dashboard?tab=admin-summary" className="link text-ui">{t`View all`}</Link>
        )}
        {data && data.total > limit && !brief && (
          <Button
            variant="quiet"
            className="px-0!"
            aria-expanded={all}
            onClick={() => {
              setAll(!all)
              setPage(1)
            }}
          >
            {all ? t`View Less` : t`View All`}
          </Button>
        )}
      </div>
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton className="mt-3 h-48 w-full" />}
      {data?.activities.length === 0 && <EmptyState title={adminTexts.noActivity} />}
      {data && data.activities.length > 0 && (
        <ul
          aria-label={t`Recent activity`}
          aria-busy={isPlaceholderData}
          className={brief ? "mt-2 border-line border-t" : ""}
        >
          {data.activities.map((item) => (
            <Row key={`${item.type}-${item.id}`} item={item} />
          ))}
        </ul>
      )}
      {data && all && (
        <Pages
          page={page}
          total={data.total}
          limit={limit}
          label={t`Activities`}
          count={(n, written) => plural(n, { one: "1 activity", other: `${written} activities` })}
          go={setPage}
        />
      )}
    </section>
  )
}

function Row({ item }: { item: Item }) {
  const Icon = icons[item.type] ?? ClipboardList
  return (
    <li className="flex flex-wrap items-start gap-x-3 border-line border-b py-3">
      <Icon aria-hidden size={18} strokeWidth={1.5} className="mt-0.5 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1 text-ui">
        {item.link ? (
          <Link to={asAddress(item.link)} className="font-semibold hover:underline">
            {item.title}
          </Link>
        ) : (
          <span className="font-semibold">{item.title}</span>
        )}
        <p className="wrap-anywhere text-ink-2">{item.message}</p>
      </div>
      <time dateTime={item.time} className="tabular shrink-0 text-ink-3 text-meta max-sm:basis-full max-sm:ps-[30px]">
        {dateTimeOf(item.time)}
      </time>
    </li>
  )
}
