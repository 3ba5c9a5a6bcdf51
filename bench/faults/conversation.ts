import { isDeepStrictEqual } from "node:util"
import sharp from "sharp"
import type { ChatMessage, ChatRoom, ChatRoomDetail } from "#contract/chat.ts"
import { notify } from "#server/platform/notifications/notifications.ts"
import { says } from "#test/chat.ts"
import { paidFor, refund } from "#test/members.ts"
import type { TestPerson } from "#test/shop.ts"
import type { AccountWitness } from "./account.ts"
import { isRefused, openTab, type Storage, type Tab } from "./browser.ts"
import { type FileKind, type Schedule, type Step, type TabName, tabNames, type Who } from "./schedule.ts"
import { pause } from "./servers.ts"
import type { TwoNodes } from "./twoNodes.ts"
import { openWitness, type Witness } from "./witness.ts"

export type Player = TestPerson & { role: "user" | "moderator" }

export interface TestConversation {
  cluster: TwoNodes
  roomId: number
  dollId: number
  people: Record<Who, Player>
  tabs: Map<TabName, Tab>
  /** Test clients that are connected directly to a node: the member's to the first, the moderators' to the second. */
  witnesses: Map<Who, Witness>
  /** Returns the id of the moderator according to the database. */
  moderatorId(): Promise<number | null>
  /** Every message that was sent, by text. */
  sentTexts: Map<string, { sender: number; tab: TabName | null; clientId: string | null }>
  acknowledged: { text: string; clientId: string; id: number; at: number; node: number }[]
  /** Every file that was sent, by name, with its content. */
  files: Map<string, { sender: number; bytes: Buffer }>
  /** The responses to files uploaded directly to a node. */
  uploaded: ChatMessage[]
  /** Texts that pages have deleted. */
  removedTexts: Set<string>
  /** Ids whose deletion was acknowledged. */
  removed: Set<number>
  blocked: Set<string>
  /** People who lost access and were not disconnected in time. */
  notDisconnected: string[]
  /** Other violations that were found. */
  faults: string[]
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the type depends on the path
  body: any
}

/** Plays a schedule in a new room, and waits until everything is at rest. */
export async function playSchedule(cluster: TwoNodes, { level, before, steps }: Schedule): Promise<TestConversation> {
  const conversation = await openTestConversation(cluster, level, before)
  const work: Promise<unknown>[] = []
  let n = 0
  for (const step of steps) {
    const doing = play(conversation, step, ++n)
    if (step.do === "pause" || step.do === "hand over" || step.do === "kill" || step.do === "stop") await doing
    else work.push(doing)
    // Actions overlap, but start in order.
    if (n % 3 === 0) await pause(1)
  }
  await Promise.all(work)
  await settle(conversation)
  return conversation
}

/** Opens a new room with all clients connected. */
export async function openTestConversation(
  cluster: TwoNodes,
  level: Schedule["level"],
  before: number,
  clock?: number,
): Promise<TestConversation> {
  const { shop } = cluster
  const aPlayer = async (role: Player["role"]): Promise<Player> => ({
    ...(role === "user" ? await shop.aUser() : await shop.aModerator()),
    role,
  })
  const people = {
    member: await aPlayer("user"),
    first: await aPlayer("moderator"),
    second: await aPlayer("moderator"),
  }
  await paidFor(shop, people.member, level)
  const doll = await shop.aDoll({ moderatorId: people.first.id })
  const { body: room } = await shop.call<ChatRoom>("POST /api/chat/rooms/", {
    as: people.member,
    body: { doll_id: doll.id },
  })
  for (let n = 0; n < before; n++) await says(shop, room, people.first, `Line ${n} of before`)
  const memberStorage: Storage = new Map()
  const conversation: TestConversation = {
    cluster,
    roomId: room.id,
    dollId: doll.id,
    people,
    tabs: new Map(),
    witnesses: new Map(),
    moderatorId: async () => {
      const rows = await cluster.rows<{ id: number | null }>(
        "select moderator_id as id from chat_rooms where id = $1",
        [room.id],
      )
      return rows[0]!.id
    },
    sentTexts: new Map(),
    acknowledged: [],
    removedTexts: new Set(),
    files: new Map(),
    uploaded: [],
    removed: new Set(),
    blocked: new Set(),
    notDisconnected: [],
    faults: [],
  }
  for (const [n, name] of tabNames.entries()) {
    const storage = name.startsWith("member") ? memberStorage : new Map()
    conversation.tabs.set(name, await openTab(people[userOf(name)], room.id, storage, () => urlOf(cluster, n), clock))
  }
  conversation.witnesses.set("member", openWitness(cluster.nodes[0]!, people.member, room.id))
  conversation.witnesses.set("first", openWitness(cluster.nodes[1]!, people.first, room.id))
  return conversation
}

export const userOf = (name: TabName): Who => (name === "member again" ? "member" : name)

/** Returns a node that is up, like a load balancer. */
function urlOf({ nodes }: TwoNodes, preferred: number): string {
  return nodes[preferred % 2]!.url || nodes[(preferred + 1) % 2]!.url || "http://127.0.0.1:1"
}

async function play(conversation: TestConversation, step: Step, n: number): Promise<unknown> {
  const { cluster, roomId, people, tabs } = conversation
  switch (step.do) {
    case "say":
      return sendIn(conversation, step.tab, `Line ${n} of ${step.tab}`)
    case "post":
    case "shout":
    case "twice":
      return write(conversation, step, n)
    case "attach": {
      const { name, bytes, type } = await aFile(conversation, step.kind, people[userOf(step.tab)].id, n)
      const fault = tabs.get(step.tab)!.act((page) => page.attach(new File([new Uint8Array(bytes)], name, { type })))
      if (fault) conversation.faults.push(`${name} could not be attached: ${fault}`)
      return
    }
    case "upload":
    case "upload twice":
      return sendFile(conversation, step, n)
    case "notice":
      return cluster.shop.app.store.transaction((tx) =>
        notify(tx, people[step.who].id, { kind: "order_paid", title: `Notice ${n}`, body: "It is paid." }),
      )
    case "notice seen": {
      const notices = await ask(conversation, step.who, step.node, "GET", "/notifications?limit=1")
      const id = notices?.body[0]?.id
      if (id) await ask(conversation, step.who, step.node, "POST", "/notifications/read", { up_to_id: id })
      return
    }
    case "bus away":
      cluster.redis.cut()
      return void setTimeout(cluster.redis.mend, step.ms)
    case "blocked": {
      const content = `I will kill you, says ${n}`
      conversation.blocked.add(content)
      const answer = await post(conversation, step.who, step.node, content, `blocked-${roomId}-${n}`)
      if (answer && answer.status < 400)
        conversation.faults.push(`what should be blocked was answered ${answer.status}`)
      return
    }
    case "drop":
      return tabs.get(step.tab)!.proxy.drop()
    case "double":
      return tabs.get(step.tab)!.proxy.duplicate()
    case "mend":
      return tabs.get(step.tab)!.proxy.mend()
    case "slow":
      return tabs.get(step.tab)!.proxy.delay(step.ms)
    case "half open":
      return tabs.get(step.tab)!.proxy.halfOpen(step.way)
    case "reload":
      return tabs.get(step.tab)!.reload()
    case "offline":
      return tabs.get(step.tab)!.goOffline()
    case "online":
      return tabs.get(step.tab)!.comeOnline()
    case "type":
      return tabs.get(step.tab)!.act((page) => page.type())
    case "read": {
      const tab = tabs.get(step.tab)!
      const message = pick(tab.view.room.messages, step.nth)
      if (message) tab.read(message.id)
      return
    }
    case "remove": {
      const tab = tabs.get(step.tab)!
      const mine = tab.view.room.messages.filter(({ sender_id }) => sender_id === people[userOf(step.tab)].id)
      const message = pick(mine, step.nth)
      if (message && (await tab.act((page) => page.remove(message.id)))) {
        // The response of a request may be the only place where the text appeared.
        conversation.removedTexts.add(message.content)
        conversation.removed.add(message.id)
      }
      return
    }
    case "read by http": {
      const message = pick(conversation.acknowledged, step.nth)
      if (message)
        await ask(conversation, step.who, step.node, "POST", `rooms/${roomId}/read`, { last_message_id: message.id })
      return
    }
    case "remove by http": {
      const mine = conversation.acknowledged.filter(
        ({ text }) => conversation.sentTexts.get(text)?.sender === people[step.who].id,
      )
      return removeByHttp(conversation, step, pick(mine, step.nth)?.id)
    }
    case "remove file": {
      const mine = uploadsIn(conversation).filter(({ sender_id }) => sender_id === people[step.who].id)
      return removeByHttp(conversation, step, pick(mine, step.nth)?.id)
    }
    case "flag": {
      const message = pick(conversation.acknowledged, step.nth)
      const moderator = await conversation.moderatorId()
      const who = moderator === people.first.id ? "first" : "second"
      if (message)
        await ask(conversation, who, step.node, "PATCH", `messages/${message.id}/flag`, { flagged: step.flagged })
      return
    }
    case "hand over":
      return handOver(conversation, step.to)
    case "kill":
    case "stop": {
      const node = cluster.nodes[step.node]!
      if (!node.isUp || !cluster.nodes[1 - step.node]!.isUp) return
      const gone = step.do === "kill" ? node.kill() : node.stop()
      void gone.then(() => node.start())
      return
    }
    case "pause":
      return pause(step.ms)
  }
}

async function removeByHttp(
  conversation: TestConversation,
  { who, node }: { who: Who; node: number },
  id: number | undefined,
) {
  if (id === undefined) return
  const answer = await ask(conversation, who, node, "DELETE", `messages/${id}`)
  if (answer?.status === 204) conversation.removed.add(id)
}

/** Returns all messages that uploads returned. */
export const uploadsIn = ({ tabs, uploaded }: Pick<TestConversation, "tabs" | "uploaded">) => [
  ...uploaded,
  ...[...tabs.values()].flatMap((tab) => tab.uploaded),
]

/** Sends a text through a page, as its user would. */
export function sendIn({ tabs, sentTexts, people }: TestConversation, tab: TabName, text: string): void {
  if (tabs.get(tab)!.send(text) !== null) return
  sentTexts.set(text, { sender: people[userOf(tab)].id, tab, clientId: null })
}

const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)]

/** Sends without a page. The caller records what was acknowledged. */
export async function write(
  conversation: TestConversation,
  step: { do: string; who: Who; node: number },
  n: number,
): Promise<void> {
  const content = `Line ${n} ${step.do} by ${step.who}`
  const clientId = `client-${conversation.roomId}-${n}`
  conversation.sentTexts.set(content, { sender: conversation.people[step.who].id, tab: null, clientId })
  const tell = (id: number | null, node: number) => {
    if (id !== null) conversation.acknowledged.push({ text: content, clientId, id, at: performance.now(), node })
  }
  const byHttp = async (node: number) => {
    const answer = await post(conversation, step.who, node, content, clientId)
    tell(answer && answer.status < 300 ? (answer.body as ChatMessage).id : null, node)
  }
  const bySocket = async () => {
    const node = step.who === "member" ? 0 : 1
    tell((await conversation.witnesses.get(step.who)?.create(content, clientId)) ?? null, node)
  }
  if (step.do === "post") await byHttp(step.node)
  else if (step.do === "shout") await bySocket()
  else {
    await Promise.all([bySocket(), byHttp(step.node), byHttp(1 - step.node)])
    await byHttp(step.node)
  }
}

/** Each file is unique, so that none can be mistaken for another. */
async function aFile({ files, roomId }: TestConversation, kind: FileKind, sender: number, n: number) {
  const name = `file-${roomId}-${n}.${kind === "picture" ? "png" : "pdf"}`
  const create = { width: 8, height: 8, channels: 3 as const, background: { r: n % 256, g: roomId % 256, b: 90 } }
  const bytes =
    kind === "picture" ? await sharp({ create }).png().toBuffer() : Buffer.from(`%PDF-1.4\n% ${name}\n%%EOF`)
  files.set(name, { sender, bytes })
  return { name, bytes, type: kind === "picture" ? "image/png" : "application/pdf" }
}

/** Uploads a file without a page. */
async function sendFile(
  conversation: TestConversation,
  step: Extract<Step, { do: "upload" | "upload twice" }>,
  n: number,
): Promise<void> {
  const { name, bytes, type } = await aFile(conversation, step.kind, conversation.people[step.who].id, n)
  const clientId = `client-${conversation.roomId}-${n}`
  const to = async (node: number) => {
    const form = new FormData()
    form.append("client_id", clientId)
    form.append("file", new File([new Uint8Array(bytes)], name, { type }))
    const answer = await ask(conversation, step.who, node, "POST", `messages/${conversation.roomId}/upload`, form)
    if (answer && answer.status < 300) conversation.uploaded.push(answer.body)
    return answer
  }
  if (step.do === "upload") return void (await to(step.node))
  const answers = await Promise.all([to(step.node), to(1 - step.node)])
  const made = answers.find((answer) => answer && answer.status < 300)
  // A text with this `client_id` must return the file's message, because the key is used.
  const again = made && (await post(conversation, step.who, step.node, `${name} again`, clientId))
  if (again && again.status < 300 && again.body.id !== made.body.id)
    conversation.faults.push(`${clientId} made ${made.body.id} as a file and ${again.body.id} as a text`)
}

function post(
  conversation: TestConversation,
  who: Who,
  node: number,
  content: string,
  client_id: string,
): Promise<Answer | null> {
  return ask(conversation, who, node, "POST", "messages/", { content, chat_room_id: conversation.roomId, client_id })
}

/** Milliseconds, long enough for slow machines. A longer request counts as unanswered. */
const answersWithin = 30_000

/** Requests a path below the chat's, or any path with a leading slash. Returns null without a response. */
export async function ask(
  conversation: TestConversation,
  who: Who | TestPerson,
  node: number,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer | null> {
  const { url } = conversation.cluster.nodes[node]!
  const { token } = typeof who === "string" ? conversation.people[who] : who
  try {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/api${path.startsWith("/") ? path : `/chat/${path}`}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined || isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(answersWithin),
    })
    const text = await answer.text()
    if (answer.status >= 500 && answer.status !== 503)
      conversation.faults.push(`${method} ${path} was answered ${answer.status} ${text}`)
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  } catch (error) {
    if ((error as Error).name === "TimeoutError")
      conversation.faults.push(`${method} ${path} was not answered in ${answersWithin / 1000} s`)
    return null
  }
}

/** Returns what a node answers when everything is at rest. */
// biome-ignore lint/suspicious/noExplicitAny: the type depends on the path
export async function fetchJson(conversation: TestConversation, who: Who, node: number, path: string): Promise<any> {
  return (await fetchAt(conversation, who, node, `/api/chat/${path}`)).json()
}

/** Tries up to three times, because a kept-alive connection may have been closed meanwhile. */
export async function fetchAt(conversation: TestConversation, who: Who, node: number, path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${conversation.people[who].token}` }
  for (let tries = 1; ; tries++) {
    try {
      return await fetch(conversation.cluster.nodes[node]!.url + path, {
        headers,
        signal: AbortSignal.timeout(answersWithin),
      })
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}

/**
 * An admin in this process reassigns the room, and the nodes are informed by events. People who lose access are
 * disconnected within five seconds.
 */
async function handOver(conversation: TestConversation, to: "first" | "second" | "nobody"): Promise<void> {
  const { cluster, people, dollId, witnesses } = conversation
  const admin = await cluster.shop.anAdmin()
  const now = await conversation.moderatorId()
  const next = to === "nobody" ? null : people[to].id
  if (now === next) return
  if (now !== null) {
    await cluster.shop.call(`DELETE /api/moderators/${now}/dolls/${dollId}`, { as: admin })
    void cutOff(conversation, now === people.first.id ? "first" : "second", 4403)
  }
  if (next === null || to === "nobody") return
  await cluster.shop.call(`POST /api/moderators/${next}/dolls/${dollId}`, { as: admin })
  conversation.tabs.get(to)!.reload()
  const witness = witnesses.get(to)
  if (witness) witness.comeBack()
  else witnesses.set(to, openWitness(cluster.nodes[1]!, people[to], conversation.roomId))
}

/** Checks that somebody who loses access is disconnected. It passes if they regain access meanwhile. */
async function cutOff(conversation: TestConversation, who: Who, code: number): Promise<void> {
  const witness = conversation.witnesses.get(who)
  const socket = witness?.sockets.at(-1)
  if (!socket || socket.code !== null) return
  const late = performance.now() + 5000
  while (performance.now() < late) {
    if (socket.code !== null) {
      const expected = [code, 1006, 1012]
      if (!expected.includes(socket.code))
        conversation.notDisconnected.push(`${who} lost access and was closed with ${socket.code}`)
      return
    }
    if (code === 4403 && who !== "member" && (await conversation.moderatorId()) === conversation.people[who].id) return
    await pause(20)
  }
  conversation.notDisconnected.push(`${who} lost access and was still there five seconds later`)
}

/** Milliseconds without progress until it gives up; slow machines need them. */
const settlesWithin = 30_000
/** Milliseconds of rest. A node completes a request shortly after its client was cut off. */
const restFor = 600

/** Restores the network and both nodes, and waits until all pages are connected and nothing changes any more. */
export async function settle(conversation: TestConversation): Promise<void> {
  const { cluster, tabs } = conversation
  await Promise.all(cluster.nodes.map((node) => node.start()))
  cluster.redis.mend()
  for (const tab of tabs.values()) {
    tab.proxy.mend()
    tab.comeOnline()
  }
  let late = performance.now() + settlesWithin
  let rest = { head: -1, since: 0 }
  for (let turn = 0; performance.now() < late; turn++) {
    if (turn % 10 === 0) for (const tab of tabs.values()) tab.nudge()
    await pause(50)
    const head = await headOf(conversation)
    if (head !== rest.head) late = performance.now() + settlesWithin
    if ((await unsettled(conversation)) !== null || head !== rest.head) rest = { head, since: performance.now() }
    else if (performance.now() - rest.since >= restFor) return
  }
  conversation.faults.push(
    `after ${settlesWithin / 1000} s in which nothing was said it had not come to rest: ${await unsettled(conversation)}`,
  )
}

async function headOf({ cluster, roomId }: TestConversation): Promise<number> {
  const [room] = await cluster.rows<{ head: number }>("select head_seq as head from chat_rooms where id = $1", [roomId])
  return room!.head
}

/** Returns everybody's read marks. */
async function marksOf({ cluster, roomId }: TestConversation): Promise<Map<number, number>> {
  const rows = await cluster.rows<{ user: number; mark: number }>(
    `select user_id as "user", last_message_id as mark from chat_reads where room_id = $1`,
    [roomId],
  )
  return new Map(rows.map(({ user, mark }) => [user, mark]))
}

/** Says what has not converged yet, or returns null. */
async function unsettled(conversation: TestConversation): Promise<string | null> {
  const moderator = await conversation.moderatorId()
  const head = await headOf(conversation)
  const marks = await marksOf(conversation)
  for (const [name, { view, readUpTo }] of conversation.tabs) {
    const person = conversation.people[userOf(name)]
    const mayEnter = person.role === "user" || person.id === moderator
    if (!mayEnter) {
      if (view.status !== "unavailable" && view.connection.refused === null) return `${name} still has the room open`
      continue
    }
    if (view.status !== "ready" || view.connection.state !== "connected")
      return `${name} is ${view.status}, ${view.connection.state}, refused ${view.connection.refused}`
    const pending = view.outgoing.find(({ state, retries }) => state !== "failed" || retries >= 3)
    const file = view.outgoing.find((one) => one.file && !isRefused(one))
    if (file) return `${name} still has ${file.file!.name} ${file.state}: ${file.detail}`
    if (pending) return `${name} still has "${pending.content}" ${pending.state} after ${pending.retries} retries`
    if (view.room.cursor !== head) return `${name} knows ${view.room.cursor} of ${head} changes`
    if (view.facts?.moderator_id !== moderator) return `${name} believes that ${view.facts?.moderator_id} answers`
    const other = person.role === "user" ? moderator : conversation.people.member.id
    const mark = marks.get(other ?? 0) ?? 0
    if ((view.room.reads[other ?? 0] ?? 0) !== mark) return `${name} does not know that ${other} has read up to ${mark}`
    if ((marks.get(person.id) ?? 0) < readUpTo) return `the mark of ${name} at ${readUpTo} is not stored`
    if (view.room.typing.length > 0) return `${name} sees somebody type`
  }
  // Presence that was lost with the bus is published again every five seconds.
  for (const [name, { view }] of conversation.tabs) {
    const who = userOf(name)
    if (conversation.people[who].role !== "user" && conversation.people[who].id !== moderator) continue
    const fresh: ChatRoomDetail = await fetchJson(
      conversation,
      who,
      conversation.roomId % 2,
      `rooms/${conversation.roomId}`,
    )
    const { user_id, moderator_id, other_online } = fresh
    const other = conversation.people[who].id === user_id ? moderator_id : user_id
    if (other === null || (view.room.online[other] ?? false) === other_online) continue
    // The pause keeps within the API's rate limit.
    await pause(500)
    return `${name} does not know that ${other} is ${other_online ? "online" : "offline"}`
  }
  const accounts = await accountsOf(conversation)
  for (const [name, { account }] of conversation.tabs) {
    const reported = reportedTo(account)
    const stored = accounts.get(conversation.people[userOf(name)].id)
    if (!account.isIn || !isDeepStrictEqual(reported, stored))
      return `the account's socket of ${name} was told ${JSON.stringify(reported)}, and there is ${JSON.stringify(stored)}`
  }
  for (const [who, { cursor, isIn }] of conversation.witnesses) {
    const { id, role } = conversation.people[who]
    if (role === "moderator" && id !== moderator) continue
    if (!isIn || cursor !== head) return `the witness of ${who} knows ${cursor} of ${head} changes`
  }
  return null
}

interface UnreadCounts {
  /** Unread messages by room, without rooms that have none. */
  messages: Record<string, number>
  notices: number
}

const reportedTo = (account: AccountWitness): UnreadCounts => ({
  messages: account.last("unread")?.unread_per_room ?? {},
  notices: account.last("notice")?.unread ?? -1,
})

/** Returns everybody's unread counts, computed from messages and read marks, not from stored counters. */
export async function accountsOf({ cluster, people }: TestConversation): Promise<Map<number, UnreadCounts>> {
  const ids = Object.values(people).map(({ id }) => id)
  const unread = await cluster.rows<{ user: number; room: number; count: number }>(
    `select p.id as "user", r.id as room, count(*)::int as count from chat_rooms r
     join unnest($1::int[]) p(id) on p.id in (r.user_id, r.moderator_id)
     left join chat_reads c on c.room_id = r.id and c.user_id = p.id
     join chat_messages m on m.room_id = r.id and m.id > coalesce(c.last_message_id, 0) and m.sender_id <> p.id and m.deleted_at is null
     group by 1, 2`,
    [ids],
  )
  const notices = await cluster.rows<{ user: number; count: number }>(
    `select user_id as "user", count(*)::int as count from notifications where user_id = any($1::int[]) and read_at is null group by 1`,
    [ids],
  )
  return new Map(
    ids.map((id) => [
      id,
      {
        messages: Object.fromEntries(unread.filter(({ user }) => user === id).map(({ room, count }) => [room, count])),
        notices: notices.find(({ user }) => user === id)?.count ?? 0,
      },
    ]),
  )
}

/** Returns everything that somebody who opens the room now sees, oldest first. */
export async function freshLoad(conversation: TestConversation, who: Who, node: number): Promise<ChatRoomDetail> {
  const detail: ChatRoomDetail = await fetchJson(conversation, who, node, `rooms/${conversation.roomId}`)
  for (let more = detail.has_more; more; ) {
    const path = `rooms/${conversation.roomId}/messages?before_id=${detail.messages[0]!.id}&limit=50`
    const page: ChatMessage[] = await fetchJson(conversation, who, node, path)
    detail.messages.unshift(...page)
    more = page.length === 50
  }
  return detail
}

/** Takes access away for good. The pages are closed and do not reconnect, and every request is refused. */
export async function endConversation(conversation: TestConversation, ending: Schedule["ending"]): Promise<void> {
  const { cluster, people, tabs } = conversation
  const moderator = await conversation.moderatorId()
  const handsOver = ending === "hand over" && moderator !== null
  const who: Who = handsOver ? (moderator === people.first.id ? "first" : "second") : "member"
  const code = ending === "sign out" ? 4401 : 4403
  if (handsOver) await handOver(conversation, "nobody")
  else if (ending === "sign out") await cluster.shop.call("POST /api/auth/logout", { as: people.member })
  else {
    const [payment] = await cluster.rows<{ id: number }>("select id from payments where user_id = $1", [
      people.member.id,
    ])
    await refund(cluster.shop, people.member, payment!.id)
  }
  const late = performance.now() + 5000
  await cutOff(conversation, who, code)
  const pages = [...tabs].filter(([name]) => userOf(name) === who)
  while (performance.now() < late && pages.some(([, tab]) => tab.view.connection.refused === null)) await pause(20)
  for (const [name, { view }] of pages) {
    const expected = !handsOver && ending === "sign out" ? 4401 : 4403
    if (view.connection.refused !== expected)
      conversation.notDisconnected.push(`${name} lost access and was told ${view.connection.refused}, not ${expected}`)
  }
  const missing = () =>
    pages.map(([, { account }]) => missingAfter(account, handsOver ? "hand over" : ending)).find(Boolean)
  while (performance.now() < late && missing()) await pause(20)
  const missed = missing()
  if (missed) conversation.notDisconnected.push(`${who} lost access, and the account's socket ${missed}`)
  // This is enough time for a page to reconnect by mistake.
  await pause(300)
  for (const node of [0, 1]) {
    const answer = await ask(conversation, who, node, "GET", `rooms/${conversation.roomId}`)
    if (!answer || answer.status < 400)
      conversation.notDisconnected.push(`${who} lost access and the room was answered ${answer?.status}`)
  }
}

/** Says what is missing on the account's socket after the end, or returns null. */
function missingAfter(account: AccountWitness, ending: Schedule["ending"]): string | null {
  if (ending === "sign out" && account.refused !== 4401) return `was closed with ${account.refused}`
  if (ending === "sign out") return account.last("account")?.signed_out ? null : "received no signed_out frame"
  if (ending === "refund" && account.last("account")?.membership_level !== "free") return "did not receive the level"
  const waits = account.last("unread")?.total_unread
  return waits === 0 ? null : `still has ${waits} unread messages`
}

export async function leaveConversation({ tabs, witnesses }: TestConversation): Promise<void> {
  for (const witness of witnesses.values()) witness.close()
  for (const tab of tabs.values()) await tab.close()
}
