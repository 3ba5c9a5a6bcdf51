import type { ReactNode } from "react"
import { Dialog } from "../../ui/Dialog.tsx"
import { useStored } from "../table/stored.ts"
import type { AdminTab } from "../tabs.ts"
import { lettersKey } from "./usePanelKeys.ts"

/** The sheet of shortcuts. */
export function Shortcuts({ open, onClose, tabs }: { open: boolean; onClose(): void; tabs: AdminTab[] }) {
  const [letters, setLetters] = useStored(lettersKey, true)
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2 text-ui">
        <Row keys={["Ctrl", "K"]}>Find or do something</Row>
        <Row keys={["/"]}>Search this table</Row>
        <Row keys={["↑", "↓"]}>From row to row</Row>
        <Row keys={["Shift", "click"]}>Choose all rows in between</Row>
        <Row keys={["?"]}>This sheet</Row>
        {tabs.map(({ id, label, letter }) => (
          <Row key={id} keys={["G", letter.toUpperCase()]}>
            {label}
          </Row>
        ))}
      </dl>
      <label className="mt-6 flex min-h-11 items-center justify-between gap-4 border-line border-t pt-4 text-ui">
        Single letters are shortcuts
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

function Row({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <kbd key={key} className="rounded-input border border-line-strong bg-canvas px-1.5 font-sans text-meta">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </>
  )
}
