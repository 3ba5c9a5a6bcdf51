import { closeCodes } from "#contract/closeCodes.ts"
import type { AccountFrame } from "#contract/sockets.ts"
import { generalTexts } from "#contract/texts.ts"
import { queries } from "../api/queries.ts"
import { toast } from "../ui/toast.tsx"
import { isSigningOut, knowAgain } from "./account.ts"
import { tellFrame } from "./frames.ts"
import { leave, readToken, snapshot } from "./session.ts"

/** Long enough for the sign-out of another tab of this browser to arrive here by itself, without a word. */
const grace = 700
const firstWait = 1000
const longestWait = 30_000
const pingEvery = 30_000
const answersWithin = 5000
/** Our own code for a connection on which nothing comes any more. */
const silent = 4000

/** Keeps the account's socket open while somebody is signed in and the page is there. Returns the way to end it. */
export function keepSocket(): () => void {
  let ws: WebSocket | null = null
  let ended = false
  let met = false
  let toldSignedOut = false
  let failures = 0
  let probe = () => {}
  let again: ReturnType<typeof setTimeout> | undefined
  let asking: ReturnType<typeof setTimeout> | undefined

  addEventListener("online", connectNow)
  addEventListener("pageshow", connectNow)
  document.addEventListener("visibilitychange", seen)
  addEventListener("pagehide", hangUp)
  connect()
  return () => {
    ended = true
    removeEventListener("online", connectNow)
    removeEventListener("pageshow", connectNow)
    document.removeEventListener("visibilitychange", seen)
    removeEventListener("pagehide", hangUp)
    clearTimeout(asking)
    hangUp()
  }

  /** One that is there may be dead since the network was away, or the machine asleep. */
  function connectNow(): void {
    clearTimeout(again)
    if (ws) probe()
    else connect()
  }

  function seen(): void {
    if (document.visibilityState === "visible" && ws) probe()
  }

  function hangUp(): void {
    clearTimeout(again)
    const open = ws
    ws = null
    open?.close(closeCodes.normal)
  }

  function connect(): void {
    const token = readToken()
    if (ended || !token || !navigator.onLine) return
    const mine = new WebSocket(`${location.origin.replace("http", "ws")}/api/ws`)
    ws = mine
    let heard = 1
    let before = 0
    const ask = (): boolean => {
      const isOpen = mine.readyState === mine.OPEN
      if (isOpen) mine.send('{"type":"ping"}')
      return isOpen
    }
    const pings = setInterval(() => {
      if (heard === before) return giveUp()
      before = heard
      ask()
    }, pingEvery)
    /** A half-open socket takes its time to close: nobody waits for that. */
    const giveUp = () => {
      mine.close(silent)
      lost(silent)
    }
    const lost = (code: number) => {
      clearInterval(pings)
      // Hung up by ourselves, or already replaced.
      if (ws !== mine) return
      ws = null
      tellFrame({ type: "socket-closed" })
      if (code === closeCodes.unauthenticated) signedOut(token)
      else if (code !== closeCodes.normal && code !== closeCodes.forbidden) again = setTimeout(connect, waitAfter(code))
    }
    probe = () => {
      const then = heard
      const isLate = () => ws === mine && heard === then
      if (ask()) setTimeout(() => isLate() && giveUp(), answersWithin)
    }
    mine.onopen = () => mine.send(JSON.stringify({ type: "identify", access_token: token }))
    mine.onmessage = ({ data }) => {
      if (ws !== mine) return
      heard++
      failures = 0
      hear(JSON.parse(data))
    }
    mine.onclose = ({ code }) => lost(code)
  }

  /** At once, a little apart from everybody else's, when the server has only moved; else later and later. */
  function waitAfter(code: number): number {
    const moved = code === closeCodes.restart || code === closeCodes.slow
    if (moved && failures === 0) return Math.random() * firstWait
    if (code === closeCodes.flood) return 2 * longestWait
    return Math.min(longestWait, firstWait * 2 ** failures++) * (0.5 + Math.random() / 2)
  }

  function hear(frame: AccountFrame): void {
    tellFrame(frame)
    if (frame.type !== "account") return
    toldSignedOut = frame.signed_out
    if (frame.signed_out) return
    // What a connection says first is news only if it differs, or if there was one before it.
    const isNews = met || !isKnown(frame)
    met = true
    if (!isNews) return
    clearTimeout(asking)
    asking = setTimeout(refresh, 50)
  }

  /** By another device, or by the clock: this page is signed out, unless it has been by its own doing or has a newer token. */
  function signedOut(token: string): void {
    const told = toldSignedOut
    setTimeout(() => {
      if (ended || isSigningOut()) return
      if (token !== readToken()) return connect()
      // Closed without a word: perhaps only too slow to say who it is. The server is asked, and signs out who is not good any more.
      if (!told) return void knowAgain(queries())
      leave()
      toast(generalTexts.authenticationFailed, { kind: "error" })
    }, grace)
  }
}

type Account = Extract<AccountFrame, { type: "account" }>

function isKnown({ role, membership_level }: Account): boolean {
  const { user } = snapshot()
  return user?.role === role && user.membership_level === membership_level
}

/** Whatever is on the page may depend on who this is. */
async function refresh(): Promise<void> {
  await knowAgain(queries())
  await queries().invalidateQueries()
}
