import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { Spinner } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { CircleAlert, Clock3, FileText } from "../../platform/ui/icons.ts"
import { percent } from "../../platform/ui/percent.ts"
import { bubble, meta, pictureBubble } from "./classNames.ts"
import { sizeOf } from "./files.ts"
import { MessageText } from "./MessageText.tsx"
import type { Outgoing, OutgoingFile } from "./outbox.ts"

interface OutgoingRowProps {
  outgoing: Outgoing
  retry(clientId: string): void
  discard(clientId: string): void
}

/** A message that is not delivered yet. It stays until it is delivered or discarded. */
export function OutgoingRow({ outgoing, retry, discard }: OutgoingRowProps) {
  const { client_id, content, state, file, detail, isRefused } = outgoing
  const isFailed = state === "failed"
  return (
    <li className="flex flex-col items-end pt-2">
      <div
        className={cx(
          file?.preview ? pictureBubble : bubble,
          "bubble-own",
          isFailed ? "outline outline-danger" : "opacity-75",
        )}
      >
        <span className="sr-only">{t`You: `}</span>
        {file ? <Sending file={file} isFailed={isFailed} /> : <MessageText>{content}</MessageText>}
      </div>
      <div className="flex max-w-full flex-wrap items-baseline justify-end gap-x-4 text-ui">
        <p className={cx(meta, "flex items-center gap-1", isFailed ? "text-danger" : "text-ink-3")}>
          {isFailed && <CircleAlert aria-hidden size={14} />}
          {state === "queued" && <Clock3 aria-hidden size={14} />}
          {isFailed ? (file ? chatTexts.uploadFailed : chatTexts.sendFailed) : outgoing.waited ? t`Queued` : t`Sending`}
        </p>
        {isFailed && !isRefused && <Action name={t`Retry`} classes="text-accent" run={() => retry(client_id)} />}
        {(isFailed || outgoing.waited || file) && (
          <Action name={t`Discard`} classes="text-danger" run={() => discard(client_id)} />
        )}
      </div>
      {isFailed && detail && <p className="-mt-1 max-w-[min(34rem,78vw)] text-end text-ink-2 text-meta">{detail}</p>}
    </li>
  )
}

function Action({ name, classes, run }: { name: string; classes: string; run(): void }) {
  return (
    <button type="button" onClick={run} className={cx("min-h-11 font-semibold underline underline-offset-4", classes)}>
      {name}
    </button>
  )
}

function Sending({ file: { name, size, progress, preview }, isFailed }: { file: OutgoingFile; isFailed: boolean }) {
  const share = Math.round(progress * 100)
  return (
    <div className="w-64 max-w-full whitespace-normal">
      {preview && <img src={preview} alt="" className="max-h-48 w-full rounded-card object-cover" />}
      <div className={cx("flex items-center gap-3", preview ? "px-2.5 py-2" : "py-1")}>
        {!preview && <FileText aria-hidden size={20} strokeWidth={1.5} className="shrink-0 text-accent" />}
        <div className="min-w-0 flex-1">
          <bdi className="block font-medium text-ui">{name}</bdi>
          {isFailed ? (
            <p className="text-ink-2 text-meta">{sizeOf(size)}</p>
          ) : (
            <div className="mt-1 flex items-center gap-2 text-meta tabular">
              <progress
                max={100}
                value={share}
                aria-label={t`Sending ${name}`}
                className="upload-progress min-w-0 flex-1"
              />
              {share < 100 ? percent(share) : <Spinner />}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
