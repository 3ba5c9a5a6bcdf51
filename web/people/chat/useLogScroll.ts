import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"

/** Pixels from the end within which the log follows new messages. */
const nearEnd = 80
/** Milliseconds until screen readers have passed over prepended messages. */
const hush = 1000

interface Position {
  atEnd: boolean
  /** Pixels from the top of the viewport to the end of the content. */
  fromEnd: number
  /** The id of the oldest message. */
  first: number
  waiting: number
  /** A visible message, and the distance of its top from the top of the log. */
  row: Element | null
  top: number
  /** Where our own last scroll ended. */
  ours: number
}

interface LogContent {
  /** The ids of the oldest and the newest message. */
  first: number
  newest: number
  count: number
  waiting: number
  /** True if the newest messages are not loaded, so that there is nothing to follow. */
  isPartial: boolean
  /** The id of the message to begin at, instead of the end. */
  startAt: number | undefined
}

/**
 * Follows new messages at the end of the log, and keeps the position when older ones are prepended. `leftAt` is the id
 * of the newest message at the time when the user scrolled away from the end, or null at the end.
 */
export function useLogScroll(
  box: RefObject<HTMLDivElement | null>,
  { first, newest, count, waiting, isPartial, startAt }: LogContent,
) {
  const position = useRef<Position>({
    atEnd: startAt === undefined,
    fromEnd: 0,
    first: 0,
    waiting: 0,
    row: null,
    top: 0,
    ours: -1,
  })
  const [leftAt, setLeftAt] = useState<number | null>(startAt === undefined ? null : newest)

  const onScroll = useCallback(() => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!
    const fromEnd = scrollHeight - scrollTop
    // Only the user's own scrolling counts: rows with estimated heights must not be marked as read, and a banner that
    // appears must not count as leaving the end.
    const isOurs = Math.abs(scrollTop - position.current.ours) < 1
    const visible = isOurs ? null : visibleRow(box.current!)
    const isNearEnd = !isPartial && fromEnd - clientHeight < nearEnd
    const atEnd = isNearEnd || (isOurs && position.current.atEnd)
    position.current = { ...position.current, ...visible, ours: -1, fromEnd, atEnd }
    setLeftAt((left) => (position.current.atEnd ? null : (left ?? newest)))
  }, [box, newest, isPartial])

  useLayoutEffect(() => {
    const log = box.current!
    const row = startAt === undefined ? null : log.querySelector(`[data-message="${startAt}"]`)
    if (!row) return
    row.scrollIntoView({ block: "center" })
    row.querySelector<HTMLElement>(".message-more")?.focus({ preventScroll: true })
    const top = row.getBoundingClientRect().top - log.getBoundingClientRect().top
    position.current = { ...position.current, atEnd: false, row, top, ours: log.scrollTop }
  }, [box, startAt])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when content is added
  useLayoutEffect(() => {
    const log = box.current!
    const grewAbove = position.current.first > 0 && first < position.current.first
    // Sending a message scrolls to the end.
    const hasWritten = waiting > position.current.waiting
    if ((position.current.atEnd || hasWritten) && !grewAbove) log.scrollTop = log.scrollHeight
    else if (grewAbove && !keepRow(log, position.current)) log.scrollTop = log.scrollHeight - position.current.fromEnd
    const fromEnd = log.scrollHeight - log.scrollTop
    position.current = { ...position.current, ours: log.scrollTop, first, waiting, fromEnd }
    if (!grewAbove) return
    // Screen readers do not announce older messages.
    log.setAttribute("aria-live", "off")
    const end = setTimeout(() => log.removeAttribute("aria-live"), hush)
    return () => {
      clearTimeout(end)
      log.removeAttribute("aria-live")
    }
  }, [first, newest, waiting, count])

  // When a keyboard, pictures or estimates change heights, the log stays at the end or keeps the row being read.
  useEffect(() => {
    const log = box.current!
    const stay = () => {
      if (!position.current.atEnd) return void keepRow(log, position.current)
      log.scrollTop = log.scrollHeight
      position.current.ours = log.scrollTop
    }
    const observer = new ResizeObserver(stay)
    observer.observe(log)
    observer.observe(log.firstElementChild!)
    return () => observer.disconnect()
  }, [box])

  return { leftAt, onScroll }
}

/** The row is taken from the middle, because prepended messages may remove the name and day of the top row. */
function visibleRow(log: HTMLElement): Pick<Position, "row" | "top"> {
  const { left, top, width, height } = log.getBoundingClientRect()
  for (const share of [0.5, 0.6, 0.4, 0.8, 0.2]) {
    const row = document.elementFromPoint(left + width / 2, top + height * share)?.closest("[data-message]")
    if (row && log.contains(row)) return { row, top: row.getBoundingClientRect().top - top }
  }
  return { row: null, top: 0 }
}

/** Scrolls the row back to its position. Returns false if it is gone. */
function keepRow(log: HTMLElement, position: Position): boolean {
  const { row } = position
  if (!row?.isConnected) return false
  const now = () => row.getBoundingClientRect().top - log.getBoundingClientRect().top
  const moved = now() - position.top
  if (Math.abs(moved) >= 1) {
    log.scrollTop += moved
    position.top = now()
  }
  position.ours = log.scrollTop
  return true
}
