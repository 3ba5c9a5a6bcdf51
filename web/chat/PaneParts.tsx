import type { ReactNode, RefObject } from "react"
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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped anywhere here; the button does the same
    <div
      className={cx("flex min-h-0 flex-col", className)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        composer.current?.add(event.dataTransfer.files)
      }}
    >
      {children}
    </div>
  )
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
