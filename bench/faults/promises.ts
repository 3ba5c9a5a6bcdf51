import { isDeepStrictEqual } from "node:util"
import { membershipTexts } from "#contract/buyingText.ts"
import type { ChatMessage, ChatRoom, ChatRoomDetail } from "#contract/chat.ts"
import { specified } from "#test/plans.ts"
import { pace, type SocketLog, type Tab } from "./browser.ts"
import { accountsOf, fetchAt, fetchJson, freshLoad, type TestConversation, uploadsIn, userOf } from "./conversation.ts"
import type { Schedule, Who } from "./schedule.ts"

interface Stored {
  id: number
  sender_id: number
  moderator_id: number | null
  client_id: string | null
  content: string
  type: string
  file_key: string | null
  file_name: string | null
  file_size: number | null
  seq: number
  gone: boolean
}

interface Seen {
  conversation: TestConversation
  schedule: Schedule
  stored: Stored[]
  head: number
  moderator: number | null
  /** The room's detail as freshly loaded by each side. */
  fresh: Map<Who, ChatRoomDetail>
}

type Check = (seen: Seen) => string[] | Promise<string[]>

/** The guarantees of docs/chat-protocol.md, by number. Each check returns violations. */
const whileAtRest: Record<string, Check> = {
  "1: an acknowledged message is never lost": acknowledgedIsThere,
  "2: one client_id of one sender creates one message": oneEach,
  "3: seq increases by one with every change, in commit order, and head_seq is their number": everyChangeCounts,
  "4: live frames arrive in the order of seq": liveInOrder,
  "5: after any disconnection a page's state equals a fresh load": equalsFreshLoad,
  "6: unread counts are the same on every node and in every list, and match their definition": unreadAgrees,
  "6: the last unread frame of every page of the account is right": accountsAgree,
  "7: read marks only increase": marksRise,
  "9: a blocked message reaches nobody": blockedIsNowhere,
  "10: a slow reader does not delay the room": nobodyHeldUp,
  "a file that was acknowledged opens for both sides, and goes with its message": filesOpen,
  "11: each stored message is counted once against the allowance": countedOnce,
}
/** The guarantees about the end of a conversation. */
const afterwards: Record<string, Check> = {
  "8: a user who loses access is disconnected within 5 s": ({ conversation }) => conversation.notDisconnected,
  "12: a refused client does not reconnect; after 1012 and 1013 it reconnects at once": staysAway,
  "on the way": ({ conversation }) => conversation.faults,
}

/** Fails with all faults on one line, because the summary of a test run shows the first line of an error. */
export function assertNone(faults: string[]): void {
  if (faults.length > 0) throw new Error(faults.join("; "))
}

/** Checks a conversation that has come to rest. `end` takes somebody's access away. */
export async function judge(
  conversation: TestConversation,
  schedule: Schedule,
  end: () => Promise<void>,
): Promise<string[]> {
  const { cluster, roomId } = conversation
  const moderator = await conversation.moderatorId()
  const fresh = new Map<Who, ChatRoomDetail>()
  for (const who of peopleIn(conversation, moderator)) fresh.set(who, await freshLoad(conversation, who, roomId % 2))
  const stored = await cluster.rows<Stored>(
    `select id, sender_id, moderator_id, client_id, content, type, file_key, file_name, file_size, seq, deleted_at is not null as gone
     from chat_messages where room_id = $1 order by id`,
    [roomId],
  )
  const [room] = await cluster.rows<{ head: number }>("select head_seq as head from chat_rooms where id = $1", [roomId])
  const seen = { conversation, schedule, stored, head: room!.head, moderator, fresh }
  const faults: string[] = []
  const runChecks = async (checks: Record<string, Check>) => {
    for (const [name, check] of Object.entries(checks)) {
      for (const fault of await check(seen)) faults.push(`${name}: ${fault}`.slice(0, 600))
    }
  }
  await runChecks(whileAtRest)
  await end()
  await runChecks(afterwards)
  return faults
}

function peopleIn({ people }: TestConversation, moderator: number | null): Who[] {
  return (["member", "first", "second"] as const).filter((who) => who === "member" || people[who].id === moderator)
}

function acknowledgedIsThere({ conversation, stored }: Seen): string[] {
  const faults: string[] = []
  const byId = new Map(stored.map((row) => [row.id, row]))
  for (const { text, id } of conversation.acknowledged) {
    const row = byId.get(id)
    if (!row) faults.push(`"${text}" was acknowledged as ${id} and is not there`)
    else if (row.gone !== conversation.removed.has(id) && conversation.removed.has(id))
      faults.push(`"${text}" was removed and is there`)
    else if (!row.gone && row.content !== text) faults.push(`${id} was "${text}" and is "${row.content}"`)
  }
  // Everything that a client was shown is stored unchanged.
  for (const { socket } of everySocket(conversation)) {
    for (const message of messagesOf(socket)) {
      const row = byId.get(message.id)
      if (!row) faults.push(`"${message.content}" was shown as ${message.id} and is not there`)
      else if (!row.gone && row.content !== message.content)
        faults.push(`${message.id} was shown as "${message.content}"`)
    }
  }
  // A page retries until the message is acknowledged or refused.
  const received = new Set([...conversation.tabs.values()].flatMap((tab) => messagesShown(tab)))
  const waiting = new Set(
    [...conversation.tabs.values()].flatMap(({ view }) => view.outgoing.map(({ content }) => content)),
  )
  for (const [text, { tab }] of conversation.sentTexts) {
    if (tab === null || waiting.has(text) || conversation.removedTexts.has(text)) continue
    if (!stored.some((row) => row.content === text) && !received.has(text)) {
      faults.push(`"${text}" left the page's queue and was never stored`)
    }
  }
  return faults
}

/** Returns the texts that a page has received, including deleted ones. */
function messagesShown(tab: Tab): string[] {
  return tab.pages.flat().flatMap((socket) => messagesOf(socket).map(({ content }) => content))
}

function oneEach({ conversation, stored }: Seen): string[] {
  const faults: string[] = []
  const texts = Map.groupBy(
    stored.filter(({ gone }) => !gone),
    ({ content, file_name }) => content || file_name!,
  )
  for (const [text, rows] of texts) if (rows.length > 1) faults.push(`"${text}" is there ${rows.length} times`)
  const clients = Map.groupBy(
    stored.filter((row) => row.client_id !== null),
    ({ sender_id, client_id }) => `${sender_id} ${client_id}`,
  )
  for (const [key, rows] of clients) if (rows.length > 1) faults.push(`${key} made ${rows.length} messages`)
  const acksByClientId = Map.groupBy(conversation.acknowledged, ({ clientId }) => clientId)
  for (const [clientId, acks] of acksByClientId) {
    const ids = new Set(acks.map(({ id }) => id))
    if (ids.size > 1) faults.push(`${clientId} was acknowledged as ${[...ids].join(" and as ")}`)
  }
  // A message that was sent with a `client_id` is stored with it.
  for (const { id, client_id } of uploadsIn(conversation)) {
    const row = stored.find((one) => one.id === id)
    if (row && row.client_id !== client_id)
      faults.push(`the upload ${client_id} was answered as that of ${row.client_id}`)
  }
  return faults
}

/** Checks that files open for both sides and on both nodes, unchanged, and pictures as renderings. */
async function filesOpen({ conversation, stored, fresh }: Seen): Promise<string[]> {
  const faults: string[] = []
  const byId = new Map(stored.map((row) => [row.id, row]))
  // These are the addresses of files by message, from all responses and frames.
  const urls = new Map<number, string>()
  for (const { id, file_url } of uploadsIn(conversation)) if (file_url) urls.set(id, file_url)
  for (const { socket } of everySocket(conversation)) {
    for (const { id, file_url } of messagesOf(socket)) if (file_url) urls.set(id, file_url)
  }
  for (const { id } of uploadsIn(conversation))
    if (!byId.has(id)) faults.push(`the file ${id} was acknowledged and is not there`)
  const looks = [...urls].flatMap(([id, url]) =>
    [...fresh.keys()].flatMap((who) => [0, 1].map((node) => ({ id, url, who, node }))),
  )
  for (const { id, url, who, node } of looks) {
    const row = byId.get(id)
    const answer = await fetchAt(conversation, who, node, url)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const expected = row && !row.gone ? 200 : 404
    if (answer.status !== expected)
      faults.push(`the file of ${id} was answered ${answer.status} to ${who}, not ${expected}`)
    else if (expected === 200) {
      const sent = conversation.files.get(row!.file_name!)
      const isWhole = row!.type === "IMAGE" ? bytes.toString("latin1", 8, 12) === "WEBP" : bytes.equals(sent!.bytes)
      if (!isWhole || bytes.length !== row!.file_size || sent?.sender !== row!.sender_id)
        faults.push(`the file of ${id}, ${row!.file_name}, came to ${who} as ${bytes.length} other bytes`)
    }
  }
  for (const [name, { view }] of conversation.tabs) {
    if (!fresh.has(userOf(name))) continue
    for (const { file, detail } of view.outgoing) {
      if (file && detail !== membershipTexts.used) faults.push(`${name} could not send ${file.name}: ${detail}`)
    }
  }
  return faults
}

async function everyChangeCounts({ conversation, head, stored }: Seen): Promise<string[]> {
  const changes = await conversation.cluster.rows<{ seq: number; message_id: number }>(
    "select seq, message_id from seen_changes where room_id = $1 order by n",
    [conversation.roomId],
  )
  const faults: string[] = []
  if (changes.length !== head) faults.push(`there were ${changes.length} changes and head_seq is ${head}`)
  const wrong = changes.findIndex(({ seq }, n) => seq !== n + 1)
  if (wrong >= 0) faults.push(`change ${wrong + 1} has seq ${changes[wrong]!.seq}`)
  const last = new Map(changes.map(({ message_id, seq }) => [message_id, seq]))
  for (const { id, seq } of stored) {
    if (last.get(id) !== seq) faults.push(`message ${id} has seq ${seq}, and its last change was ${last.get(id)}`)
  }
  return faults
}

function liveInOrder({ conversation }: Seen): string[] {
  const faults: string[] = []
  for (const { name, socket, isOwn } of everySocket(conversation)) {
    let cursor: number | null = null
    for (const { frame } of socket.frames) {
      if (frame.type === "history") cursor = Math.max(cursor ?? 0, frame.head_seq)
      if (frame.type !== "create" && frame.type !== "update" && frame.type !== "delete") continue
      const isRepeat = frame.type === "create" && frame.client_id !== null && isOwn(frame.message)
      if (cursor === null) {
        if (!isRepeat) faults.push(`${name} was told of change ${frame.seq} before any history`)
      } else if (frame.seq === cursor + 1) cursor = frame.seq
      else if (!(isRepeat && frame.seq <= cursor))
        faults.push(`${name} was told of change ${frame.seq} after ${cursor}`)
    }
  }
  return faults
}

function equalsFreshLoad({ conversation, fresh, head }: Seen): string[] {
  const faults: string[] = []
  for (const [name, { view }] of conversation.tabs) {
    const who = userOf(name)
    const now = fresh.get(who)
    if (!now) continue
    const { room, facts } = view
    const from = now.messages.findIndex(({ id }) => id === room.messages[0]?.id)
    const shown = from < 0 ? [] : now.messages.slice(from)
    const differs = (what: string, mine: unknown, theirs: unknown) => {
      if (!isDeepStrictEqual(mine, theirs))
        faults.push(`${name} has ${what} ${JSON.stringify(mine)}, and a fresh load ${JSON.stringify(theirs)}`)
    }
    if (room.messages.length > 0 && from < 0) faults.push(`${name} begins with ${room.messages[0]!.id}, which is gone`)
    differs("messages", room.messages.map(essence), shown.map(essence))
    if (from <= 0) differs("more before them:", room.hasMore && shown.length > 0, false)
    else differs("more before them:", room.hasMore, true)
    differs("cursor", room.cursor, head)
    differs("the moderator", facts?.moderator_id, now.moderator_id)
    differs("frozen", facts?.frozen, now.frozen)
    const other = conversation.people[who].id === now.user_id ? now.moderator_id : now.user_id
    if (other === null) continue
    differs("read by the other side", room.reads[other] ?? 0, now.other_read_message_id)
    differs("the other side online", room.online[other] ?? false, now.other_online)
  }
  for (const [who, witness] of conversation.witnesses) {
    const now = fresh.get(who)
    if (!now) continue
    const known = [...witness.known].map(([id, { seq }]) => ({ id, seq })).sort((a, b) => a.id - b.id)
    const loaded = now.messages.map(({ id, seq }) => ({ id, seq }))
    if (!isDeepStrictEqual(known, loaded))
      faults.push(
        `the witness of ${who} knows ${JSON.stringify(known)}, and a fresh load has ${JSON.stringify(loaded)}`,
      )
  }
  return faults
}

const essence = ({ id, seq, content, file_url, sender_id, flagged, client_id }: ChatMessage) => ({
  id,
  seq,
  content,
  file_url,
  sender_id,
  flagged,
  client_id,
})

async function unreadAgrees({ conversation, stored, fresh }: Seen): Promise<string[]> {
  const faults: string[] = []
  const { cluster, roomId, people } = conversation
  for (const [who, detail] of fresh) {
    const { id } = people[who]
    const marks = await cluster.rows<{ last: number }>(
      "select last_message_id as last from chat_reads where room_id = $1 and user_id = $2",
      [roomId, id],
    )
    const read = marks[0]?.last ?? 0
    const defined = stored.filter((row) => row.id > read && row.sender_id !== id && !row.gone).length
    const counts: Record<string, number> = { "the room": detail.unread_count }
    for (const node of [0, 1]) {
      counts[`node ${node}`] = (await fetchJson(conversation, who, node, "unread-count")).unread_per_room[roomId] ?? 0
      const list = who === "member" ? "user/rooms" : "moderator/rooms"
      const rooms: ChatRoom[] = await fetchJson(conversation, who, node, list)
      counts[`the list of node ${node}`] = rooms.find((room) => room.id === roomId)!.unread_count
    }
    for (const [where, count] of Object.entries(counts)) {
      if (count !== defined) faults.push(`${who} has ${count} unread by ${where}, and ${defined} by definition`)
    }
    if (detail.last_read_message_id !== read) faults.push(`${who} has read up to ${read}, and the room says otherwise`)
  }
  return faults
}

/** Compares every page of the account, and both nodes over HTTP. */
async function accountsAgree({ conversation }: Seen): Promise<string[]> {
  const faults: string[] = []
  const expectedCounts = await accountsOf(conversation)
  const differs = (where: string, actual: unknown, expected: unknown) => {
    if (!isDeepStrictEqual(actual, expected))
      faults.push(`${where}: ${JSON.stringify(actual)}, and there is ${JSON.stringify(expected)}`)
  }
  for (const [who, { id }] of Object.entries(conversation.people) as [Who, { id: number }][]) {
    const { messages, notices } = expectedCounts.get(id)!
    const total = Object.values(messages).reduce((sum, count) => sum + count, 0)
    for (const node of [0, 1]) {
      const count = await fetchJson(conversation, who, node, "unread-count")
      differs(`${who} by node ${node}`, count, { total_unread: total, unread_per_room: messages })
    }
    for (const [name, { account }] of conversation.tabs) {
      if (userOf(name) !== who) continue
      const { total_unread, unread_per_room } = account.last("unread") ?? {}
      differs(`${name} was told`, { total_unread, unread_per_room }, { total_unread: total, unread_per_room: messages })
      differs(`${name} was told of notices`, account.last("notice")?.unread, notices)
    }
  }
  return faults
}

async function marksRise({ conversation }: Seen): Promise<string[]> {
  const faults = [...conversation.tabs.values()].flatMap((tab) => tab.faults)
  const marks = await conversation.cluster.rows<{ user_id: number; last_message_id: number }>(
    "select user_id, last_message_id from seen_reads where room_id = $1 order by n",
    [conversation.roomId],
  )
  const highest = new Map<number, number>()
  for (const { user_id, last_message_id } of marks) {
    const before = highest.get(user_id) ?? 0
    if (last_message_id < before) faults.push(`the mark of ${user_id} fell from ${before} to ${last_message_id}`)
    highest.set(user_id, last_message_id)
  }
  return faults
}

function blockedIsNowhere({ conversation, stored, fresh }: Seen): string[] {
  const shown = [
    ...stored.map(({ content }) => content),
    ...[...fresh.values()].flatMap(({ messages }) => messages.map(({ content }) => content)),
    ...everySocket(conversation).flatMap(({ socket }) => messagesOf(socket).map(({ content }) => content)),
  ]
  return shown.filter((text) => conversation.blocked.has(text)).map((text) => `"${text}" was shown`)
}

/**
 * Milliseconds that a change may take to reach all readers. A busy node needs this long to notice changes whose event
 * was lost.
 */
const arrivesWithin = 10_000

/** Clients that are connected directly to a node must not be delayed by slow or half-open connections of others. */
function nobodyHeldUp({ conversation, stored }: Seen): string[] {
  const faults: string[] = []
  const created = new Map(stored.map(({ id, seq }) => [id, seq]))
  for (const [who, { sockets }] of conversation.witnesses) {
    for (const { text, id, at } of conversation.acknowledged) {
      const socket = sockets.find(({ openedAt, closedAt, code }) => openedAt < at && (code === null || closedAt > at))
      if (!socket || (socket.code !== null && socket.closedAt < at + arrivesWithin)) continue
      if (performance.now() < at + arrivesWithin) continue
      const received = socket.frames.find(({ frame }) => tells(frame, id, created.get(id) ?? 0))
      if (!received || received.at > at + arrivesWithin)
        faults.push(
          `"${text}" came to the witness of ${who} ${received ? Math.round(received.at - at) : "never, or no"} ms later`,
        )
    }
  }
  return faults
}

function tells(frame: SocketLog["frames"][number]["frame"], id: number, seq: number): boolean {
  if (frame.type === "history") return frame.head_seq >= seq
  if (frame.type === "create" || frame.type === "update") return frame.message.id === id
  return frame.type === "delete" && frame.message_id === id
}

async function countedOnce({ conversation, schedule, stored }: Seen): Promise<string[]> {
  const rows = await conversation.cluster.rows<{ kind: string; used: number }>(
    `select u.kind, u.used from allowance_uses u join membership_periods p on p.id = u.period_id where p.user_id = $1`,
    [conversation.people.member.id],
  )
  const faults: string[] = []
  for (const kind of ["messages", "photos"] as const) {
    const used = rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.used, 0)
    const isOfKind = ({ type }: Stored) => (type === "IMAGE") === (kind === "photos")
    // Messages to which nobody could answer are not counted.
    const written = stored.filter(
      (row) => row.sender_id === conversation.people.member.id && row.moderator_id !== null && isOfKind(row),
    ).length
    const most = specified[schedule.level][kind]
    if (used !== written) faults.push(`${used} ${kind} were counted and ${written} are stored`)
    if (most !== null && written > most) faults.push(`${written} ${kind} are stored of ${most} allowed`)
  }
  return faults
}

function staysAway({ conversation }: Seen): string[] {
  return [...conversation.tabs].flatMap(([name, tab]) => tab.pages.flatMap((sockets) => comesBack(name, tab, sockets)))
}

function comesBack(name: string, { cameOnline }: Tab, sockets: SocketLog[]): string[] {
  const faults: string[] = []
  for (const [n, { code, closedAt, left }] of sockets.entries()) {
    const next = sockets[n + 1]
    if (left) continue
    if ((code === 1000 || code === 4401 || code === 4403) && next) faults.push(`${name} came back after ${code}`)
    if ((code !== 1012 && code !== 1013) || !next) continue
    // While offline, nobody reconnects.
    const from = Math.max(closedAt, ...cameOnline.filter((at) => at <= next.openedAt))
    if (next.openedAt - from > 1000 / pace + 1500)
      faults.push(`${name} came back ${Math.round(next.openedAt - from)} ms after ${code}`)
  }
  return faults
}

function everySocket({ tabs, witnesses, people }: TestConversation) {
  const found: { name: string; socket: SocketLog; isOwn(message: ChatMessage): boolean }[] = []
  const add = (name: string, who: Who, sockets: SocketLog[]) => {
    for (const socket of sockets) found.push({ name, socket, isOwn: (one) => one.sender_id === people[who].id })
  }
  for (const [name, { pages }] of tabs) add(name, userOf(name), pages.flat())
  for (const [who, { sockets }] of witnesses) add(`the witness of ${who}`, who, sockets)
  return found
}

function messagesOf({ frames }: SocketLog): ChatMessage[] {
  return frames
    .flatMap(({ frame }) => {
      if (frame.type === "history") return frame.messages.filter((one): one is ChatMessage => !one.deleted)
      return frame.type === "create" || frame.type === "update" ? [frame.message] : []
    })
    .filter(({ deleted }) => !deleted)
}
