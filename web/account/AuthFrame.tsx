import type { ReactNode } from "react"

/** The quiet room around every page that asks who somebody is: an empty plinth, and one card. */
export function AuthFrame({ title, above, children }: { title: string; above?: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap grid gap-8 py-8 sm:py-12 lg:min-h-[48rem] lg:grid-cols-[7fr_5fr] lg:gap-12">
      <div className="relative hidden overflow-hidden rounded-card bg-sunken lg:block">
        <EmptyPlinth />
        <p className="absolute bottom-10 left-10 max-w-[9ch] font-display text-display">A place kept for you</p>
      </div>
      <div className="mx-auto flex w-full max-w-[30rem] flex-col justify-center">
        <section className="rounded-dialog border border-line bg-surface p-5 sm:p-8">
          {above}
          <h1 className="font-display text-h1">{title}</h1>
          {children}
        </section>
      </div>
    </div>
  )
}

/** Drawn from the top right, so that the words below it stay clear at any height. */
function EmptyPlinth() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 600 420"
      preserveAspectRatio="xMidYMin meet"
      className="absolute inset-x-0 top-0 w-full text-line-strong"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="M0 322H600" opacity=".35" />
      <path d="M330 272V64h180v208" opacity=".45" strokeDasharray="2 6" />
      <ellipse cx="420" cy="272" rx="104" ry="20" className="fill-canvas" />
      <path d="M316 272v78c0 11 46.6 20 104 20s104-9 104-20v-78" className="fill-canvas" />
      <ellipse cx="420" cy="272" rx="104" ry="20" className="fill-surface" />
    </svg>
  )
}
