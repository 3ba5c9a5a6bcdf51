import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"

// The baseline: a plain ws server. It parses a frame, numbers the message, and sends the same frame to both sockets of
// the room.
const http = createServer()
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false, clientTracking: false })
const rooms = new Map<string, { people: Set<WebSocket>; seq: number }>()

sockets.on("connection", (socket, request) => {
  const [, room = "", user = ""] = /ws\/(\d+)\/(\d+)/.exec(request.url ?? "") ?? []
  const live = rooms.get(room) ?? { people: new Set(), seq: 0 }
  rooms.set(room, live)
  live.people.add(socket)
  socket.on("close", () => live.people.delete(socket))
  socket.on("message", (data) => {
    const frame = JSON.parse(String(data))
    if (frame.type === "join") socket.send('{"type":"history","messages":[],"head_seq":0,"has_more":false}')
    if (frame.type !== "create") return
    const seq = ++live.seq
    const at = new Date().toISOString()
    const text = JSON.stringify({
      type: "create",
      seq,
      message: {
        id: seq,
        chat_room_id: Number(room),
        content: frame.message,
        sender_id: Number(user),
        sender_uuid: "01936c2e-0000-7000-8000-000000000000",
        sender_name: "Demo Bench",
        moderator_id: 1,
        message_type: "TEXT",
        created_at: at,
        updated_at: at,
        file_url: null,
        file_name: null,
        file_type: null,
        file_size: null,
        width: null,
        height: null,
        seq,
        client_id: frame.client_id,
        deleted: false,
      },
      client_id: frame.client_id,
    })
    for (const one of live.people) one.send(text)
  })
})
http.listen(0, "127.0.0.1", () => console.log(`open at http://127.0.0.1:${(http.address() as AddressInfo).port}`))
process.on("SIGTERM", () => process.exit(0))
