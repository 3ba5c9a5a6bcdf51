import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import type { ConnectionStatus } from "./connection.ts"

const states: Record<ConnectionStatus["state"], { text: string; dot: string | null }> = {
  connected: { text: chatTexts.connected, dot: null },
  connecting: { text: chatTexts.connecting, dot: "bg-warn" },
  reconnecting: { text: chatTexts.connecting, dot: "bg-warn" },
  error: { text: chatTexts.connectionError, dot: "bg-danger" },
  disconnected: { text: chatTexts.disconnected, dot: "bg-ink-3" },
}

/** Screen readers hear every state. It is visible only while not connected, and without a banner. */
export function ConnectionMark({ status }: { status: ConnectionStatus }) {
  const { text, dot } = states[status.state]
  const isQuiet = status.state === "connected" || hasBanner(status)
  return (
    <p role="status" className={isQuiet ? "sr-only" : "connection-mark flex items-center gap-2 text-ink-2 text-meta"}>
      {dot && <span aria-hidden className={cx("size-2 shrink-0 rounded-full", dot)} />}
      {text}
    </p>
  )
}

const hasBanner = ({ state, unstable, refused }: ConnectionStatus) =>
  state === "error" || state === "reconnecting" || refused !== null || unstable

/** Describes a connection problem and what to do about it. */
export function ConnectionBanner({ status, reconnect }: { status: ConnectionStatus; reconnect(): void }) {
  const { state, unstable, refused } = status
  if (state === "error") {
    return (
      <Alert kind="danger" title={chatTexts.reconnectFailed} className="shrink-0 rounded-none">
        <div className="mt-2 flex flex-wrap gap-3">
          <Button variant="outline" onClick={reconnect}>{t`Try again`}</Button>
          <Button variant="quiet" onClick={() => location.reload()}>{t`Refresh page`}</Button>
        </div>
      </Alert>
    )
  }
  if (refused !== null) {
    return (
      <Alert kind="warn" title={chatTexts.disconnected} className="shrink-0 rounded-none">
        <Button variant="outline" className="mt-2" onClick={() => location.reload()}>{t`Refresh page`}</Button>
      </Alert>
    )
  }
  if (state === "reconnecting") return <Alert kind="warn" title={chatTexts.lost} className="shrink-0 rounded-none" />
  if (unstable) return <Alert kind="warn" title={chatTexts.unstable} className="shrink-0 rounded-none" />
  return null
}
