import { readToken } from "../session/session.ts"

let isOn = false

/** In maintenance mode pages are open to staff only, so the router's data requests need the token. */
export function sendTokenWithPages(): void {
  if (isOn) return
  isOn = true
  const plain = window.fetch
  window.fetch = (what, how) => {
    const url = new URL(what instanceof Request ? what.url : what, location.href)
    const token = readToken()
    if (!token || url.origin !== location.origin || !url.pathname.endsWith(".data")) return plain(what, how)
    const headers = new Headers(how?.headers ?? (what instanceof Request ? what.headers : undefined))
    headers.set("authorization", `Bearer ${token}`)
    return plain(what, { ...how, headers })
  }
}
