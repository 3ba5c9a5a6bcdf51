import type { ChatMessage, ChatRoom } from "#contract/chat.ts"
import type { PaidLevel } from "#contract/membership.ts"
import { chatRooms } from "#server/conversation/chat/tables.ts"
import type { App } from "#server/start/app.ts"
import { aMember } from "./members.ts"
import type { Answer, CallOptions, TestPerson, TestShop } from "./shop.ts"
import { openSocket, type TestSocket } from "./sockets.ts"

export interface TestRoom {
  id: number
  dollId: number
  member: TestPerson
  moderator: TestPerson
}

/** Creates a member's chat room about a model to which a moderator is assigned. */
export async function aRoom(
  shop: TestShop,
  { level = "vvip", moderator, member }: { level?: PaidLevel; moderator?: TestPerson; member?: TestPerson } = {},
): Promise<TestRoom> {
  const answers = moderator ?? (await shop.aModerator())
  const writes = member ?? (await aMember(shop, level))
  const doll = await shop.aDoll({ moderatorId: answers.id })
  const { body } = await shop.call<ChatRoom>("POST /api/chat/rooms/", { as: writes, body: { doll_id: doll.id } })
  return { id: body.id, dollId: doll.id, member: writes, moderator: answers }
}

/** Sends a message through the API. Throws if it is refused. */
export async function says(
  shop: TestShop,
  room: Pick<TestRoom, "id">,
  as: TestPerson,
  content: string,
  clientId?: string,
): Promise<ChatMessage> {
  const answer = await post(shop, as, { chat_room_id: room.id, content, client_id: clientId })
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

export function post(shop: TestShop, as: TestPerson | undefined, body: unknown): Promise<Answer<any>> {
  return shop.call("POST /api/chat/messages/", { as, body })
}

export interface TestFile {
  name?: string
  type?: string
  bytes: Buffer | string
}

/** Options of a call that uploads a file, or an empty form if there is none. */
export function form(
  file: TestFile | null,
  fields: Record<string, string> = {},
): Pick<CallOptions, "headers" | "payload"> {
  const parts: (Buffer | string)[] = Object.entries(fields).map(
    ([name, value]) => `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  if (file) {
    const { name = "file", type = "application/octet-stream", bytes } = file
    parts.push(
      `--cut\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
      bytes,
      "\r\n",
    )
  }
  parts.push("--cut--\r\n")
  return {
    headers: { "content-type": "multipart/form-data; boundary=cut" },
    payload: Buffer.concat(parts.map((part) => Buffer.from(part as string))),
  }
}

/** Opens a socket in a room, and joins unless `lastSeq` is false. */
export async function inRoom(
  app: App,
  room: Pick<TestRoom, "id">,
  as: TestPerson,
  lastSeq?: number | false,
): Promise<TestSocket> {
  const socket = await openSocket(app, as, { path: `/api/chat/ws/${room.id}/${as.id}` })
  if (lastSeq !== false) {
    socket.say({ type: "join", last_seq: lastSeq })
    await socket.next("history")
  }
  return socket
}

export async function headSeq(shop: TestShop, { id }: Pick<TestRoom, "id">): Promise<number> {
  const rows = await shop.app.store.db.select().from(chatRooms)
  return rows.find((row) => row.id === id)!.headSeq
}

export async function unreadOf(shop: TestShop, as: TestPerson): Promise<Record<string, number>> {
  return (await shop.call("GET /api/chat/unread-count", { as })).body.unread_per_room
}
