import { t } from "#contract/t.ts"
import { ShortcutList, ShortcutRow } from "../../backoffice/staff-ui/Keys.tsx"
import { useStored } from "../../backoffice/table/stored.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import type { AdminTab } from "./tab.ts"
import { shortcutsKey } from "./usePanelKeys.ts"

export function Shortcuts({ open, onClose, tabs }: { open: boolean; onClose(): void; tabs: AdminTab[] }) {
  const [letters, setLetters] = useStored(shortcutsKey, true)
  return (
    <Dialog open={open} onClose={onClose} title={t`Keyboard shortcuts`}>
      <ShortcutList>
        <ShortcutRow keys={["Ctrl", "K"]}>{t`Search or run a command`}</ShortcutRow>
        <ShortcutRow keys={["/"]}>{t`Search this table`}</ShortcutRow>
        <ShortcutRow keys={["↑", "↓"]}>{t`Move between rows`}</ShortcutRow>
        <ShortcutRow keys={["Shift", "click"]}>{t`Select a range of rows`}</ShortcutRow>
        <ShortcutRow keys={["?"]}>{t`Show keyboard shortcuts`}</ShortcutRow>
        {tabs.map(({ id, label, letter }) => (
          <ShortcutRow key={id} keys={["G", letter.toUpperCase()]}>
            {label}
          </ShortcutRow>
        ))}
      </ShortcutList>
      <label className="mt-6 flex min-h-11 items-center justify-between gap-4 border-line border-t pt-4 text-ui">
        {t`Enable single-key shortcuts`}
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
