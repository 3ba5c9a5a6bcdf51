import { expect, test } from "vitest"
import type { Person } from "../accounts/actor.ts"
import { createMemoryBus } from "../bus/memory.ts"
import type { Store } from "../db/store.ts"
import { createLog } from "../log.ts"
import type { Socket } from "../sockets/sockets.ts"
import { type RoomEvent, roomTopic } from "./events.ts"
import { openLiveRooms } from "./live.ts"
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
  client_id: null,
  deleted: false,
})

/** A database that answers each reading of the room when it is told to, with what was there then. */
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

test("two who come into a room at the same moment both hear of what is said meanwhile", async () => {
  const { asked, store } = slowReadings()
  const bus = createMemoryBus(createLog("silent"))
  const presence = { online: () => false, onChange: () => {}, close: () => {} }
  const rooms = openLiveRooms(store, bus, presence, createLog("silent"))
  const comeIn = (id: number) => {
    const told = new Set<number>()
    const socket = {
      person: { id } as Person,
      isOpen: true,
      send: (frame: { type: string; messages?: { seq: number }[] }) => {
        for (const { seq } of frame.messages ?? []) told.add(seq)
      },
      sendFrame: (frame: Buffer) => {
        const seq = /"type":"create","seq":(\d+)/.exec(String(frame))?.[1]
        if (seq) told.add(Number(seq))
      },
      close: () => {},
    } satisfies Socket as Socket
    const room = { id: roomId, userId: 1, moderatorId: 2, frozenAt: null } as Entered["room"]
    const guest = rooms.enter(socket, { room, seat: "member", person: socket.person })
    return { told, joined: guest.join(0) }
  }
  const settled = () => new Promise(setImmediate)
  const say = async (seq: number) => {
    bus.publish(roomTopic(roomId), { kind: "create", seq, message: present(row(seq)) } satisfies RoomEvent)
    await settled()
  }

  const [slow, quick] = [comeIn(1), comeIn(2)]
  // The slow one's reading is from before this, the quick one's from after it.
  await say(3)
  asked[1]!(3)
  await quick.joined
  asked[0]!(2)
  await settled()
  await say(4)
  asked[2]?.(4)
  await slow.joined
  await say(5)
  expect([...slow.told]).toEqual([1, 2, 3, 4, 5])
  expect([...quick.told]).toEqual([1, 2, 3, 4, 5])
  rooms.close()
})
