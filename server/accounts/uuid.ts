import { v7 } from "uuid"

/** UUIDv7 (RFC 9562): sortable by the time it was made. */
export function uuidv7(): string {
  return v7()
}
