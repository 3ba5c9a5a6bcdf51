import { ChevronDown } from "lucide-react"
import { useState } from "react"
import { Link } from "react-router"
import type { FlaggedItem } from "#contract/moderation.ts"
import { flaggedTexts } from "#contract/panelText.ts"
import { call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { cx } from "../../ui/cx.ts"
import { dateTimeOf, preview } from "../../ui/format.ts"
import { Tag } from "../../ui/states.tsx"
import { toast } from "../../ui/toast.tsx"
import { refresh } from "../table/useRows.ts"
import { Context } from "./Context.tsx"

const kinds = { message: "Message", review: "Review", doll: "Model", video: "Video", slideshow: "Slideshow" }
/** Where the whole of it can be seen. */
const places: Partial<Record<FlaggedItem["kind"], (id: number) => string>> = {
  doll: (id) => `/admin/model/edit/${id}`,
  video: (id) => `/video/${id}`,
  slideshow: () => "/admin?tab=slideshow",
}
const gone = "Nothing is left of it."
const sources = { engine: "by a rule", moderator: "by its moderator", report: "by report" }

/** One item: what it is in a line, and everything about it when it is opened. */
export function FlaggedRow({ item }: { item: FlaggedItem }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState<string>()
  const [asking, setAsking] = useState(false)
  const row = `flagged-row-${item.id}`
  const id = `flagged-${item.id}`
  const act = async (what: string, how: string, done: string) => {
    setBusy(what)
    try {
      await call(how)
      toast(done, { kind: "success" })
    } catch (error) {
      toast(flaggedTexts.actionFailed, { description: explain(error), kind: "error" })
    }
    // Until the list has come: what is done twice would fail the second time.
    await refresh("flagged")
    setBusy(undefined)
    // The row has gone, and the button with it: the keyboard goes on from the head of the list.
    if (!document.getElementById(row)) document.querySelector<HTMLElement>("#content h1")?.focus()
  }
  const path = `/admin/flagged-messages/${item.id}`
  return (
    <li id={row} className="border-line border-b">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex w-full items-start gap-3 py-3 text-left text-ui hover:bg-surface"
        >
          <ChevronDown aria-hidden size={18} className={cx("mt-0.5 shrink-0", !open && "-rotate-90")} />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {item.critical && <Tag tone="danger">Critical</Tag>}
              <Tag tone="warn">{kinds[item.kind]}</Tag>
              <span className="font-semibold">{item.flag_reason}</span>
              <span className="tabular text-ink-3 text-meta">{dateTimeOf(item.created_at)}</span>
              {item.reports.length > 0 && (
                <span className="text-ink-2 text-meta">
                  {item.reports.length === 1 ? "1 report" : `${item.reports.length} reports`}
                </span>
              )}
            </span>
            <span className={open ? "sr-only" : "wrap-anywhere mt-0.5 block text-ink-2"}>
              {preview(item.content, 140) || gone}
            </span>
          </span>
        </button>
      </h2>
      {open && (
        <div id={id} className="grid gap-4 pb-5 pl-8">
          <p className="wrap-anywhere max-w-measure whitespace-pre-wrap border-line-strong border-l-2 pl-4">
            {item.content || gone}
          </p>
          <dl className="grid max-w-measure grid-cols-[8rem_minmax(0,1fr)] gap-y-1 text-ui">
            <Fact name="From">{item.user ? `${item.user} (${item.user_email})` : "Nobody we know"}</Fact>
            <Fact name="Moderator">
              {item.moderator ? `${item.moderator} (${item.moderator_email})` : "Nobody yet"}
            </Fact>
            <Fact name="Pointed at">{item.sources.map((source) => sources[source]).join(", ")}</Fact>
            {item.notified_at && <Fact name="Notified">{dateTimeOf(item.notified_at)}</Fact>}
          </dl>
          {item.reports.length > 0 && (
            <section aria-label="Reports">
              <h3 className="font-semibold text-ui">Reports</h3>
              <ul className="mt-1 grid gap-1 text-ui">
                {item.reports.map((report) => (
                  <li key={report.created_at + report.reason} className="wrap-anywhere max-w-measure">
                    {report.reason}{" "}
                    <span className="tabular text-ink-3 text-meta">{dateTimeOf(report.created_at)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {item.kind === "message" && item.chat_room !== null && <Context id={item.id} />}
          {item.subject_id !== null && places[item.kind] && (
            <Link
              to={places[item.kind]!(item.subject_id)}
              className="link inline-flex min-h-11 items-center justify-self-start text-ui"
            >
              {`Open the ${kinds[item.kind].toLowerCase()}`}
            </Link>
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              busy={busy === "approve"}
              disabled={busy !== undefined}
              onClick={() => void act("approve", `POST ${path}/approve`, flaggedTexts.approved)}
            >
              Approve
            </Button>
            <Button
              look="outline"
              busy={busy === "notify"}
              disabled={busy !== undefined || !item.moderator}
              title={item.moderator ? undefined : "Nobody answers for this model yet."}
              onClick={() => void act("notify", `POST ${path}/notify`, flaggedTexts.notified)}
            >
              Notify moderator
            </Button>
            <Button look="danger" disabled={busy !== undefined} onClick={() => setAsking(true)}>
              Delete
            </Button>
          </div>
        </div>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        keep="Not now"
        title={item.kind === "doll" || item.kind === "video" ? "Take this out of the shop?" : "Delete this for good?"}
        action="Delete"
        onConfirm={() => act("delete", `DELETE ${path}/delete`, flaggedTexts.deleted)}
      >
        It cannot be brought back from here. The audit log keeps that it was deleted, not what it said.
      </Confirm>
    </li>
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
