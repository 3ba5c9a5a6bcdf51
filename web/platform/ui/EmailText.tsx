/** An email address that breaks after its @, not in the middle of a word. */
export function EmailText({ children: address }: { children: string }) {
  const at = address.lastIndexOf("@") + 1
  return (
    <span className="wrap-break-word">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
