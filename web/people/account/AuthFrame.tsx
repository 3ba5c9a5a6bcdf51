import type { ReactNode } from "react"
import { t } from "#contract/t.ts"
import { EmptyRoom } from "../../platform/ui/EmptyPlinth.tsx"

export function AuthFrame({ title, above, children }: { title: string; above?: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap py-8 sm:py-12">
      {/* The breakpoint depends on the size of the text, because large text leaves no room for the picture. */}
      <div className="@container">
        <div className="grid gap-8 sm:min-h-[calc(100svh-10rem)] @min-[56rem]:grid-cols-[minmax(0,1fr)_30rem] @min-[56rem]:gap-12">
          <div className="@container relative hidden @min-[56rem]:block">
            <EmptyRoom sizes="65vw" className="absolute inset-0 h-full!" />
            <p className="absolute top-[8%] right-[6%] max-w-[3.6em] font-display text-[min(10cqi,5.75rem)]/[0.95] tracking-[-0.015em]">{t`A place kept for you`}</p>
          </div>
          <div className="mx-auto flex w-full max-w-[30rem] flex-col justify-center">
            <section className="flex flex-col @min-[56rem]:flex-1 justify-center rounded-card border-line sm:border sm:bg-surface sm:p-8">
              <div className="needs-js">{above}</div>
              <h1 className="font-display text-h1">{title}</h1>
              <div className="needs-js">{children}</div>
              <p className="without-js mt-6">{t`This page requires JavaScript. Please enable it in your browser.`}</p>
            </section>
          </div>
        </div>
      </div>
    </div>
  )
}
