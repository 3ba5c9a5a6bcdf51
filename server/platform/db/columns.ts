import { customType, integer, timestamp } from "drizzle-orm/pg-core"

export const id = () => integer("id").generatedAlwaysAsIdentity().primaryKey()
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => "bytea",
  fromDriver: (bytes) => Buffer.from(bytes),
})
