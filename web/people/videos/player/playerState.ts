import { plural, t } from "#contract/t.ts"
import { type Command, changedVolume, firstVolume } from "./keys.ts"
import { clock } from "./times.ts"

export interface PlayerState {
  playing: boolean
  /** True while playing before any data has arrived. */
  waiting: boolean
  time: number
  duration: number
  /** Seconds that are loaded. */
  loaded: number
  volume: number
  muted: boolean
  rate: number
  full: boolean
  floating: boolean
  captions: boolean
  hasCaptions: boolean
  /** True while the controls are shown. */
  shown: boolean
  /** Read by screen readers. */
  announcement: string
  wasPlayed: boolean
  /** True if the video was playing when its address failed, so that it resumes with another one. */
  resumes: boolean
}

/** The properties of `<video>` that a command reads. */
export type Media = Pick<HTMLVideoElement, "paused" | "currentTime" | "duration" | "volume" | "muted">

export type PlayerEvent =
  | { type: "play" | "pause" | "emptied" | "ended" | "wake" | "toggleCaptions" }
  | { type: "metadata"; duration: number; hasCaptions: boolean }
  | { type: "duration"; duration: number }
  | { type: "error"; time: number; paused: boolean }
  /** Values that the browser reports and the controls show unchanged. */
  | { type: "report"; values: Partial<PlayerState> }
  | { type: "command"; command: Command; media: Media }
  | { type: "seek"; to: number; media: Media }
  /** The controls were shown for a while. With `isBusy`, the keyboard or a finger is using them. */
  | { type: "idle"; isBusy: boolean; paused: boolean }

/** What to do with the `<video>`. */
export type MediaEffect =
  | { type: "play" }
  | { type: "pause" }
  | { type: "seek"; time: number }
  | { type: "volume"; volume: number }
  | { type: "mute"; muted: boolean }

export type Effect =
  | MediaEffect
  | { type: "toggleFullscreen" }
  | { type: "help" }
  | { type: "firstPlay" }
  | { type: "hideLater" }
  | { type: "fail"; time: number }

export interface Transition {
  state: PlayerState
  effects: readonly Effect[]
}

export function firstState(duration: number | null): PlayerState {
  return {
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
    shown: true,
    announcement: "",
    wasPlayed: false,
    resumes: false,
  }
}

/** Returns the next state of the player and the effects to run, in order. */
export function transition(state: PlayerState, event: PlayerEvent): Transition {
  switch (event.type) {
    case "report":
      return next(state, event.values)
    case "play": {
      const effects: Effect[] = state.wasPlayed
        ? [{ type: "hideLater" }]
        : [{ type: "hideLater" }, { type: "firstPlay" }]
      return next(state, { playing: true, announcement: t`Playing`, shown: true, wasPlayed: true }, ...effects)
    }
    case "pause":
      return next(state, { playing: false, waiting: false, shown: true, announcement: t`Paused` })
    case "metadata": {
      const { hasCaptions } = event
      const change = { ...known(event.duration), hasCaptions, resumes: false }
      return state.resumes ? next(state, change, { type: "play" }) : next(state, change)
    }
    case "duration":
      return next(state, known(event.duration))
    case "emptied":
      return next(state, { playing: false, waiting: state.resumes, loaded: 0 })
    case "ended": {
      const change = { playing: false, time: 0, shown: true, announcement: t`Video ended` }
      return next(state, change, { type: "pause" }, { type: "seek", time: 0 })
    }
    case "error":
      return next(state, { resumes: !event.paused }, { type: "fail", time: event.time })
    case "toggleCaptions": {
      const captions = !state.captions
      return next(state, { captions, announcement: captions ? t`Captions on` : t`Captions off` })
    }
    case "seek":
      return seek(state, event.to, event.media)
    case "wake":
      return next(state, { shown: true }, { type: "hideLater" })
    case "idle":
      return next(state, event.paused || event.isBusy ? {} : { shown: false })
    case "command": {
      const awake = next(state, { shown: true }, { type: "hideLater" })
      const done = obey(awake.state, event.command, event.media)
      return { state: done.state, effects: [...awake.effects, ...done.effects] }
    }
  }
}

const next = (state: PlayerState, change: Partial<PlayerState>, ...effects: Effect[]): Transition => ({
  state: { ...state, ...change },
  effects,
})

const known = (duration: number): Partial<PlayerState> => (Number.isFinite(duration) ? { duration } : {})

function obey(state: PlayerState, command: Command, media: Media): Transition {
  const end = media.duration || 0
  switch (command.do) {
    case "toggle":
      return next(state, {}, { type: media.paused ? "play" : "pause" })
    case "seek": {
      const { state: sought, effects } = seek(state, media.currentTime + command.by, media)
      const [seconds, place] = [Math.abs(command.by), clock(sought.time)]
      const announcement =
        command.by > 0
          ? plural(seconds, { other: `${seconds} seconds forward, ${place}` })
          : plural(seconds, { other: `${seconds} seconds back, ${place}` })
      return next(sought, { announcement }, ...effects)
    }
    case "jump":
      return seek(state, command.to * end, media)
    case "start":
      return seek(state, 0, media)
    case "end":
      return seek(state, end, media)
    case "volume": {
      const volume = changedVolume(media.muted ? 0 : media.volume, command.by)
      const announcement = t`Volume ${Math.round(volume * 100)} percent`
      return next(state, { announcement }, { type: "volume", volume })
    }
    case "mute": {
      if (media.muted && media.volume === 0) {
        return next(state, { announcement: t`Sound on` }, { type: "volume", volume: firstVolume })
      }
      const muted = !media.muted
      return next(state, { announcement: muted ? t`Muted` : t`Sound on` }, { type: "mute", muted })
    }
    case "fullscreen":
      return next(state, {}, { type: "toggleFullscreen" })
    case "help":
      return next(state, {}, { type: "help" })
  }
}

function seek(state: PlayerState, to: number, media: Media): Transition {
  const end = Number.isFinite(media.duration) ? media.duration : to
  const time = Math.min(Math.max(0, to), end)
  return next(state, { time }, { type: "seek", time })
}
