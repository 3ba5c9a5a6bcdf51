import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import type { User } from "#contract/accounts.ts"
import { isLanguage } from "#contract/languages.ts"
import { alertTexts } from "#contract/memberText.ts"
import type { Notification } from "#contract/notifications.ts"
import { sendInBackground } from "../../people/chat/backgroundOutbox.ts"
import { followUnread } from "../../people/chat/unread.ts"
import { announce } from "../../people/notifications/announce.ts"
import { followNotifications, latestQuery, markRead } from "../../people/notifications/notifications.ts"
import { call, confirmation } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { openAccountSocket } from "../../platform/auth/socket.ts"
import { language } from "../../platform/language.ts"
import { useRootData } from "../../platform/meta/rootData.ts"
import { type Address, asAddress } from "../../platform/router.ts"
import { onFrame } from "../../platform/session/frames.ts"
import { keys } from "../../platform/session/keys.ts"
import { know, signInAgain, snapshot } from "../../platform/session/session.ts"
import { followShop } from "./followShop.ts"
import { isOnScreen } from "./isOnScreen.ts"

confirmation.ask = async () => (await import("../../people/account/askConfirmation.tsx")).askConfirmation()
signInAgain.ask = async (...about) => (await import("../../people/account/askSignInAgain.tsx")).askSignInAgain(...about)

/**
 * Mounted once for signed-in users. It keeps the account's socket and the unread count, announces notifications, and
 * applies changes of the shop's settings.
 */
export default function AccountSync({ user }: { user: User }) {
  const { data } = useQuery(latestQuery(user.uuid))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each user has their own socket
  useEffect(() => openAccountSocket(), [user.uuid])
  useEffect(() => {
    if (user.role === "admin") return
    const isModerator = user.role === "moderator"
    const all: Address = isModerator ? "/moderator?queue=unread" : "/chat"
    const linkTo = (roomId: number | null): Address =>
      roomId === null ? all : `${isModerator ? "/moderator" : "/chat"}?room=${roomId}`
    const stops = [followUnread(linkTo), sendInBackground(user.uuid, linkTo)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [user.uuid, user.role])
  // Emails write dates in the account's time zone.
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    if (snapshot().status !== "in" || user.time_zone === timeZone) return
    const keep = () => {
      const now = snapshot()
      if (now.status === "in" && now.user.uuid === user.uuid) know({ ...now.user, time_zone: timeZone })
    }
    call("PUT /auth/time-zone", { body: { time_zone: timeZone } }).then(keep, () => undefined)
  }, [user])
  useEffect(() => followLanguage(user), [user])
  useEffect(() => followShop(), [])
  const legal = useRootData()?.legal
  useEffect(() => {
    const isKnown = snapshot().status === "in"
    if (isKnown && legal && (legal.terms !== null || legal.privacy !== null)) {
      void import("./newTerms.ts").then(({ tellOfTerms }) => tellOfTerms(user, legal))
    }
  }, [user, legal])
  useEffect(() => {
    if (localStorage.getItem(keys.push) !== user.uuid) return
    import("../../people/notifications/push.ts").then(({ syncPush }) => syncPush(user.uuid)).catch(() => undefined)
  }, [user.uuid])
  useEffect(() => onFrame("assigned", refreshAssigned), [])
  useEffect(() => followNotifications(user.uuid), [user.uuid])
  useEffect(() => onFrame("order", refreshOrders), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each user has their own queues
  useEffect(() => (user.role === "admin" ? keepQueues() : undefined), [user.uuid, user.role])
  useEffect(() => {
    if (!data) return
    publishUnread(data.unread)
    announceNew(user, data.items)
  }, [data, user])
  useEffect(() => () => publishUnread(0), [])
  return null
}

/** Stores the language that was chosen in this browser in the account, or follows the one chosen in another browser. */
function followLanguage(user: User): void {
  if (snapshot().status !== "in") return
  const chosen = localStorage.getItem(keys.languageChosen)
  if (isLanguage(chosen)) {
    const keep = () => {
      localStorage.removeItem(keys.languageChosen)
      const now = snapshot()
      if (now.status === "in" && now.user.uuid === user.uuid) know({ ...now.user, language: chosen })
    }
    call("PUT /auth/language", { body: { language: chosen } }).then(keep, () => undefined)
  } else if (user.language && user.language !== language && import.meta.env.PROD) {
    localStorage.setItem(keys.language, user.language)
    location.reload()
  }
}

function refreshOrders(): void {
  for (const name of ["order", "orders", "payment"]) void queries().invalidateQueries({ queryKey: [name] })
}

/** Milliseconds that combine the reassignments of many models. */
const together = 200
let asking: ReturnType<typeof setTimeout> | undefined

function refreshAssigned(): void {
  clearTimeout(asking)
  asking = setTimeout(() => {
    for (const name of ["assigned", "assignments", "chat-rooms"]) void queries().invalidateQueries({ queryKey: [name] })
  }, together)
}

/** Announces to admins that a queue has grown, but not its size at page load. */
function keepQueues(): () => void {
  const queues = [
    { type: "flagged", ...alertTexts.queue, link: "/admin?tab=flagged" },
    { type: "orders", ...alertTexts.orders, link: "/admin?tab=orders&attention=1" },
  ] as const
  const stops = queues.map(({ type, title, body, link }) => {
    let known: number | null = null
    return onFrame<{ type: typeof type; count: number }>(type, ({ count }) => {
      const isMore = known !== null && count > known
      known = count
      if (isMore) void announce({ title, body: body(count), link, tag: `${type}-${count}`, about: type })
    })
  })
  return () => {
    for (const stop of stops) stop()
  }
}

function publishUnread(count: number): void {
  const { dataset, style } = document.documentElement
  style.setProperty("--notices", `"${count > 9 ? "9+" : count}"`)
  if (count > 0) dataset.notices = "some"
  else delete dataset.notices
}

/** Announces each notification once per browser, across tabs, and nothing at an account's first visit. */
function announceNew({ uuid: owner, role }: User, items: Notification[]): void {
  const newest = items[0]?.id ?? 0
  const [knownOwner, knownId] = (localStorage.getItem(keys.lastAnnounced) ?? "").split(" ")
  const announced = knownOwner === owner ? Number(knownId) : null
  if (announced === null || newest > announced) localStorage.setItem(keys.lastAnnounced, `${owner} ${newest}`)
  if (announced === null) return
  // `keepQueues` announces the queues.
  const isQueue = ({ kind }: Notification) => kind === "queue_waits" || kind === "order_waits"
  const fresh = items.filter((one) => one.id > announced && one.read_at === null && !isQueue(one))
  const [first] = fresh
  if (!first) return
  const about = fresh.every(({ kind }) => kind === "flagged_item") ? "flagged" : undefined
  if (fresh.length === 1) {
    const announcement = {
      ...first,
      link: first.link === null ? null : asAddress(first.link),
      tag: `notification-${first.id}`,
      about,
      followed: () => markRead(first.id).catch(() => {}),
    } as const
    void isOnScreen(first).then((isOnPage) => announce({ ...announcement, isOnPage }))
  } else {
    const link = role === "user" ? "/dashboard?tab=notifications" : "/staff-dashboard?tab=notifications"
    void announce({
      title: alertTexts.several(fresh.length),
      body: first.title,
      link,
      tag: `notification-${first.id}`,
      about,
    })
  }
}
