/** A field that people neither see nor reach; what fills it in is a program. */
export function Bait() {
  return <input name="website" aria-hidden tabIndex={-1} autoComplete="off" className="sr-only" />
}
