import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { useNavigate } from "react-router"
import type { User } from "#contract/accounts.ts"
import type { Notification } from "#contract/notifications.ts"
import { alertTexts } from "#contract/texts.ts"
import { queries } from "../../api/queries.ts"
import { sendLeftBehind } from "../../chat/leftBehind.ts"
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
  useEffect(() => {
    if (user.role === "admin") return
    const [desk, waiting] = user.role === "moderator" ? ["/moderator", "?queue=unread"] : ["/chat", ""]
    const linkTo = (roomId: number | null) => desk + (roomId === null ? waiting : `?room=${roomId}`)
    const stops = [keepUnread(linkTo), sendLeftBehind(user.uuid, linkTo)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [user.uuid, user.role])
  useEffect(() => followShop(), [])
  useEffect(() => onFrame("assigned", refreshAssigned), [])
  useEffect(() => onFrame("notice", () => void refreshNotices()), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another queue
  useEffect(() => (user.role === "admin" ? keepQueue() : undefined), [user.uuid, user.role])
  useEffect(() => {
    if (!data) return
    publishUnread(data.unread)
    announceNew(user, data.items)
  }, [data, user])
  useEffect(() => () => publishUnread(0), [])
  return null
}

/** Many models that change hands at once are asked for once. */
const together = 200
let asking: ReturnType<typeof setTimeout> | undefined

function refreshAssigned(): void {
  clearTimeout(asking)
  asking = setTimeout(() => {
    for (const name of ["assigned", "assignments", "chat-rooms"]) void queries().invalidateQueries({ queryKey: [name] })
  }, together)
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
function announceNew({ uuid: owner, role }: User, items: Notification[]): void {
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
    const link = role === "user" ? "/dashboard?tab=notifications" : "/staff-dashboard?tab=notifications"
    void announce({
      title: alertTexts.several(fresh.length),
      body: first.title,
      link,
      tag: `notice-${first.id}`,
      about,
    })
  }
}
