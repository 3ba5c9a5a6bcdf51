/** What bubbles share, whether they have arrived or are on their way. */
export const bubble = "max-w-[min(34rem,78vw)] min-w-0 whitespace-pre-wrap wrap-anywhere px-4 py-2.5"
export const meta = "mt-1 text-badge tabular"
/** The screen below the header, above the bar of shortcuts; without a footer, so that only the conversation scrolls. */
export const chatHeight =
  "h-[calc(100dvh-7.5rem-env(safe-area-inset-bottom))] min-h-[26rem] md:h-[calc(100dvh-4rem)] lg:h-[calc(100dvh-5rem)]"
