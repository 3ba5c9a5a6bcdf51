import { useState } from "react"
import { evidenceDays } from "#contract/messageRules.ts"
import type { FlaggedItem } from "#contract/moderation.ts"
import { flaggedTexts } from "#contract/panelText.ts"
import { plural, t } from "#contract/t.ts"
import { CustomerLink } from "../../backoffice/staff-ui/CustomerLink.tsx"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { inSentence } from "../../platform/language.ts"
import { type Address, Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { dateTimeOf, preview } from "../../platform/ui/format.ts"
import { ChevronDown } from "../../platform/ui/icons.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { Appeal } from "./Appeal.tsx"
import { Context } from "./Context.tsx"
import { Evidence } from "./Evidence.tsx"

const kinds = { message: t`Message`, review: t`Review`, doll: t`Model`, video: t`Video`, slideshow: t`Slideshow` }
/** Addresses of the pages that show the items. */
const places: Partial<Record<FlaggedItem["kind"], (id: number) => Address>> = {
  doll: (id) => `/admin/model/edit/${id}`,
  video: (id) => `/video/${id}`,
  slideshow: () => "/admin?tab=slideshow",
}
const gone = t`The content has been removed.`
const outcomes = {
  approved: t({ context: "decision on a flagged item", message: "Approved" }),
  deleted: t`Deleted`,
  withdrawn: t`Withdrawn`,
}
const sources = { engine: t`by a rule`, moderator: t`by the moderator`, report: t`by report` }

/** A summary of one item, which expands. */
export function FlaggedRow({ item }: { item: FlaggedItem }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState<string>()
  const [asking, setAsking] = useState<"approve" | "delete">()
  const row = `flagged-row-${item.id}`
  const id = `flagged-${item.id}`
  const once = useSendOnce()
  const act = async (what: string, send: () => Promise<unknown>, done: string) => {
    setBusy(what)
    try {
      await send()
      toast(done, { key: row, kind: "success" })
    } catch (error) {
      toast(flaggedTexts.actionFailed, { description: explain(error), key: row, kind: "error" })
    }
    // The button stays busy until the list is refetched, because a second decision would fail.
    await refresh("flagged")
    setBusy(undefined)
  }
  const path = `/admin/flagged-messages/${item.id}` as const
  const approve = () =>
    act(
      "approve",
      () => call(`POST ${path}/approve`),
      item.subject_id === null ? flaggedTexts.approvedHeld : flaggedTexts.approved,
    )
  const notify = () => once((headers) => call(`POST ${path}/notify`, { headers }))
  return (
    <li id={row} className="border-line border-b">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex w-full items-start gap-3 py-3 text-start text-ui hover:bg-surface"
        >
          <ChevronDown aria-hidden size={18} className={cx("mt-0.5 shrink-0", !open && "-rotate-90 rtl:rotate-90")} />
          <Summary item={item} isOpen={open} />
        </button>
      </h2>
      {open && (
        <div id={id} className="grid gap-4 pt-1 pb-5 ps-8">
          <p className="wrap-anywhere max-w-measure whitespace-pre-wrap border-line-strong border-s-2 ps-4">
            {item.content || gone}
          </p>
          <Evidence item={item} />
          {item.appeal && <Appeal appeal={item.appeal} />}
          <Facts item={item} />
          {item.reports.length > 0 && <Reports reports={item.reports} />}
          {item.kind === "message" && item.chat_room !== null && !item.outcome && <Context id={item.id} />}
          {item.subject_id !== null && !item.deleted_at && places[item.kind] && (
            <Link
              to={places[item.kind]!(item.subject_id)}
              className="link inline-flex min-h-11 items-center justify-self-start text-ui"
            >
              {t`Open ${inSentence(kinds[item.kind])}`}
            </Link>
          )}
          {!item.outcome && (
            <div className="flex flex-wrap gap-3">
              <Button
                busy={busy === "approve"}
                disabled={busy !== undefined}
                onClick={() => (item.critical ? setAsking("approve") : void approve())}
              >{t`Approve`}</Button>
              <Button
                variant="outline"
                busy={busy === "notify"}
                disabled={busy !== undefined || !item.moderator}
                title={item.moderator ? undefined : t`This model has no moderator yet.`}
                onClick={() => void act("notify", notify, flaggedTexts.notified)}
              >{t`Notify moderator`}</Button>
              <Button
                variant="danger"
                disabled={busy !== undefined}
                onClick={() => setAsking("delete")}
              >{t`Delete`}</Button>
            </div>
          )}
        </div>
      )}
      <Confirm
        open={asking === "approve"}
        onClose={() => setAsking(undefined)}
        title={t`Approve this content?`}
        action={t`Approve`}
        onConfirm={approve}
      >
        {item.kind === "message" && item.subject_id === null
          ? t`Its author is told that it was stopped by mistake. A closed chat opens again, and a suspension for it is lifted.`
          : t`A closed chat opens again, and a suspension for it is lifted.`}
      </Confirm>
      <Confirm
        open={asking === "delete"}
        onClose={() => setAsking(undefined)}
        title={item.kind === "doll" || item.kind === "video" ? t`Remove this from the shop?` : t`Delete this content?`}
        action={t`Delete`}
        onConfirm={() => act("delete", () => call(`DELETE ${path}/delete`), flaggedTexts.deleted)}
      >
        {item.kind === "doll" || item.kind === "video"
          ? t`Showing it again needs approval from an admin other than its author.`
          : t`This can't be undone. Staff can still see it as evidence for ${item.critical ? evidenceDays.critical : evidenceDays.plain} days.`}
        {item.critical &&
          item.user_suspended &&
          t` The account stays suspended until you lift the suspension in user management.`}
      </Confirm>
    </li>
  )
}

function Summary({ item, isOpen }: { item: FlaggedItem; isOpen: boolean }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {item.critical && <Tag tone="danger">{t`Critical`}</Tag>}
        {item.user_suspended && <Tag tone="danger">{t`Account suspended`}</Tag>}
        <Tag tone="warn">{kinds[item.kind]}</Tag>
        {item.deleted_at && <Tag tone="neutral">{t`Deleted by its sender`}</Tag>}
        {item.outcome && <Tag tone="neutral">{outcomes[item.outcome]}</Tag>}
        <span className="font-semibold">{item.flag_reason}</span>
        <span className="tabular text-ink-3 text-meta">{dateTimeOf(item.created_at)}</span>
        {item.reports.length > 0 && (
          <span className="text-ink-2 text-meta">
            {plural(item.reports.length, { one: "1 report", other: `${item.reports.length} reports` })}
          </span>
        )}
      </span>
      <span className={isOpen ? "sr-only" : "wrap-anywhere mt-0.5 block text-ink-2"}>
        {preview(item.content, 140) || gone}
      </span>
    </span>
  )
}

function Facts({ item }: { item: FlaggedItem }) {
  return (
    <dl className="grid max-w-measure grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1 text-ui">
      <Fact name={t({ context: "who wrote it", message: "From" })}>
        {item.user ? (
          <>
            <CustomerLink id={item.user_id}>{item.user}</CustomerLink>{" "}
            {item.user_email && <span className="text-ink-2">{item.user_email}</span>}
          </>
        ) : item.deleted_at ? (
          t`Former member`
        ) : (
          t`Unknown`
        )}
      </Fact>
      {item.user_suspended && (
        <Fact name={t`Account`}>
          <Trans>
            Suspended (read-only).{" "}
            {item.critical && !item.outcome && t`Approve lifts the suspension, Delete keeps it. `}
            <Link
              to={`/staff-dashboard?${new URLSearchParams({ tab: "user-management", q: item.user_email ?? "" })}`}
              className="link"
            >
              Open in user management
            </Link>
          </Trans>
        </Fact>
      )}
      <Fact name={t`Moderator`}>
        {item.moderator ? <Person name={item.moderator} email={item.moderator_email} /> : t`None yet`}
      </Fact>
      <Fact name={t`Flagged`}>{item.sources.map((source) => sources[source]).join(", ")}</Fact>
      {item.decided_at && (
        <Fact name={t`Decided`}>
          {item.decided_by ? t`${dateTimeOf(item.decided_at)} by ${item.decided_by}` : dateTimeOf(item.decided_at)}
        </Fact>
      )}
      {item.notified_at && <Fact name={t`Notified`}>{dateTimeOf(item.notified_at)}</Fact>}
    </dl>
  )
}

function Person({ name, email }: { name: string; email: string | null }) {
  return (
    <>
      {name} {email && <span className="text-ink-2">{email}</span>}
    </>
  )
}

function Reports({ reports }: { reports: FlaggedItem["reports"] }) {
  return (
    <section aria-label={t({ context: "complaints of members", message: "Reports" })}>
      <h3 className="font-semibold text-ui">
        <Trans context="complaints of members">Reports</Trans>
      </h3>
      <ul className="mt-1 grid gap-1 text-ui">
        {reports.map((report) => (
          <li key={report.created_at + report.reason} className="wrap-anywhere max-w-measure">
            {report.reason} <span className="tabular text-ink-3 text-meta">{dateTimeOf(report.created_at)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-3 text-meta">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
