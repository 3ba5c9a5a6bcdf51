/** A field that people can neither see nor focus: only bots fill it in. */
export function Honeypot() {
  return <input name="website" aria-hidden tabIndex={-1} autoComplete="off" className="sr-only" />
}
