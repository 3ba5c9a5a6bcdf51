import { expect, test } from "vitest"
import type { Command } from "./keys.ts"
import { firstState, type Media, type PlayerEvent, transition } from "./playerState.ts"

const media: Media = { paused: false, currentTime: 10, duration: 60, volume: 0.7, muted: false }
const command = (given: Command, more: Partial<Media> = {}): PlayerEvent => ({
  type: "command",
  command: given,
  media: { ...media, ...more },
})

function after(events: PlayerEvent[], from = firstState(null)) {
  let [state, effects] = [from, [] as readonly unknown[]]
  for (const event of events) ({ state, effects } = transition(state, event))
  return { state, effects }
}

test("the first play is counted, later ones are not", () => {
  expect(after([{ type: "play" }]).effects).toEqual([{ type: "hideLater" }, { type: "firstPlay" }])
  const { state, effects } = after([{ type: "play" }, { type: "pause" }, { type: "play" }])
  expect(state).toMatchObject({ playing: true, announcement: "Playing" })
  expect(effects).toEqual([{ type: "hideLater" }])
})

test("a video that was playing when its URL failed continues from a new one, a paused one does not", () => {
  for (const paused of [false, true]) {
    const failed = after([{ type: "play" }, { type: "error", time: 12, paused }])
    expect(failed.effects).toEqual([{ type: "fail", time: 12 }])
    const emptied = after([{ type: "emptied" }], failed.state)
    expect(emptied.state).toMatchObject({ playing: false, waiting: !paused, loaded: 0 })
    const again = after([{ type: "metadata", duration: 60, hasCaptions: true }], emptied.state)
    expect(again.effects).toEqual(paused ? [] : [{ type: "play" }])
    expect(again.state).toMatchObject({ duration: 60, hasCaptions: true, resumes: false })
  }
})

test("at its end it returns to the beginning", () => {
  const { state, effects } = after([{ type: "play" }, { type: "ended" }])
  expect(effects).toEqual([{ type: "pause" }, { type: "seek", time: 0 }])
  expect(state).toMatchObject({ playing: false, time: 0, shown: true, announcement: "Video ended" })
})

test("the controls hide while it plays without focus among them, and are shown again by a command", () => {
  const hidden = after([{ type: "play" }, { type: "idle", isBusy: false, paused: false }])
  expect(hidden.state.shown).toBe(false)
  for (const given of [
    { isBusy: true, paused: false },
    { isBusy: false, paused: true },
  ]) {
    expect(after([{ type: "play" }, { type: "idle", ...given }]).state.shown).toBe(true)
  }
  const { state, effects } = after([command({ do: "toggle" })], hidden.state)
  expect(state.shown).toBe(true)
  expect(effects).toEqual([{ type: "hideLater" }, { type: "pause" }])
})

test.each([
  [{ do: "seek", by: 5 }, 15, "5 seconds forward, 0:15"],
  [{ do: "seek", by: -15 }, 0, "15 seconds back, 0:00"],
  [{ do: "seek", by: 500 }, 60, "500 seconds forward, 1:00"],
  [{ do: "jump", to: 0.5 }, 30, ""],
  [{ do: "start" }, 0, ""],
  [{ do: "end" }, 60, ""],
] as [Command, number, string][])("%o seeks to %d seconds", (given, time, announcement) => {
  const { state, effects } = after([command(given)])
  expect(state).toMatchObject({ time, announcement })
  expect(effects).toContainEqual({ type: "seek", time })
})

test("before its duration is known, the end is the beginning, and seeking is not limited", () => {
  const duration = Number.NaN
  expect(after([command({ do: "end" }, { duration })]).state.time).toBe(0)
  expect(after([{ type: "seek", to: 90, media: { ...media, duration } }]).state.time).toBe(90)
  expect(after([{ type: "duration", duration }], firstState(75)).state.duration).toBe(75)
})

test("sound: a step from mute begins at zero, and sound that was turned down to zero comes back", () => {
  const step: Command = { do: "volume", by: 0.05 }
  expect(after([command(step)]).effects).toContainEqual({ type: "volume", volume: 0.75 })
  expect(after([command(step, { muted: true })]).effects).toContainEqual({ type: "volume", volume: 0.05 })
  const mute: Command = { do: "mute" }
  expect(after([command(mute)])).toMatchObject({ state: { announcement: "Muted" } })
  expect(after([command(mute, { muted: true })]).effects).toContainEqual({ type: "mute", muted: false })
  const silent = after([command(mute, { muted: true, volume: 0 })])
  expect(silent.effects).toContainEqual({ type: "volume", volume: 0.7 })
  expect(silent.state.announcement).toBe("Sound on")
})
