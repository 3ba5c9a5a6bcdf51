/** Stands above what stays until the next page has come: words that fade meanwhile could not be read by everybody. */
export function BusyLine() {
  return <div aria-hidden className="absolute inset-x-0 top-0 z-10 h-0.5 animate-pulse bg-accent" />
}
