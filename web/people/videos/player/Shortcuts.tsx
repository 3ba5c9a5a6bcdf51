import { type RefObject, useEffect, useState } from "react"
import { t } from "#contract/t.ts"
import { IconButton } from "../../../platform/ui/Button.tsx"
import { X } from "../../../platform/ui/icons.ts"
import { Trans } from "../../../platform/ui/Trans.tsx"
import { remembered } from "./keys.ts"

const rows: [string[], string][] = [
  [[t`Space`, "K"], t`Play or pause`],
  [["←", "→"], t`Skip 5 seconds`],
  [["↑", "↓"], t`Volume`],
  [["M"], t`Mute`],
  [["F"], t`Full screen`],
  [["0–9"], t`Jump to 0–90%`],
  [[t({ context: "key of a keyboard", message: "Home" }), t`End`], t`Start or end`],
  [["?"], t`This list`],
]
const names: Record<string, string> = {
  "←": t`Left`,
  "→": t`Right`,
  "↑": t`Up`,
  "↓": t`Down`,
  "?": t`Question mark`,
  "0–9": t`0 to 9`,
}

/** Shortcuts act within the player, and on the whole page unless that is switched off. */
export function Shortcuts({ heading, onClose }: { heading: RefObject<HTMLHeadingElement | null>; onClose(): void }) {
  const [everywhere, setEverywhere] = useState(true)
  useEffect(() => setEverywhere(localStorage.getItem(remembered.keys) !== "off"), [])
  return (
    <section aria-labelledby="shortcuts" className="rounded-card border border-line bg-surface p-5">
      <div className="flex items-center justify-between gap-4">
        <h2 ref={heading} id="shortcuts" tabIndex={-1} className="font-display text-h3">{t`Keyboard shortcuts`}</h2>
        <IconButton label={t`Close keyboard shortcuts`} onClick={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <dl className="mt-3 text-ui">
        {rows.map(([keys, what]) => (
          <div key={what} className="flex min-h-11 items-center justify-between gap-4 border-line border-t py-1.5">
            <dt className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="inline-flex min-w-8 items-center justify-center rounded-card border border-line-strong px-2 py-0.5 font-sans text-meta"
                >
                  {names[key] ? (
                    <>
                      <span aria-hidden>{key}</span>
                      <span className="sr-only">{names[key]}</span>
                    </>
                  ) : (
                    key
                  )}
                </kbd>
              ))}
            </dt>
            <dd className="text-end text-ink-2">{what}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-3 flex min-h-11 items-center justify-between gap-4 text-ink-2 text-meta">
        <span>
          <Trans>
            Use shortcuts even when the player isn't focused
            <span className="block text-ink-3">Outside the player, ↑, ↓, Home and End scroll the page.</span>
          </Trans>
        </span>
        <input
          type="checkbox"
          role="switch"
          className="switch shrink-0"
          checked={everywhere}
          aria-checked={everywhere}
          onChange={(event) => {
            setEverywhere(event.target.checked)
            localStorage.setItem(remembered.keys, event.target.checked ? "on" : "off")
          }}
        />
      </label>
    </section>
  )
}
