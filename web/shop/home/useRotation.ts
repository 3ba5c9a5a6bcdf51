import { useEffect, useRef, useState } from "react"

const interval = 3500

export interface Rotation {
  index: number
  /** The person wants it to go on by itself. */
  playing: boolean
  /** It does go on just now: playing, and nobody points at it, is in it, or looks elsewhere. */
  running: boolean
  setPlaying(playing: boolean): void
  show(index: number): void
  next(): void
  /** Spread on the element whose hover and focus hold the rotation. */
  holders: {
    onPointerEnter(event: { pointerType: string }): void
    onPointerLeave(): void
    onFocus(event: { target: Element }): void
    onBlur(): void
  }
}

/** Which slide is shown. Pictures go on after 3500 ms; a film says itself when it has ended, by `next`. */
export function useRotation(count: number, isFilm: (index: number) => boolean): Rotation {
  const [index, setIndex] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const hidden = useHidden()
  const started = useRef(false)
  const running = playing && !pointed && !focused && !hidden && count > 1
  const waits = !isFilm(index)

  useEffect(() => {
    if (started.current) return
    started.current = true
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) setPlaying(false)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide has its own time, so a change of slide starts it anew
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
      // Only a focus that can be seen holds it: a button that was clicked would otherwise stop it for good.
      onFocus: ({ target }) => setFocused(target.matches(":focus-visible")),
      onBlur: () => setFocused(false),
    },
  }
}

function useHidden(): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    const look = () => setHidden(document.hidden)
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [])
  return hidden
}
