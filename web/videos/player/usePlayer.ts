import { type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { type Command, commandOf, firstVolume, hideAfter, holderOf, louder, remembered } from "./keys.ts"
import { clock } from "./times.ts"

export interface PlayerState {
  playing: boolean
  /** Playing, but nothing has come yet. */
  waiting: boolean
  time: number
  duration: number
  /** Seconds that are here already. */
  loaded: number
  volume: number
  muted: boolean
  rate: number
  full: boolean
  floating: boolean
  captions: boolean
  hasCaptions: boolean
}

export interface PlayerParts {
  frame: RefObject<HTMLElement | null>
  film: RefObject<HTMLVideoElement | null>
  bar: RefObject<HTMLElement | null>
}

interface Options {
  duration: number | null
  /** The film does not play: 0 for what was asked of the browser, else the media error. */
  onFail(at: number): void
  onFirstPlay(): void
  onHelp(): void
}

/** What a film does and how it is told to: the rules of the specification, around one native `<video>`. */
export function usePlayer(parts: PlayerParts, { duration, onFail, onFirstPlay, onHelp }: Options) {
  const { frame, film, bar } = parts
  const [state, setState] = useState<PlayerState>({
    playing: false,
    waiting: false,
    time: 0,
    duration: duration ?? 0,
    loaded: 0,
    volume: firstVolume,
    muted: false,
    rate: 1,
    full: false,
    floating: false,
    captions: false,
    hasCaptions: false,
  })
  const [shown, setShown] = useState(true)
  const [said, say] = useState("")
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasPlayed = useRef(false)
  /** It was playing when its address failed, and plays on from another. */
  const goesOn = useRef(false)
  const know = useCallback((more: Partial<PlayerState>) => setState((known) => ({ ...known, ...more })), [])

  useEffect(() => {
    const video = film.current
    if (video) video.volume = rememberedVolume()
  }, [film])

  /** Three seconds after the last move they go, but never while the film stands still or the keyboard is among them. */
  const wake = useCallback(() => {
    setShown(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const isBusy = bar.current?.querySelector(":focus-visible, :active")
      if (film.current?.paused === false && !isBusy) setShown(false)
    }, hideAfter)
  }, [bar, film])
  useEffect(() => () => clearTimeout(timer.current), [])

  const play = useCallback(async () => {
    const video = film.current
    if (!video) return
    try {
      await video.play()
    } catch (error) {
      // A pause that comes before the first picture, or a browser that waits for a click, ends the question, not the film.
      if (!["AbortError", "NotAllowedError"].includes((error as DOMException).name)) onFail(video.currentTime)
    }
  }, [film, onFail])

  const seek = useCallback(
    (to: number) => {
      const video = film.current
      if (!video) return
      const end = Number.isFinite(video.duration) ? video.duration : to
      video.currentTime = Math.min(Math.max(0, to), end)
      know({ time: video.currentTime })
    },
    [film, know],
  )

  const setVolume = useCallback(
    (volume: number) => {
      const video = film.current
      if (!video) return
      video.volume = volume
      video.muted = volume === 0
      localStorage.setItem(remembered.volume, String(volume))
    },
    [film],
  )

  const toggleFull = useCallback(() => {
    const box = frame.current
    const video = film.current as (HTMLVideoElement & { webkitEnterFullscreen?(): void }) | null
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (box?.requestFullscreen) void box.requestFullscreen().catch(() => undefined)
    else video?.webkitEnterFullscreen?.()
  }, [frame, film])

  const run = useCallback(
    (command: Command) => {
      const video = film.current
      if (!video) return
      wake()
      if (command.do === "toggle") {
        if (video.paused) void play()
        else video.pause()
      } else if (command.do === "seek") {
        seek(video.currentTime + command.by)
        say(`${Math.abs(command.by)} seconds ${command.by > 0 ? "forward" : "back"}, ${clock(video.currentTime)}`)
      } else if (command.do === "jump") seek(command.to * (video.duration || 0))
      else if (command.do === "start") seek(0)
      else if (command.do === "end") seek(video.duration || 0)
      else if (command.do === "volume") {
        setVolume(louder(video.muted ? 0 : video.volume, command.by))
        say(`Volume ${Math.round(video.volume * 100)} percent`)
      } else if (command.do === "mute") {
        if (video.muted && video.volume === 0) setVolume(firstVolume)
        else video.muted = !video.muted
        say(video.muted ? "Muted" : "Sound on")
      } else if (command.do === "fullscreen") toggleFull()
      else onHelp()
    },
    [film, wake, play, seek, setVolume, toggleFull, onHelp],
  )

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return
      const holder = holderOf(event.target, frame.current)
      const isInside = event.target instanceof Node && frame.current?.contains(event.target)
      if (!isInside && (holder !== "page" || localStorage.getItem(remembered.keys) === "off")) return
      const command = commandOf(event, holder)
      if (!command) return
      event.preventDefault()
      run(command)
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [frame, run])

  useEffect(() => {
    const onFull = () => know({ full: document.fullscreenElement !== null })
    document.addEventListener("fullscreenchange", onFull)
    return () => document.removeEventListener("fullscreenchange", onFull)
  }, [know])

  const of = (event: { currentTarget: HTMLVideoElement }) => event.currentTarget
  const events = {
    onPlay: () => {
      know({ playing: true })
      say("Playing")
      wake()
      if (!wasPlayed.current) onFirstPlay()
      wasPlayed.current = true
    },
    onPause: () => {
      know({ playing: false, waiting: false })
      setShown(true)
      say("Paused")
    },
    onWaiting: () => know({ waiting: true }),
    onPlaying: () => know({ waiting: false }),
    onSeeked: (event: Event_) => know({ time: of(event).currentTime, waiting: false }),
    onTimeUpdate: (event: Event_) => know({ time: of(event).currentTime }),
    onLoadedMetadata: (event: Event_) => {
      const { duration: known, textTracks } = of(event)
      know({ ...(Number.isFinite(known) ? { duration: known } : {}), hasCaptions: textTracks.length > 0 })
      if (goesOn.current) void play()
      goesOn.current = false
    },
    onEmptied: () => know({ playing: false, waiting: goesOn.current, loaded: 0 }),
    onDurationChange: (event: Event_) => {
      if (Number.isFinite(of(event).duration)) know({ duration: of(event).duration })
    },
    onProgress: (event: Event_) => {
      const { buffered } = of(event)
      know({ loaded: buffered.length > 0 ? buffered.end(buffered.length - 1) : 0 })
    },
    onVolumeChange: (event: Event_) => know({ volume: of(event).volume, muted: of(event).muted }),
    onRateChange: (event: Event_) => know({ rate: of(event).playbackRate }),
    onEnterPictureInPicture: () => know({ floating: true }),
    onLeavePictureInPicture: () => know({ floating: false }),
    /** Back to the beginning, and stopped. */
    onEnded: (event: Event_) => {
      of(event).pause()
      of(event).currentTime = 0
      know({ playing: false, time: 0 })
      setShown(true)
      say("The film has ended")
    },
    onError: (event: Event_) => {
      goesOn.current = !of(event).paused
      onFail(of(event).currentTime)
    },
  }

  const setRate = (rate: number) => {
    if (!film.current) return
    film.current.playbackRate = rate
    // Another address begins at this one.
    film.current.defaultPlaybackRate = rate
  }
  const toggleCaptions = () => {
    const captions = !state.captions
    know({ captions })
    say(captions ? "Captions on" : "Captions off")
  }
  const toggleFloating = () => {
    const asked = document.pictureInPictureElement
      ? document.exitPictureInPicture()
      : film.current?.requestPictureInPicture()
    asked?.catch(() => undefined)
  }

  return { state, shown, said, events, run, seek, setVolume, setRate, toggleCaptions, toggleFloating, wake }
}

type Event_ = { currentTarget: HTMLVideoElement }

function rememberedVolume(): number {
  const known = Number.parseFloat(localStorage.getItem(remembered.volume) ?? "")
  return known >= 0 && known <= 1 ? known : firstVolume
}
