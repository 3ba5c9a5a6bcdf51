import { type DragEvent, type ReactNode, type RefObject, useState } from "react"
import { cx } from "../ui/cx.ts"
import type { ComposerHandle } from "./Composer.tsx"
import type { View } from "./conversation.ts"

interface DropAreaProps {
  composer: RefObject<ComposerHandle | null>
  className?: string
  children: ReactNode
}

/** A conversation, from its heading to its field: files may be dropped anywhere on it. */
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
        <p className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-dialog border-2 border-accent border-dashed bg-canvas font-semibold text-accent opacity-95">
          Drop files here to send them
        </p>
      )}
    </div>
  )
}

/** What was marked somewhere, on its way into the field: the browser knows what to do with it. */
function isText({ dataTransfer: { types } }: DragEvent): boolean {
  return types.includes("text/plain") && !types.includes("Files")
}

/** Keeps its line also while nobody types. */
export function Typing({ name }: { name: string | null }) {
  return (
    <p role="status" className="mx-auto min-h-6 w-full max-w-[49.5rem] px-4 text-ink-2 text-meta">
      {name === null ? "" : `${name} is typing…`}
    </p>
  )
}

/** Files go by HTTP: with the socket, or as long as the server answers. */
export function canAttach({ connection, answers }: View): boolean {
  return connection.refused === null && (connection.state === "connected" || (answers && navigator.onLine))
}
