import { sql } from "drizzle-orm"
import sharp from "sharp"
import type { Gift } from "#contract/gifts.ts"
import { contactAnswers, contactMessages } from "#server/conversation/contact/tables.ts"
import { passkeys } from "#server/platform/auth/tables.ts"
import { uuidv7 } from "#server/platform/auth/uuid.ts"
import { notifications } from "#server/platform/notifications/tables.ts"
import { issueInvoices } from "#server/sales/invoicing/issue.ts"
import { returns } from "#server/sales/orders/tables.ts"
import { aRoom, form, says } from "./chat.ts"
import { addToCart, anOrder, shipping } from "./orders.ts"
import type { TestPerson, TestShop } from "./shop.ts"
import { listen } from "./sockets.ts"

/** Private texts, which a test looks for in the answers to others. */
const marks = {
  message: "The kiln note is ours alone",
  address: "7 Hidden Kiln Lane",
  returnNote: "The glaze has a hidden crack",
}

/** Creates a customer who has one of everything that can belong to somebody, and their moderator. */
export async function anEstate(shop: TestShop) {
  // The sandbox provider is called over HTTP.
  await listen(shop.app)
  const room = await aRoom(shop)
  const { member: owner, moderator } = room
  const { doll, order, invoice } = await anOrder(shop, owner)
  const { body: file } = await shop.call(`POST /api/chat/messages/${room.id}/upload`, {
    as: owner,
    ...form({ name: "note.pdf", bytes: "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF" }),
  })
  const message = await says(shop, room, owner, marks.message)
  const { body: reply } = await shop.call("POST /api/chat/canned-replies", {
    as: moderator,
    body: { title: "Ours", content: marks.message },
  })
  const { body: note } = await shop.call(`POST /api/chat/rooms/${room.id}/notes`, {
    as: moderator,
    body: { content: marks.message },
  })
  const { body: review } = await shop.call("POST /api/reviews", {
    as: owner,
    body: { doll_id: doll.id, rating: 5, comment: "Calm and heavy." },
  })
  const { body: favorite } = await shop.call("POST /api/favorites", { as: owner, body: { doll_id: doll.id } })
  await shop.call("PUT /api/favorites/link", { as: owner })
  const { body: line } = await addToCart(shop, owner, (await shop.aDoll()).id)
  const { body: address } = await shop.call("POST /api/auth/addresses", {
    as: owner,
    body: { ...shipping, address: marks.address },
  })
  const soldOut = await shop.aDoll({ stock: 0 })
  await shop.call("POST /api/restock-requests", { as: owner, body: { doll_id: soldOut.id } })
  const { body: stockRequests } = await shop.call("GET /api/auth/restock-requests", { as: owner })
  const { body: sessions } = await shop.call("GET /api/auth/sessions", { as: owner })
  const { db } = shop.app.store
  const createdAt = shop.clock.now()
  const told = {
    userId: owner.id,
    kind: "order_shipped",
    title: marks.message,
    body: marks.message,
    createdAt,
  } as const
  const [notification] = await db.insert(notifications).values(told).returning()
  const [passkey] = await db
    .insert(passkeys)
    .values({
      userId: owner.id,
      credentialId: uuidv7(),
      publicKey: Buffer.from("key"),
      counter: 0,
      transports: [],
      backedUp: false,
      name: "Phone",
      createdAt,
    })
    .returning()
  await db.execute(
    sql`update orders set shipping = shipping || ${JSON.stringify({ address: marks.address })}::jsonb where id = ${order.id}`,
  )
  const gift = await aSandboxGift(shop, owner)
  const [salesInvoice] = await shop.app.store.transaction((tx) =>
    issueInvoices(tx, [
      {
        orderId: order.id,
        paymentId: null,
        userId: owner.id,
        paidAt: createdAt,
        buyer: { name: "Ada", address: [marks.address], country: "GB" },
        document: {
          reference: order.orderNumber,
          lines: [],
          subtotalCents: 0,
          discount: null,
          shippingCents: 0,
          totalCents: 0,
          paidCents: 0,
          paymentMethod: "Crypto Wallet",
        },
      },
    ]),
  )
  const [back] = await db
    .insert(returns)
    .values({ orderId: order.id, status: "requested", reason: "damaged", note: marks.returnNote, createdAt })
    .returning()
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#a03020" } })
    .jpeg()
    .toBuffer()
  const { body: returned } = await shop.call(`POST /api/returns/${back!.id}/photos`, {
    as: owner,
    ...form({ bytes: picture }),
  })
  const contact = { name: "Ada", email: owner.email, subject: "A question", message: marks.message }
  const [asked] = await db
    .insert(contactMessages)
    .values({ ...contact, userId: owner.id, createdAt })
    .returning()
  await db.insert(contactAnswers).values({ contactId: asked!.id, authorId: null, content: marks.message, createdAt })
  const ids = {
    order: order.id as number,
    invoice: invoice.payment_id as number,
    salesInvoice: salesInvoice!,
    return: back!.id,
    photo: returned.returns[0].photos[0].id as number,
    room: room.id,
    message: message.id,
    file: String(file.file_url).split("/").at(-1)!,
    reply: reply.id as number,
    note: note.id as number,
    review: review.id as number,
    favorite: favorite.id as number,
    favoriteDoll: doll.id,
    line: line.id as number,
    address: address.id as number,
    stockRequest: stockRequests[0].id as number,
    session: sessions[0].id as number,
    notification: notification!.id,
    passkey: passkey!.id,
    moderator: moderator.id,
    moderatorProfile: moderator.id,
  }
  for (const [name, id] of Object.entries(ids)) if (!id) throw new Error(`The estate has no ${name}`)
  return {
    owner,
    moderator,
    ids,
    /** Texts that only the owner, their moderator and the responsible staff may read. */
    secrets: [...Object.values(marks), owner.email, owner.token, order.orderNumber, order.reference, gift.code],
    gift,
  }
}

async function aSandboxGift(shop: TestShop, as: TestPerson): Promise<Gift> {
  const body = { level: "vip", gift: true }
  const { body: invoice } = await shop.call("POST /api/nowpayments/create-subscription-invoice", { as, body })
  const url = new URL(new URL(invoice.invoice_url).pathname, shop.app.http.listeningOrigin)
  await fetch(url, { method: "POST", body: new URLSearchParams({ outcome: "finished" }), redirect: "manual" })
  return (await shop.call<Gift[]>("GET /api/gifts", { as })).body[0]!
}

export type Estate = Awaited<ReturnType<typeof anEstate>>

/** Creates somebody of each role: g guest, f free, v vip, m moderator, and the admins s super, c content, b books. */
export async function oneOfEach(shop: TestShop): Promise<Record<string, TestPerson | undefined>> {
  return {
    g: undefined,
    f: await shop.aUser(),
    v: await shop.aUser({ membershipLevel: "vip" }),
    m: await shop.aModerator(),
    s: await shop.anAdmin("super_admin"),
    c: await shop.anAdmin("content_admin"),
    b: await shop.anAdmin("financial_admin"),
  }
}
