import { gateTexts } from "#contract/texts.ts"

/** The gate itself is opened and wired by `gateScript`, before React is there; it is always the night room. */
export function AgeGate() {
  return (
    <dialog
      id="age-gate"
      aria-labelledby="age-gate-title"
      suppressHydrationWarning
      className="night-room w-[min(30rem,calc(100vw-2rem))] rounded-dialog border border-line bg-surface p-6 text-ink backdrop:bg-[oklch(0.175_0.018_330/0.92)] sm:p-10"
    >
      <h1 id="age-gate-title" tabIndex={-1} className="font-display text-[2.5rem] leading-none">
        {gateTexts.title}
      </h1>
      <p className="mt-4 text-ink-2">
        Everything shown here is made for adults and depicts adults only. Please confirm that you are of age before you
        come in.
      </p>
      <div className="mt-8 flex flex-col gap-3">
        <button
          type="button"
          data-enter
          className="min-h-12 rounded-card bg-primary px-4 py-2 font-semibold text-on-primary text-ui"
        >
          {gateTexts.enter}
        </button>
        <button
          type="button"
          data-exit
          className="min-h-12 rounded-card border border-line-strong px-4 py-2 font-semibold text-ui"
        >
          {gateTexts.exit}
        </button>
      </div>
      <p className="mt-6 text-ink-3 text-meta">
        <a className="underline underline-offset-2" href="/terms">
          Terms
        </a>{" "}
        ·{" "}
        <a className="underline underline-offset-2" href="/privacy">
          Privacy
        </a>{" "}
        · © {gateTexts.year} Vitrine
      </p>
    </dialog>
  )
}
