import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { useNavigate } from "react-router"
import type { User } from "#contract/accounts.ts"
import type { Notification } from "#contract/notifications.ts"
import { alertTexts } from "#contract/texts.ts"
import { keepUnread } from "../../chat/unread.ts"
import { onFrame } from "../../session/frames.ts"
import { keys } from "../../session/keys.ts"
import { keepSocket } from "../../session/socket.ts"
import { followShop } from "../../shell/followShop.ts"
import { announce, followLinksWith } from "./announce.ts"
import { latestQuery, refreshNotices } from "./notices.ts"

/**
 * Stands once in the layout for who is signed in: keeps the account's socket open and the count in the header, announces what is new, and
 * shows what an admin changes of the shop.
 */
export default function NoticeHost({ user }: { user: User }) {
  const navigate = useNavigate()
  const { data } = useQuery(latestQuery(user.uuid))
  useEffect(() => followLinksWith((link) => void navigate(link)), [navigate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person is another socket
  useEffect(() => keepSocket(), [user.uuid])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has other rooms
  useEffect(() => {
    if (user.role === "admin") return
    return keepUnread((roomId) => (user.role === "moderator" ? `/moderator?room=${roomId}` : `/chat?room=${roomId}`))
  }, [user.uuid, user.role])
  useEffect(() => followShop(), [])
  useEffect(() => onFrame("notice", () => void refreshNotices()), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another queue
  useEffect(() => (user.role === "admin" ? keepQueue() : undefined), [user.uuid, user.role])
  useEffect(() => {
    if (!data) return
    publishUnread(data.unread)
    announceNew(user.uuid, data.items)
  }, [data, user.uuid])
  useEffect(() => () => publishUnread(0), [])
  return null
}

/** Announces what comes into the queue of flagged items; what waits when the page is opened is not new. */
function keepQueue(): () => void {
  let known: number | null = null
  return onFrame<{ type: "flagged"; count: number }>("flagged", ({ count }) => {
    const isMore = known !== null && count > known
    known = count
    if (!isMore) return
    const { title, body } = alertTexts.queue
    const link = "/admin?tab=flagged"
    void announce({ title, body: body(count), link, tag: `queue-${count}`, about: "flagged" })
  })
}

function publishUnread(count: number): void {
  const { dataset, style } = document.documentElement
  style.setProperty("--notices", `"${count > 9 ? "9+" : count}"`)
  if (count > 0) dataset.notices = "some"
  else delete dataset.notices
}

/** Once in this browser, however many tabs are open; what was there when an account is first met here is not new. */
function announceNew(owner: string, items: Notification[]): void {
  const newest = items[0]?.id ?? 0
  const [knownOwner, knownId] = (localStorage.getItem(keys.toldNotice) ?? "").split(" ")
  const told = knownOwner === owner ? Number(knownId) : null
  if (told === null || newest > told) localStorage.setItem(keys.toldNotice, `${owner} ${newest}`)
  if (told === null) return
  const fresh = items.filter((one) => one.id > told && one.read_at === null)
  const [first] = fresh
  if (!first) return
  const about = fresh.every(({ kind }) => kind === "flagged_item") ? "flagged" : undefined
  if (fresh.length === 1) void announce({ ...first, tag: `notice-${first.id}`, about })
  else {
    const link = "/dashboard?tab=notifications"
    void announce({
      title: alertTexts.several(fresh.length),
      body: first.title,
      link,
      tag: `notice-${first.id}`,
      about,
    })
  }
}
