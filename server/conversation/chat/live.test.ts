import { expect, test } from "vitest"
import type { Person } from "../../platform/auth/actor.ts"
import { createMemoryBus } from "../../platform/bus/memory.ts"
import type { Store } from "../../platform/db/store.ts"
import { createLog } from "../../platform/log.ts"
import type { Socket } from "../../platform/sockets/sockets.ts"
import { type RoomEvent, roomTopic } from "./events.ts"
import { openLiveRooms } from "./live.ts"
import { catchUp, join } from "./liveRoom.ts"
import { createPace } from "./pace.ts"
import type { Entered } from "./policy.ts"
import { type MessageRow, present } from "./rows.ts"

const roomId = 7
const row = (seq: number): MessageRow => ({
  id: seq,
  room_id: roomId,
  content: `Line ${seq}`,
  sender_id: 1,
  sender_uuid: "one",
  sender_name: "One Demo",
  moderator_id: 2,
  type: "TEXT",
  created: 0,
  updated: 0,
  file_key: null,
  file_name: null,
  file_type: null,
  file_size: null,
  file_width: null,
  file_height: null,
  flagged: false,
  seq,
  created_seq: seq,
  client_id: `client-${seq}`,
  deleted: false,
})

/** A database that answers each read of the room on demand, with the state at that time. */
function slowReadings() {
  const asked: ((head: number) => void)[] = []
  const prepareQuery = ({ params }: { params: number[] }) => ({
    execute: () =>
      new Promise((resolve) => {
        const since = params[2] ?? 0
        asked.push((head) => {
          const messages = Array.from({ length: head }, (_, i) => row(i + 1)).filter(({ seq }) => seq > since)
          resolve({ rows: [{ head_seq: head, message_count: head, reads: [], messages }] })
        })
      }),
  })
  return { asked, store: { db: { _: { session: { prepareQuery } } } } as unknown as Store }
}

/** The live rooms over such a database, and people who enter one of them. */
function aNode() {
  const { asked, store } = slowReadings()
  const bus = createMemoryBus(createLog("silent"))
  const presence = { online: () => false, onChange: () => {}, close: () => {} }
  const rooms = openLiveRooms(store, bus, presence, createPace(1_000_000), createLog("silent"))
  const settled = () => new Promise(setImmediate)
  const tell = async (event: RoomEvent) => {
    bus.publish(roomTopic(roomId), event)
    await settled()
  }
  const comeIn = (id: number) => {
    const frames: any[] = []
    const socket = {
      person: { id } as Person,
      isOpen: true,
      send: (frame: { type: string }) => void frames.push(frame),
      sendFrame: (frame: Buffer) => void frames.push(JSON.parse(frame.toString().slice(frame.indexOf("{")))),
      drained: async () => {},
      close: () => {},
    } satisfies Socket as Socket
    const room = { id: roomId, userId: 1, moderatorId: 2, frozenAt: null } as Entered["room"]
    const participant = rooms.enter(socket, { room, roomRole: "member", person: socket.person })
    const told = () => [
      ...new Set(frames.flatMap(({ messages, seq }) => messages?.map((one: any) => one.seq) ?? seq ?? [])),
    ]
    return { told, frames, joined: join(participant, 0), room: participant.room }
  }
  return {
    asked,
    rooms,
    comeIn,
    settled,
    tell,
    say: (seq: number) => tell({ kind: "create", seq, message: present(row(seq)) }),
  }
}

test("two users who join at the same moment both receive messages sent meanwhile", async () => {
  const { asked, rooms, comeIn, settled, say } = aNode()
  const [slow, quick] = [comeIn(1), comeIn(2)]
  // The slow read is older than this change, the quick one newer.
  await say(3)
  asked[1]!(3)
  await quick.joined
  asked[0]!(2)
  await settled()
  await say(4)
  asked[2]?.(4)
  await slow.joined
  await say(5)
  expect(slow.told()).toEqual([1, 2, 3, 4, 5])
  expect(quick.told()).toEqual([1, 2, 3, 4, 5])
  rooms.close()
})

test("a join returns a read mark that was set while its room was read, and no lower one after it", async () => {
  const { asked, rooms, comeIn, tell } = aNode()
  const { frames, joined } = comeIn(1)
  const read = (last_message_id: number) => tell({ kind: "read", user_id: 2, last_message_id })
  await read(3)
  asked[0]!(4)
  await joined
  await read(2)
  await read(4)
  const marks = frames.filter(({ type }) => type === "read").map((frame) => frame.last_message_id)
  expect(marks).toEqual([3, 4])
  rooms.close()
})

test("a client waiting for an acknowledgement gets it, though earlier events were lost and reread", async () => {
  const { asked, rooms, comeIn, settled, say } = aNode()
  const [sender, other] = [comeIn(1), comeIn(2)]
  await settled()
  asked[0]!(0)
  asked[1]!(0)
  await Promise.all([sender.joined, other.joined])
  // Message 1 is published on another node, by its sender as well, and not received here.
  await say(2)
  void catchUp(sender.room)
  asked[2]!(2)
  await settled()
  await say(3)
  const heard = ({ frames }: { frames: any[] }) => frames.map(({ type, seq, head_seq }) => [type, seq ?? head_seq])
  expect(heard(sender).slice(-4)).toEqual([
    ["history", 2],
    ["create", 1],
    ["create", 2],
    ["create", 3],
  ])
  expect(sender.frames.at(-2)).toMatchObject({ client_id: "client-2" })
  expect(heard(other).slice(-2)).toEqual([
    ["history", 2],
    ["create", 3],
  ])
  rooms.close()
})
