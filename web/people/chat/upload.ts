import type { ChatMessage } from "#contract/chat.ts"
import { upload } from "../../platform/api/upload.ts"

interface Sending {
  roomId: number
  file: File
  clientId: string
  progress(share: number): void
  signal: AbortSignal
}

const timeout = 30_000

export function uploadFile({ roomId, file, clientId, progress, signal }: Sending): Promise<ChatMessage> {
  const form = new FormData()
  form.append("client_id", clientId)
  form.append("chat_room_id", String(roomId))
  form.append("file", file, file.name)
  return upload(`POST /chat/messages/${roomId}/upload`, form, { progress, signal, timeout })
}
