import { type DragEvent, type ReactNode, type RefObject, useState } from "react"
import type { ChatRoomDetail } from "#contract/chat.ts"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Thumb } from "../../platform/ui/Thumb.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { ConnectionMark } from "./Banner.tsx"
import type { ComposerHandle } from "./Composer.tsx"
import type { ConnectionStatus } from "./connection.ts"

interface DropAreaProps {
  composer: RefObject<ComposerHandle | null>
  className?: string
  children: ReactNode
}

/** A pane on which files can be dropped. */
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
          <p className="grid place-items-center rounded-card border-2 border-accent border-dashed font-semibold text-accent">{t`Drop files here to send them`}</p>
        </div>
      )}
    </div>
  )
}

/** The browser handles dragged text by itself. */
function isText({ dataTransfer: { types } }: DragEvent): boolean {
  return types.includes("text/plain") && !types.includes("Files")
}

interface RoomHeaderProps {
  back: ReactNode
  facts: ChatRoomDetail
  title: ReactNode
  about: ReactNode
  connection: ConnectionStatus
  isVip?: boolean
  /** Hides the picture on wide screens, where the list beside it shows the same one. */
  isDesk?: boolean
  children?: ReactNode
}

/** Names the other side of a conversation and shows its state. On a phone it is the only header of the screen. */
export function RoomHeader({
  back,
  facts,
  title,
  about,
  connection,
  isVip = false,
  isDesk = false,
  children,
}: RoomHeaderProps) {
  return (
    <header className={cx(headerFrame, "flex-wrap gap-x-3 border-b", isVip ? "border-gilt" : "border-line")}>
      {back}
      <Thumb
        picture={facts.doll.picture}
        sizes="2.5rem"
        className={cx("@max-[20.5rem]:hidden w-10 shrink-0", isDesk && "md:hidden")}
      />
      <div className="min-w-20 flex-1">
        {title}
        <div className="flex gap-x-3 text-ink-2 text-meta">
          <p className="line-clamp-2">{about}</p>
          <ConnectionMark status={connection} />
        </div>
      </div>
      {children}
    </header>
  )
}

const headerFrame = "flex min-h-16 shrink-0 items-center px-4 pt-[max(0.5rem,env(safe-area-inset-top))] pb-2"

/** This covers free space at the end of the log, so that nothing moves. */
export function Typing({ name }: { name: string | null }) {
  return (
    <div className="relative z-[1] h-0">
      <p role="status" className="absolute inset-x-0 bottom-0 mx-auto w-full max-w-[49.5rem] px-4 text-ink-2 text-meta">
        {name !== null && (
          <span className="inline-block bg-canvas pt-1 pe-2">
            <Trans>{name} is typing…</Trans>
          </span>
        )}
      </p>
    </div>
  )
}

/** Shown while a conversation is loading or has failed to load. */
export function PaneFrame({ back, heading: Heading, children }: PaneFrameProps) {
  return (
    <div className="flex h-full min-w-0 flex-col">
      <div className={headerFrame}>
        {back}
        <Heading className="sr-only">{t`Conversation`}</Heading>
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
