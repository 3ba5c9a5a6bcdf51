import { type RefObject, type SyntheticEvent, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { type Command, commandOf, firstVolume, hideAfter, holderOf, remembered } from "./keys.ts"
import { type Effect, firstState, type MediaEffect, type PlayerEvent, transition } from "./playerState.ts"

export interface PlayerParts {
  frame: RefObject<HTMLElement | null>
  videoRef: RefObject<HTMLVideoElement | null>
  bar: RefObject<HTMLElement | null>
}

interface Options {
  duration: number | null
  /** Called if the video does not play. `at` is its position in seconds. */
  onFail(at: number): void
  onFirstPlay(): void
  onHelp(): void
}

type Dispatch = (event: PlayerEvent) => void
export type Controls = ReturnType<typeof usePlayer>

/** One native `<video>` with controls. `transition` decides what follows an event; this hook runs its effects. */
export function usePlayer({ frame, videoRef, bar }: PlayerParts, { duration, onFail, onFirstPlay, onHelp }: Options) {
  const [state, setState] = useState(() => firstState(duration))
  const latest = useRef(state)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const dispatch = useCallback(
    (event: PlayerEvent) => {
      const next = transition(latest.current, event)
      latest.current = next.state
      setState(next.state)
      for (const effect of next.effects) run(effect)

      function run(effect: Effect): void {
        if (effect.type === "fail") onFail(effect.time)
        else if (effect.type === "firstPlay") onFirstPlay()
        else if (effect.type === "help") onHelp()
        else if (effect.type === "toggleFullscreen") toggleFullscreen(frame.current, videoRef.current)
        else if (effect.type !== "hideLater") control(videoRef.current, effect, onFail)
        else {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => {
            const isBusy = bar.current?.querySelector(":focus-visible, :active") != null
            dispatch({ type: "idle", isBusy, paused: videoRef.current?.paused !== false })
          }, hideAfter)
        }
      }
    },
    [frame, videoRef, bar, onFail, onFirstPlay, onHelp],
  )
  const actions = useMemo(() => actionsOn(videoRef, dispatch), [videoRef, dispatch])
  const { run } = actions

  useEffect(() => {
    const video = videoRef.current
    if (video) video.volume = rememberedVolume()
    return () => clearTimeout(timer.current)
  }, [videoRef])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return
      const holder = holderOf(event.target, frame.current)
      const isInside = event.target instanceof Node && frame.current?.contains(event.target) === true
      if (!isInside && localStorage.getItem(remembered.keys) === "off") return
      const command = commandOf(event, holder, isInside)
      if (!command) return
      event.preventDefault()
      run(command)
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [frame, run])

  useEffect(() => {
    const onFull = () => dispatch({ type: "report", values: { full: document.fullscreenElement !== null } })
    document.addEventListener("fullscreenchange", onFull)
    return () => document.removeEventListener("fullscreenchange", onFull)
  }, [dispatch])

  return { state, ...actions }
}

function actionsOn(videoRef: RefObject<HTMLVideoElement | null>, dispatch: Dispatch) {
  return {
    events: mediaEvents(dispatch),
    wake: () => dispatch({ type: "wake" }),
    toggleCaptions: () => dispatch({ type: "toggleCaptions" }),
    run: (command: Command) => {
      if (videoRef.current) dispatch({ type: "command", command, media: videoRef.current })
    },
    seek: (to: number) => {
      if (videoRef.current) dispatch({ type: "seek", to, media: videoRef.current })
    },
    setVolume: (volume: number) => setVolume(videoRef.current, volume),
    setRate: (rate: number) => {
      if (!videoRef.current) return
      videoRef.current.playbackRate = rate
      // A new address starts with this rate.
      videoRef.current.defaultPlaybackRate = rate
    },
    toggleFloating: () => {
      const change = document.pictureInPictureElement
        ? document.exitPictureInPicture()
        : videoRef.current?.requestPictureInPicture()
      change?.catch(() => undefined)
    },
  }
}

type MediaEvent = SyntheticEvent<HTMLVideoElement>

/** Turns events of `<video>` into events of the player. */
function mediaEvents(dispatch: Dispatch) {
  const report = (values: Extract<PlayerEvent, { type: "report" }>["values"]) => dispatch({ type: "report", values })
  return {
    onPlay: () => dispatch({ type: "play" }),
    onPause: () => dispatch({ type: "pause" }),
    onEmptied: () => dispatch({ type: "emptied" }),
    onEnded: () => dispatch({ type: "ended" }),
    onWaiting: () => report({ waiting: true }),
    onPlaying: () => report({ waiting: false }),
    onEnterPictureInPicture: () => report({ floating: true }),
    onLeavePictureInPicture: () => report({ floating: false }),
    onSeeked: ({ currentTarget: { currentTime } }: MediaEvent) => report({ time: currentTime, waiting: false }),
    onTimeUpdate: ({ currentTarget: { currentTime } }: MediaEvent) => report({ time: currentTime }),
    onVolumeChange: ({ currentTarget: { volume, muted } }: MediaEvent) => report({ volume, muted }),
    onRateChange: ({ currentTarget: { playbackRate } }: MediaEvent) => report({ rate: playbackRate }),
    onProgress: ({ currentTarget: { buffered } }: MediaEvent) =>
      report({ loaded: buffered.length > 0 ? buffered.end(buffered.length - 1) : 0 }),
    onLoadedMetadata: ({ currentTarget: { duration, textTracks } }: MediaEvent) =>
      dispatch({ type: "metadata", duration, hasCaptions: textTracks.length > 0 }),
    onDurationChange: ({ currentTarget: { duration } }: MediaEvent) => dispatch({ type: "duration", duration }),
    onError: ({ currentTarget: { currentTime, paused } }: MediaEvent) =>
      dispatch({ type: "error", time: currentTime, paused }),
  }
}

function control(video: HTMLVideoElement | null, effect: MediaEffect, onFail: Options["onFail"]): void {
  if (!video) return
  if (effect.type === "pause") video.pause()
  else if (effect.type === "seek") video.currentTime = effect.time
  else if (effect.type === "volume") setVolume(video, effect.volume)
  else if (effect.type === "mute") video.muted = effect.muted
  else {
    video.play().catch((error: DOMException) => {
      // A pause before the first frame, or a browser that waits for a click, is not a failure of the video.
      if (!["AbortError", "NotAllowedError"].includes(error.name)) onFail(video.currentTime)
    })
  }
}

function setVolume(video: HTMLVideoElement | null, volume: number): void {
  if (!video) return
  video.volume = volume
  video.muted = volume === 0
  localStorage.setItem(remembered.volume, String(volume))
}

function toggleFullscreen(box: HTMLElement | null, element: HTMLVideoElement | null): void {
  const video = element as (HTMLVideoElement & { webkitEnterFullscreen?(): void }) | null
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (box?.requestFullscreen) void box.requestFullscreen().catch(() => undefined)
  else video?.webkitEnterFullscreen?.()
}

function rememberedVolume(): number {
  const known = Number.parseFloat(localStorage.getItem(remembered.volume) ?? "")
  return known >= 0 && known <= 1 ? known : firstVolume
}
