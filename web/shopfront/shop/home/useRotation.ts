import { useEffect, useRef, useState } from "react"

const interval = 3500

export interface Rotation {
  index: number
  /** The visitor's choice: whether autoplay is on. */
  playing: boolean
  /** True if autoplay is on and the slideshow is neither hovered, focused nor hidden. */
  running: boolean
  setPlaying(playing: boolean): void
  show(index: number): void
  next(): void
  /** Props for the element whose hover and focus pause the rotation. */
  holders: {
    onPointerEnter(event: { pointerType: string }): void
    onPointerLeave(): void
    onFocus(event: { target: Element }): void
    onBlur(): void
  }
}

/** Pictures advance after 3500 ms; a video calls `next` when it ends. */
export function useRotation(count: number, isVideo: (index: number) => boolean): Rotation {
  const [index, setIndex] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const hidden = useHidden()
  const started = useRef(false)
  const running = playing && !pointed && !focused && !hidden && count > 1
  const waits = !isVideo(index)

  useEffect(() => {
    if (started.current) return
    started.current = true
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) setPlaying(false)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide restarts the timer
  useEffect(() => {
    if (!running || !waits) return
    const timer = setTimeout(() => setIndex((now) => (now + 1) % count), interval)
    return () => clearTimeout(timer)
  }, [running, waits, index, count])

  return {
    index,
    playing,
    running,
    setPlaying,
    show: setIndex,
    next: () => setIndex((now) => (now + 1) % count),
    holders: {
      onPointerEnter: ({ pointerType }) => setPointed(pointerType === "mouse"),
      onPointerLeave: () => setPointed(false),
      // Only visible focus pauses the rotation: a clicked button would pause it for good.
      onFocus: ({ target }) => setFocused(target.matches(":focus-visible")),
      onBlur: () => setFocused(false),
    },
  }
}

function useHidden(): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    const update = () => setHidden(document.hidden)
    document.addEventListener("visibilitychange", update)
    return () => document.removeEventListener("visibilitychange", update)
  }, [])
  return hidden
}
