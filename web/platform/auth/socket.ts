import { closeCodes, finalCodes } from "#contract/closeCodes.ts"
import type { AccountFrame } from "#contract/sockets.ts"
import { generalTexts } from "#contract/texts.ts"
import { queries } from "../api/queries.ts"
import { publishFrame } from "../session/frames.ts"
import { end, followSession, readToken, snapshot } from "../session/session.ts"
import { toast } from "../ui/toast.tsx"
import { isSigningOut, refetchUser } from "./user.ts"

/** Milliseconds in which the sign-out of another tab may arrive first, so that no message is shown. */
const grace = 700
const firstWait = 1000
const longestWait = 30_000
const pingEvery = 30_000
const answersWithin = 5000
/** Our close code for a silent connection. */
const silent = 4000

interface Connection {
  /** Asks for an answer; without one in time the connection counts as lost. */
  probe(): void
  close(): void
}

interface ConnectionHandlers {
  /** False once we have closed or replaced the connection. */
  isCurrent(): boolean
  onFrame(frame: AccountFrame): void
  onLost(code: number): void
}

function openConnection(token: string, { isCurrent, onFrame, onLost }: ConnectionHandlers): Connection {
  const ws = new WebSocket(`${location.origin.replace("http", "ws")}/api/ws`)
  let received = 1
  let before = 0
  const ask = (): boolean => {
    const isOpen = ws.readyState === ws.OPEN
    if (isOpen) ws.send('{"type":"ping"}')
    return isOpen
  }
  const pings = setInterval(() => {
    if (received === before) return giveUp()
    before = received
    ask()
  }, pingEvery)
  /** The close event is not awaited, because a half-open socket delays it. */
  const giveUp = () => {
    ws.close(silent)
    lost(silent)
  }
  const lost = (code: number) => {
    clearInterval(pings)
    if (isCurrent()) onLost(code)
  }
  ws.onopen = () => ws.send(JSON.stringify({ type: "identify", access_token: token }))
  ws.onmessage = ({ data }) => {
    if (!isCurrent()) return
    received++
    onFrame(JSON.parse(data))
  }
  ws.onclose = ({ code }) => lost(code)
  return {
    probe: () => {
      const then = received
      if (ask()) setTimeout(() => isCurrent() && received === then && giveUp(), answersWithin)
    },
    close: () => ws.close(closeCodes.normal),
  }
}

/** Keeps the account's socket open. Returns a function that closes it. */
export function openAccountSocket(): () => void {
  let connection: Connection | null = null
  let ended = false
  let met = false
  let signedOutByServer = false
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined
  let asking: ReturnType<typeof setTimeout> | undefined

  addEventListener("online", connectNow)
  addEventListener("pageshow", connectNow)
  document.addEventListener("visibilitychange", seen)
  addEventListener("pagehide", disconnect)
  // A new sign-in over the page of an ended session has another token.
  const stop = followSession(() => connection || connectNow())
  connect()
  return () => {
    ended = true
    stop()
    removeEventListener("online", connectNow)
    removeEventListener("pageshow", connectNow)
    document.removeEventListener("visibilitychange", seen)
    removeEventListener("pagehide", disconnect)
    clearTimeout(asking)
    disconnect()
  }

  /** The network was lost or the device slept, so an open socket may be dead. */
  function connectNow(): void {
    clearTimeout(again)
    if (connection) connection.probe()
    else connect()
  }

  function seen(): void {
    if (document.visibilityState === "visible") connection?.probe()
  }

  function disconnect(): void {
    clearTimeout(again)
    const open = connection
    connection = null
    open?.close()
  }

  function connect(): void {
    const token = readToken()
    if (ended || !token || !navigator.onLine) return
    const mine = openConnection(token, {
      isCurrent: () => connection === mine,
      onFrame: (frame) => {
        failures = 0
        onMessage(frame)
      },
      onLost: (code) => {
        connection = null
        publishFrame({ type: "socket-closed" })
        if (code === closeCodes.unauthenticated) signedOut(token)
        else if (!finalCodes.includes(code)) {
          again = setTimeout(connect, waitAfter(code))
        }
      },
    })
    connection = mine
  }

  /** The first attempt after a restart of the server or the close of a slow reader comes at once, with jitter. */
  function waitAfter(code: number): number {
    const moved = code === closeCodes.restart || code === closeCodes.slow
    if (moved && failures === 0) return Math.random() * firstWait
    if (code === closeCodes.flood) return 2 * longestWait
    return Math.min(longestWait, firstWait * 2 ** failures++) * (0.5 + Math.random() / 2)
  }

  function onMessage(frame: AccountFrame): void {
    publishFrame(frame)
    if (frame.type !== "account") return
    signedOutByServer = frame.signed_out
    if (frame.signed_out) return
    // The first frame of a connection is a change only if it differs or there was a connection before.
    const isNews = met || !isKnown(frame)
    met = true
    if (!isNews) {
      refreshOrders()
      return
    }
    clearTimeout(asking)
    asking = setTimeout(refresh, 50)
  }

  /** The session ended elsewhere or expired. Does nothing if this tab is signing out itself or has a newer token. */
  function signedOut(token: string): void {
    const wasSignedOut = signedOutByServer
    setTimeout(() => {
      if (ended || isSigningOut()) return
      if (token !== readToken()) return connect()
      // The reason is unknown, perhaps a late identify frame: the server is asked, and rejects an invalid token.
      if (!wasSignedOut) return void refetchUser(queries())
      if (end()) toast(generalTexts.authenticationFailed, { kind: "error" })
    }, grace)
  }
}

/** Orders loaded before the socket was open may have changed since. */
function refreshOrders(): void {
  for (const name of ["order", "orders"]) void queries().invalidateQueries({ queryKey: [name] })
}

type Account = Extract<AccountFrame, { type: "account" }>

/** A suspended user counts as changed: the frame does not say whether the suspension has ended since. */
function isKnown({ role, membership_level }: Account): boolean {
  const { user } = snapshot()
  return user?.role === role && user.membership_level === membership_level && !user.suspended
}

/** Any data on the page may depend on the user. */
async function refresh(): Promise<void> {
  await refetchUser(queries())
  await queries().invalidateQueries()
}
