import { keys } from "../../platform/session/keys.ts"

const nameOf = (account: string, roomId: number) => `${keys.chatDraft}:${account}:${roomId}`

export const readDraft = (account: string, roomId: number): string =>
  localStorage.getItem(nameOf(account, roomId)) ?? ""

export function keepDraft(account: string, roomId: number, text: string): void {
  try {
    if (text) localStorage.setItem(nameOf(account, roomId), text)
    else localStorage.removeItem(nameOf(account, roomId))
  } catch {
    // If the storage is full, the draft lasts as long as the page.
  }
}
