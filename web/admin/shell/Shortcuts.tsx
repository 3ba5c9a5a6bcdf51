import { ShortcutList, ShortcutRow } from "../../staff-ui/Keys.tsx"
import { useStored } from "../../table/stored.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import type { AdminTab } from "./tab.ts"
import { shortcutsKey } from "./usePanelKeys.ts"

/** The list of keyboard shortcuts. */
export function Shortcuts({ open, onClose, tabs }: { open: boolean; onClose(): void; tabs: AdminTab[] }) {
  const [letters, setLetters] = useStored(shortcutsKey, true)
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <ShortcutList>
        <ShortcutRow keys={["Ctrl", "K"]}>Search or run a command</ShortcutRow>
        <ShortcutRow keys={["/"]}>Search this table</ShortcutRow>
        <ShortcutRow keys={["↑", "↓"]}>Move between rows</ShortcutRow>
        <ShortcutRow keys={["Shift", "click"]}>Select a range of rows</ShortcutRow>
        <ShortcutRow keys={["?"]}>Show keyboard shortcuts</ShortcutRow>
        {tabs.map(({ id, label, letter }) => (
          <ShortcutRow key={id} keys={["G", letter.toUpperCase()]}>
            {label}
          </ShortcutRow>
        ))}
      </ShortcutList>
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
