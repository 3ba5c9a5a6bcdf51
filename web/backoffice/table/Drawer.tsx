import type { ReactNode } from "react"
import { t } from "#contract/t.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { ChevronLeft, ChevronRight } from "../../platform/ui/icons.ts"

/** The position of a drawer's row in the table. */
export interface Place<Row> {
  id: number | null
  row: Row | undefined
  previous?(): void
  next?(): void
  /** Returns the next matching row after this one, or else the first of the page. */
  nearest(isWanted: (row: Row) => boolean): Row | undefined
  go(row: Row): void
  close(): void
}

interface DrawerProps<Row> {
  place: Place<Row>
  title: string
  /** What a row is, such as "order", for the labels of the previous and next buttons. */
  of: string
  children: ReactNode
}

/** The side drawer of a row, with buttons that go to the previous and next row. */
export function Drawer<Row>({ place, title, of, children }: DrawerProps<Row>) {
  const { id, previous, next, close } = place
  const step = (go: (() => void) | undefined, label: string, icon: ReactNode) => (
    <IconButton
      label={label}
      // The button stays focusable at both ends of the list.
      aria-disabled={go === undefined}
      onClick={() => go?.()}
      className={cx(!go && "cursor-default opacity-40")}
    >
      {icon}
    </IconButton>
  )
  return (
    <Dialog open={id !== null} onClose={close} title={title} shape="side" className="w-[min(44rem,100vw)]!">
      {(previous || next) && (
        <nav aria-label={t`Other rows`} className="-mt-3 -me-3 mb-1 flex justify-end">
          {step(previous, t`Previous ${of}`, <ChevronLeft aria-hidden size={20} />)}
          {step(next, t`Next ${of}`, <ChevronRight aria-hidden size={20} />)}
        </nav>
      )}
      {children}
    </Dialog>
  )
}
