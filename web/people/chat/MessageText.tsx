/** A message's text; each line has its own direction. */
export function MessageText({ children }: { children: string }) {
  return (
    <div dir="auto" className="[unicode-bidi:plaintext]">
      {children}
    </div>
  )
}
