/** Shown above the old rows while the next page loads. Fading the rows instead would lower the contrast. */
export function BusyLine() {
  return <div aria-hidden className="absolute inset-x-0 top-0 z-10 h-0.5 animate-pulse bg-accent" />
}
