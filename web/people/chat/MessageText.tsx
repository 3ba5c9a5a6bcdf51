/** Each line of a message has its own direction of writing. */
export function MessageText({ children }: { children: string }) {
  return (
    <div dir="auto" className="[unicode-bidi:plaintext]">
      {children}
    </div>
  )
}
