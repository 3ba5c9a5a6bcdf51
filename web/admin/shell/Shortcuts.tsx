import type { ReactNode } from "react"
import { useStored } from "../../table/stored.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import type { AdminTab } from "./tab.ts"
import { shortcutsKey } from "./usePanelKeys.ts"

/** The list of keyboard shortcuts. */
export function Shortcuts({ open, onClose, tabs }: { open: boolean; onClose(): void; tabs: AdminTab[] }) {
  const [letters, setLetters] = useStored(shortcutsKey, true)
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2 text-ui">
        <Row keys={["Ctrl", "K"]}>Search or run a command</Row>
        <Row keys={["/"]}>Search this table</Row>
        <Row keys={["↑", "↓"]}>Move between rows</Row>
        <Row keys={["Shift", "click"]}>Select a range of rows</Row>
        <Row keys={["?"]}>Show keyboard shortcuts</Row>
        {tabs.map(({ id, label, letter }) => (
          <Row key={id} keys={["G", letter.toUpperCase()]}>
            {label}
          </Row>
        ))}
      </dl>
      <label className="mt-6 flex min-h-11 items-center justify-between gap-4 border-line border-t pt-4 text-ui">
        Enable single-key shortcuts
        <input
          type="checkbox"
          role="switch"
          className="switch"
          checked={letters}
          aria-checked={letters}
          onChange={(event) => setLetters(event.target.checked)}
        />
      </label>
    </Dialog>
  )
}

export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex shrink-0 gap-1">
      {keys.map((key) => (
        <kbd key={key} className="rounded-input border border-line-strong bg-canvas px-1.5 font-sans text-meta">
          {key}
        </kbd>
      ))}
    </span>
  )
}

function Row({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <>
      <dt>
        <Keys keys={keys} />
      </dt>
      <dd>{children}</dd>
    </>
  )
}
