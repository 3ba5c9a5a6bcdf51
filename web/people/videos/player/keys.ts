export const seekStep = 5
export const volumeStep = 0.05
export const firstVolume = 0.7
export const hideAfter = 3000

export const remembered = { volume: "player_volume", keys: "player_keys" } as const

export type Command =
  | { do: "toggle" | "mute" | "fullscreen" | "help" | "start" | "end" }
  | { do: "seek"; by: number }
  | { do: "volume"; by: number }
  | { do: "jump"; to: number }

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** The focused element, which keeps the keys that it handles itself. */
export type Holder = "text" | "button" | "slider" | "player" | "page"

/**
 * Returns the command of a key. Inside the player all keys work. Outside (`isInside` is false), keys that scroll the
 * page, or that the focused element handles itself, do not.
 */
export function commandOf(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  holder: Holder,
  isInside = holder !== "page",
): Command | null {
  if (holder === "text" || ctrlKey || metaKey || altKey) return null
  const command = commands[key.length === 1 ? key.toLowerCase() : key] ?? jumpOf(key)
  if (!command) return null
  if (holder === "button" && key === " ") return null
  if (holder === "slider" && /^(?:Arrow|Home$|End$)/.test(key)) return null
  if (!isInside && /^(?:ArrowUp|ArrowDown|Home|End)$/.test(key)) return null
  return command
}

const commands: Record<string, Command> = {
  " ": { do: "toggle" },
  k: { do: "toggle" },
  ArrowLeft: { do: "seek", by: -seekStep },
  ArrowRight: { do: "seek", by: seekStep },
  j: { do: "seek", by: -seekStep },
  l: { do: "seek", by: seekStep },
  ArrowUp: { do: "volume", by: volumeStep },
  ArrowDown: { do: "volume", by: -volumeStep },
  m: { do: "mute" },
  f: { do: "fullscreen" },
  "?": { do: "help" },
  Home: { do: "start" },
  End: { do: "end" },
}

function jumpOf(key: string): Command | null {
  return /^\d$/.test(key) ? { do: "jump", to: Number(key) / 10 } : null
}

export function holderOf(target: EventTarget | null, player: Element | null): Holder {
  if (!(target instanceof HTMLElement)) return "page"
  if (target.isContentEditable || target.matches("textarea, select, [role=listbox], [role=combobox]")) return "text"
  if (target instanceof HTMLInputElement) {
    if (target.type === "checkbox") return "button"
    return target.type === "range" ? "slider" : "text"
  }
  if (target.matches("button, a[href], summary, [role=button], [role=menuitem], [role=tab]")) return "button"
  return player?.contains(target) ? "player" : "page"
}

/** Changes the volume in steps of 0.05, without floating-point errors. */
export function changedVolume(volume: number, by: number): number {
  return Math.min(1, Math.max(0, Math.round((volume + by) * 100) / 100))
}
