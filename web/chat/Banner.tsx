import { chatTexts } from "#contract/texts.ts"
import { Button } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import { Notice } from "../ui/Notice.tsx"
import type { ConnectionState, ConnectionStatus } from "./connection.ts"

const states: Record<ConnectionState, { text: string; dot: string }> = {
  connected: { text: chatTexts.connected, dot: "bg-success" },
  connecting: { text: chatTexts.connecting, dot: "bg-warn" },
  reconnecting: { text: chatTexts.connecting, dot: "bg-warn" },
  error: { text: chatTexts.connectionError, dot: "bg-danger" },
  disconnected: { text: chatTexts.disconnected, dot: "bg-ink-3" },
}

/** A dot and a word. */
export function ConnectionMark({ status }: { status: ConnectionStatus }) {
  const { text, dot } = states[status.state]
  return (
    <p role="status" className="flex items-center gap-2 whitespace-nowrap text-ink-2 text-meta">
      <span aria-hidden className={cx("size-2 rounded-full", dot)} />
      {text}
    </p>
  )
}

/** Says what is wrong with the connection, and what can be done; nothing while all is well. */
export function ConnectionBanner({ status, reconnect }: { status: ConnectionStatus; reconnect(): void }) {
  const { state, unstable, refused } = status
  if (state === "error") {
    return (
      <Notice kind="danger" title={chatTexts.reconnectFailed} className="shrink-0 rounded-none">
        <div className="mt-2 flex flex-wrap gap-3">
          <Button look="outline" onClick={reconnect}>
            Try again
          </Button>
          <Button look="quiet" onClick={() => location.reload()}>
            Refresh the page
          </Button>
        </div>
      </Notice>
    )
  }
  if (refused !== null) {
    return (
      <Notice kind="warn" title={chatTexts.disconnected} className="shrink-0 rounded-none">
        <Button look="outline" className="mt-2" onClick={() => location.reload()}>
          Refresh the page
        </Button>
      </Notice>
    )
  }
  if (state === "reconnecting") return <Notice kind="warn" title={chatTexts.lost} className="shrink-0 rounded-none" />
  if (unstable) return <Notice kind="warn" title={chatTexts.unstable} className="shrink-0 rounded-none" />
  return null
}
