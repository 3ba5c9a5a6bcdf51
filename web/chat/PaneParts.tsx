import { type DragEvent, type ReactNode, type RefObject, useState } from "react"
import { cx } from "../ui/cx.ts"
import type { ComposerHandle } from "./Composer.tsx"

interface DropAreaProps {
  composer: RefObject<ComposerHandle | null>
  className?: string
  children: ReactNode
}

/** A conversation's pane, which accepts dropped files. */
export function DropArea({ composer, className, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (isText(event)) return
    event.preventDefault()
    const takes = composer.current !== null
    event.dataTransfer.dropEffect = takes ? "copy" : "none"
    setOver(takes)
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped anywhere here; the button does the same
    <div
      className={cx("relative flex min-h-0 flex-col", className)}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={(event) => {
        setOver(false)
        if (isText(event)) return
        event.preventDefault()
        composer.current?.add(event.dataTransfer.files)
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-0 z-10 grid bg-canvas p-2">
          <p className="grid place-items-center rounded-dialog border-2 border-accent border-dashed font-semibold text-accent">
            Drop files here to send them
          </p>
        </div>
      )}
    </div>
  )
}

/** Dragged text: left to the browser. */
function isText({ dataTransfer: { types } }: DragEvent): boolean {
  return types.includes("text/plain") && !types.includes("Files")
}

/** Placed over free space at the end, so that nothing moves. */
export function Typing({ name }: { name: string | null }) {
  return (
    <div className="relative z-[1] h-0">
      <p role="status" className="absolute inset-x-0 bottom-0 mx-auto w-full max-w-[49.5rem] px-4 text-ink-2 text-meta">
        {name !== null && <span className="inline-block bg-canvas pt-1 pr-2">{name} is typing…</span>}
      </p>
    </div>
  )
}

/** Shown while a conversation loads or if it fails. */
export function PaneFrame({ back, heading: Heading, children }: PaneFrameProps) {
  return (
    <div className="flex h-full min-w-0 flex-col">
      <div className="flex min-h-16 shrink-0 items-center px-4 py-2">
        {back}
        <Heading className="sr-only">Conversation</Heading>
      </div>
      <div className="grid flex-1 place-items-center pb-16">{children}</div>
    </div>
  )
}

interface PaneFrameProps {
  back?: ReactNode
  heading: "h1" | "h2"
  children: ReactNode
}
