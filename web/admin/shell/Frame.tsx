import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react"
import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { useStored } from "../../backoffice/table/stored.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { Command, Keyboard, PanelLeftClose, PanelLeftOpen } from "../../platform/ui/icons.ts"
import { Rail } from "./Rail.tsx"
import { Shortcuts } from "./Shortcuts.tsx"
import { SectionsContext } from "./sections.ts"
import type { AdminTab } from "./tab.ts"
import { usePanelKeys } from "./usePanelKeys.ts"

// The palette and its library are loaded on first use.
const Palette = lazy(() => import("./Palette.tsx"))

interface FrameProps {
  user: User
  tabs: AdminTab[]
  /** The id of the current tab. */
  current: string | null
  children: ReactNode
}

export const frameColumns = (isRailNarrow: boolean) =>
  cx(
    "grid gap-x-8 print:block md:grid-cols-[3.5rem_minmax(0,1fr)]",
    !isRailNarrow && "xl:grid-cols-[14.5rem_minmax(0,1fr)]",
  )

/** The rail, the command palette and the shortcuts around a tab. On phones, the heading opens the rail as a drawer. */
export function Frame({ user, tabs, current, children }: FrameProps) {
  const [narrow, setNarrow] = useStored("admin_rail", false)
  const [open, setOpen] = useState<"drawer" | "palette" | "keys" | null>(null)
  const close = () => setOpen(null)
  usePanelKeys({ tabs, openPalette: () => setOpen("palette"), openKeys: () => setOpen("keys") })
  const rail = useRef<HTMLDivElement>(null)
  // On a low screen the current tab may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab changes
  useEffect(() => {
    const box = rail.current!
    const item = box.querySelector<HTMLElement>("[aria-current]")
    const { top = 0, bottom = 0 } = item?.getBoundingClientRect() ?? {}
    if (item && (top < 0 || bottom > innerHeight)) box.scrollTop = item.offsetTop - box.clientHeight / 2
  }, [current])
  const openSections = useCallback(() => setOpen("drawer"), [])
  return (
    <div className="wrap pb-12">
      <div className={frameColumns(narrow)}>
        <div className="no-print max-md:hidden">
          <div ref={rail} className="sticky top-0 -mx-1 max-h-dvh overflow-y-auto px-1 py-4">
            <Rail tabs={tabs} current={current} words={narrow ? "never" : "wide"} />
            <div
              className={cx(
                "mt-3 flex flex-col items-center gap-1 border-line border-t pt-3",
                !narrow && "xl:flex-row xl:flex-wrap",
              )}
            >
              <Tool label={t`Search or run a command`} keys="Control+K" onClick={() => setOpen("palette")}>
                <Command aria-hidden size={18} />
              </Tool>
              <Tool
                label={t`Keyboard shortcuts`}
                keys="?"
                className="pointer-coarse:hidden"
                onClick={() => setOpen("keys")}
              >
                <Keyboard aria-hidden size={18} />
              </Tool>
              <Tool
                label={narrow ? t`Expand navigation` : t`Collapse navigation`}
                className="max-xl:hidden"
                onClick={() => setNarrow(!narrow)}
              >
                {narrow ? <PanelLeftOpen aria-hidden size={18} /> : <PanelLeftClose aria-hidden size={18} />}
              </Tool>
            </div>
          </div>
        </div>
        <div className="min-w-0 py-6 max-md:pt-3">
          <SectionsContext value={openSections}>{children}</SectionsContext>
        </div>
      </div>
      <Dialog open={open === "drawer"} onClose={close} title={t`Admin panel`} shape="side">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: following a link closes the drawer */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links handle the keyboard */}
        <div onClick={(event) => (event.target as Element).closest("a") && close()}>
          <button
            type="button"
            onClick={() => setOpen("palette")}
            className="mb-3 flex min-h-11 w-full items-center gap-3 rounded-card border border-line-strong px-3 text-ink-2 text-ui"
          >
            <Command aria-hidden size={18} />
            {t`Search or run a command`}
          </button>
          <Rail tabs={tabs} current={current} words="always" />
        </div>
      </Dialog>
      <Shortcuts open={open === "keys"} onClose={close} tabs={tabs} />
      <Suspense>
        {open === "palette" && <Palette user={user} tabs={tabs} onClose={close} openKeys={() => setOpen("keys")} />}
      </Suspense>
    </div>
  )
}

interface ToolProps {
  label: string
  keys?: string
  className?: string
  onClick(): void
  children: ReactNode
}

function Tool({ label, keys, className, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys ? `${label} (${keys.replace("Control", "Ctrl")})` : label}
      onClick={onClick}
      className={cx(
        "inline-flex size-11 items-center justify-center rounded-card text-ink-2 hover:bg-sunken hover:text-ink",
        className,
      )}
    >
      {children}
    </button>
  )
}
