import { asc, eq } from "drizzle-orm"
import * as z from "zod"
import { customerTags, notes } from "../../backoffice/customers/tables.ts"
import { chatRooms } from "../../conversation/chat/tables.ts"
import { after, days } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { orders } from "../../sales/orders/tables.ts"
import { readContent, Text } from "./content.ts"

const content = readContent(
  "content/notes.json",
  z.strictObject({ customer: Text, order: Text, room: Text, tags: z.strictObject({ mara: Text, vvip: Text }) }),
)

/** Notes and tags on demo customers, an order and a chat. */
export async function seedNotes(tx: Tx, people: Map<string, number>): Promise<void> {
  const id = (name: string) => people.get(`${name}@demo.example`)!
  const mara = id("mara")
  const ago = (number: number) => after(tx.now(), -days(number))
  const [order] = await tx.db.select().from(orders).where(eq(orders.orderNumber, "ORD-103562"))
  const [room] = await tx.db
    .select()
    .from(chatRooms)
    .where(eq(chatRooms.moderatorId, id("moderator")))
    .orderBy(asc(chatRooms.id))
    .limit(1)
  const written: (typeof notes.$inferInsert)[] = [
    {
      subject: "customer",
      subjectId: mara,
      userId: mara,
      authorId: id("finance"),
      content: content.customer,
      createdAt: ago(20),
    },
    {
      subject: "order",
      subjectId: order!.id,
      userId: mara,
      authorId: id("finance"),
      content: content.order,
      mentions: [id("admin")],
      createdAt: ago(2),
    },
  ]
  if (room) {
    written.push({
      subject: "room",
      subjectId: room.id,
      userId: room.userId,
      authorId: id("moderator"),
      content: content.room,
      createdAt: ago(1),
    })
  }
  await tx.db.insert(notes).values(written)
  await tx.db.insert(customerTags).values([
    { userId: mara, tag: content.tags.mara, createdAt: ago(20) },
    { userId: id("vvip"), tag: content.tags.vvip, createdAt: ago(5) },
  ])
}
