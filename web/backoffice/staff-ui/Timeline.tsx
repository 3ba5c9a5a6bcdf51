import type { TimelineEvent } from "#contract/customers.ts"
import { t } from "#contract/t.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { call } from "../../platform/api/client.ts"
import { asAddress, Link } from "../../platform/router.ts"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { PagedList } from "./PagedList.tsx"
import { type SubjectAddress, timelineKey } from "./subject.ts"

/** The events of a customer, an order or a chat, newest first. */
export function Timeline({ of }: { of: SubjectAddress }) {
  return (
    <PagedList<TimelineEvent, string>
      label={t`Timeline`}
      queryKey={timelineKey(of)}
      read={(before, signal) => call(`GET ${of}/timeline`, { query: { before }, signal })}
      rowKey={({ id }) => id}
      row={(event) => <Event event={event} />}
      empty={customerTexts.noEvents}
      failed={customerTexts.sectionFailed("timeline")}
    />
  )
}

const names = { staff: t`Former staff`, customer: t`Customer`, system: t`System` }

function Event({ event: { at, by, name, what, detail, link } }: { event: TimelineEvent }) {
  return (
    <>
      <span className="tabular block text-ink-3 text-meta">
        {dateTimeOf(at)}, {name ?? names[by]}
      </span>
      <span className="wrap-anywhere block">
        {link ? (
          <Link to={asAddress(link)} className="link">
            {what}
          </Link>
        ) : (
          what
        )}
      </span>
      {detail && <span className="wrap-anywhere block text-ink-2 text-meta">{detail}</span>}
    </>
  )
}
