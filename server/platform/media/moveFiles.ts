import { faultOf } from "../refusal.ts"
import type { Storage, StoredFile } from "./storage.ts"
import { hashOf, putVerified } from "./verified.ts"

interface Count {
  files: number
  bytes: number
}

export interface Move {
  total: Count
  copied: Count
  /** The files that already existed, with the same hash. */
  same: Count
  failed: { name: string; why: string }[]
  /** The number of files in the target that the source does not have. */
  extra: number
}

const mostFailures = 20

/**
 * Copies all files and deletes none. An existing file with the same hash is skipped, so that a run that was interrupted
 * can be repeated; a copied file is read again and compared.
 */
export async function moveFiles(
  from: Storage,
  to: Storage,
  { atOnce = 4, onProgress = () => {} }: { atOnce?: number; onProgress?(move: Move, onTheWay: number): void } = {},
): Promise<Move> {
  const none = () => ({ files: 0, bytes: 0 })
  const move: Move = { total: none(), copied: none(), same: none(), failed: [], extra: 0 }
  /** The number of bytes sent, of files that are not yet compared. */
  let onTheWay = 0
  const there = new Set<string>()
  for await (const { name } of to.list()) there.add(name)
  move.extra = there.size
  const names: string[] = []
  for await (const { name, size } of from.list()) {
    names.push(name)
    add(move.total, size)
    if (there.has(name)) move.extra--
  }
  const waiting = names.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      // Each worker takes the next file. A storage that has become unavailable fails for all of them.
      for (const name of waiting) if (move.failed.length < mostFailures) await moveOne(name)
    }),
  )
  return move

  async function moveOne(name: string): Promise<void> {
    try {
      const source = await from.find(name)
      if (!source) return // removed meanwhile
      const sha256 = source.sha256 ?? (await hashOf(from, name))
      const isThere = there.has(name) && (await has(name, source, sha256))
      if (!isThere) await copy(name, source, sha256)
      add(isThere ? move.same : move.copied, source.size)
    } catch (error) {
      move.failed.push({ name, why: faultOf(error) })
    }
    onProgress(move, onTheWay)
  }

  async function has(name: string, { size }: StoredFile, sha256: string): Promise<boolean> {
    const found = await to.find(name)
    return found?.size === size && (found.sha256 ?? (await hashOf(to, name))) === sha256
  }

  async function copy(name: string, { size }: StoredFile, sha256: string): Promise<void> {
    let sent = 0
    const onBytes = (bytes: number) => {
      sent += bytes
      onTheWay += bytes
      onProgress(move, onTheWay)
    }
    try {
      await putVerified(to, name, await from.read(name), { size, sha256, onBytes })
    } finally {
      onTheWay -= sent
    }
  }
}

function add(count: Count, bytes: number): void {
  count.files++
  count.bytes += bytes
}
