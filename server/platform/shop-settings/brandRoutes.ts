import type { FastifyReply } from "fastify"
import sharp from "sharp"
import * as z from "zod"
import { type Brand, BrandForm, brandLimits, pictureNames, roomsFor, styleOf } from "#contract/brand.ts"
import { text } from "#contract/common.ts"
import { megabyte } from "#contract/limits.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { preconditionOf, versionTag } from "../http/preconditions.ts"
import { routesOf } from "../http/route.ts"
import { sendFile } from "../media/ranges.ts"
import { parseFields, receive, uploadRoutes } from "../media/uploads.ts"
import { notFound } from "../refusal.ts"
import { getBrand, publishBrand, resetBrand } from "./brand.ts"
import { folderOf } from "./brandPictures.ts"
import type { ShopState } from "./shopSettings.ts"

const route = routesOf("Settings")

/** A drawing is a picture and nothing else, whoever opens its address: it runs nothing and loads nothing. */
const asPictureOnly = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const never = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": asPictureOnly,
  // Emails show the logo, and they are read on other sites.
  "cross-origin-resource-policy": "cross-origin",
}

export async function brandRoutes({
  http,
  store,
  storage,
  settings,
  shop,
}: Context & { shop: ShopState }): Promise<void> {
  route(http, "GET /admin/brand", {
    summary: "Get the shop's look",
    onRequest: onlyAdmins("super_admin"),
    handler: async ({ actor }, reply) => send(reply, await getBrand(store, actor)),
  })
  route(http, "DELETE /admin/brand", {
    summary: "Go back to the look of a new shop",
    onRequest: onlyAdmins("super_admin"),
    handler: async (request, reply) => {
      const seen = preconditionOf(request)
      const brand = await store.transaction((tx) => resetBrand(tx, storage, request.actor, { seen }))
      await shop.reload()
      return send(reply, brand)
    },
  })
  await uploadRoutes(http, (scope) => {
    route(scope, "PUT /admin/brand", {
      summary: "Publish the shop's look",
      onRequest: onlyAdmins("super_admin"),
      handler: async (request, reply) => {
        const maxBytes = brandLimits.megabytes * megabyte
        const form = await receive(request, {
          dataDir: settings.dataDir,
          maxBytes,
          maxFiles: pictureNames.length,
        })
        try {
          const input = { form: parseFields(BrandForm, form.fields), files: form.files, seen: preconditionOf(request) }
          const brand = await publishBrand(store, storage, request.actor, input)
          await shop.reload()
          return send(reply, brand)
        } finally {
          await form.discard()
        }
      },
    })
  })

  /** Serves logos and icons. Their names are never reused. */
  const params = z.object({ folder: text().regex(/^[\da-f-]{36}$/), file: text().regex(/^[\w-]+\.(png|svg)$/) })
  http.get("/brand/:folder/:file", { schema: { hide: true, params } }, (request, reply) => {
    const { folder, file } = request.params
    const type = file.endsWith(".svg") ? "image/svg+xml" : "image/png"
    return sendFile(request, reply, {
      storage,
      name: `brand/${folder}/${file}`,
      headers: { "content-type": type, ...never },
    })
  })

  /** The style of pages without scripts. */
  http.get("/plain/brand.css", { schema: { hide: true } }, (_request, reply) =>
    reply.header("cache-control", "public, max-age=86400").type("text/css; charset=utf-8").send(styleOf(shop.look)),
  )

  /** The picture of the shop for links to it elsewhere: its logo on its canvas. */
  http.get("/brand/social.jpg", { schema: { hide: true } }, async (_request, reply) => {
    const { logo } = shop.look
    if (!logo) throw notFound()
    const chunks: Buffer[] = []
    for await (const chunk of await storage.read(`${folderOf(logo.url)}/logo.png`)) chunks.push(chunk as Buffer)
    const drawn = await sharp(Buffer.concat(chunks)).resize({ width: 800, height: 300, fit: "inside" }).toBuffer()
    const picture = await sharp({
      create: { width: 1200, height: 630, channels: 3, background: roomsFor(shop.look).light.canvas },
    })
      .composite([{ input: drawn }])
      .jpeg({ quality: 85 })
      .toBuffer()
    return reply.header("cache-control", "public, max-age=86400").type("image/jpeg").send(picture)
  })
}

function send(reply: FastifyReply, brand: Brand) {
  return reply.header("etag", `"${versionTag({ version: brand.version })}"`).send(brand)
}
