/** What somebody wrote: each line runs in its own direction. */
export function Said({ children }: { children: string }) {
  return (
    <div dir="auto" className="[unicode-bidi:plaintext]">
      {children}
    </div>
  )
}
