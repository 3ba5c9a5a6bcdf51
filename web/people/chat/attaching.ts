import { chatTexts } from "#contract/memberText.ts"
import { ApiError, explain } from "../../platform/api/client.ts"
import { randomKey } from "../../platform/ui/random.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { faultInFile, isPicture } from "./files.ts"
import type { OutgoingFile } from "./outbox.ts"
import type { Queue } from "./queue.ts"
import { uploadFile } from "./upload.ts"
import type { ConversationContext } from "./view.ts"

export interface Attaching {
  /** Returns why the file cannot be sent, or null. */
  attach(file: File | undefined): string | null
  /** Returns false if the message has no file. */
  retry(clientId: string): boolean
  abort(clientId: string): void
  /** Called when the message has left the queue. */
  forget(clientId: string): void
}

export function createAttaching(context: ConversationContext, queue: Queue): Attaching {
  /** Uploads in progress, and failed ones that can be retried. */
  const uploads = new Map<string, { file: File; abort: AbortController }>()
  let turn: Promise<void> = Promise.resolve()
  return {
    attach,
    retry,
    abort: (clientId) => uploads.get(clientId)?.abort.abort(),
    forget: (clientId) => void uploads.delete(clientId),
  }

  function attach(file: File | undefined): string | null {
    const fault = faultInFile(file)
    if (fault || !file) return fault
    const outgoing: OutgoingFile = {
      name: file.name,
      size: file.size,
      isPicture: isPicture(file),
      progress: 0,
      preview: isPicture(file) ? URL.createObjectURL(file) : null,
    }
    const client_id = randomKey()
    uploads.set(client_id, { file, abort: new AbortController() })
    queue.add({ client_id, content: "", at: Date.now(), state: "sending", retries: 0, waited: false, file: outgoing })
    uploadInTurn(client_id)
    return null
  }

  function retry(clientId: string): boolean {
    if (!uploads.has(clientId)) return false
    queue.change(clientId, { state: "sending", detail: undefined })
    uploadInTurn(clientId)
    return true
  }

  /** Uploads in sequence, to keep the chosen order. */
  function uploadInTurn(clientId: string): void {
    turn = turn.then(() => upload(clientId))
  }

  async function upload(clientId: string): Promise<void> {
    const kept = uploads.get(clientId)
    const outgoing = queue.find(clientId)
    if (!kept || !outgoing?.file) return
    addEventListener("beforeunload", holdBack)
    const { file } = outgoing
    const progress = (share: number) => queue.change(clientId, { file: { ...file, progress: share } })
    queue.change(clientId, { state: "sending", file: { ...file, progress: 0 }, detail: undefined })
    try {
      const { signal } = kept.abort
      const message = await uploadFile({ roomId: context.roomId, file: kept.file, clientId, progress, signal })
      queue.arrived(outgoing, message)
    } catch (error) {
      if (kept.abort.signal.aborted) return
      const isRefused = error instanceof ApiError && refusesFile.has(error.status)
      queue.change(clientId, { state: "failed", detail: explain(error), isRefused })
      toast(chatTexts.uploadFailed, { kind: "error", description: explain(error) })
    } finally {
      removeEventListener("beforeunload", holdBack)
    }
  }
}

/** The file is too large, not a picture, or not allowed. */
const refusesFile = new Set([413, 415, 422])

/** Warns before a reload, which would lose the files. */
function holdBack(event: Event): void {
  event.preventDefault()
}
