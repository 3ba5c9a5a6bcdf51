import { v7 } from "uuid"

/** UUIDv7 (RFC 9562): sortable by creation time. */
export function uuidv7(): string {
  return v7()
}
