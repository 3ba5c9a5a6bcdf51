import type { FastifyReply } from "fastify"
import type { CopyOfPage, CopyPlace } from "#contract/copy/calls.ts"
import { copyPages } from "#contract/copy/pieces.ts"
import { onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { originOf } from "../../platform/http/origin.ts"
import type { Pages } from "../../platform/http/pages.ts"
import { preconditionOf, versionTag } from "../../platform/http/preconditions.ts"
import { routesOf } from "../../platform/http/route.ts"
import { sampleEmail } from "../../platform/mail/sample.ts"
import * as copy from "./copy.ts"

const route = routesOf("copy")

const onRequest = onlyAdmins("content_admin")

/** `pages` is called once a page is previewed. */
export function copyRoutes({ http, store, settings }: Context, pages: () => Pages): void {
  route(http, "GET /admin/copy", {
    summary: "List pages with drafts or outdated translations",
    onRequest,
    handler: ({ actor }) => copy.listCopyWork(store, actor),
  })
  route(http, "GET /admin/copy/{page}/{language}", {
    summary: "Get the texts of a page",
    onRequest,
    handler: async ({ actor, params }, reply) => send(reply, await copy.getCopy(store, actor, params)),
  })
  route(http, "PATCH /admin/copy/{page}/{language}", {
    summary: "Change the texts of a page",
    onRequest,
    handler: async (request, reply) => {
      const { actor, params: place, body: edit } = request
      const input = { place, edit, seen: preconditionOf(request) }
      return send(reply, await store.transaction((tx) => copy.editCopy(tx, actor, input)))
    },
  })
  route(http, "POST /admin/copy/{page}/{language}/preview", {
    summary: "Show a page with other texts",
    onRequest,
    handler: async (request) => {
      const { actor, params: place, body: words } = request
      const drafted = await copy.draftedCopy(store, actor, { place, words })
      return { html: await previewOf(place, drafted, originOf(request, settings)) }
    },
  })

  async function previewOf({ page, language }: CopyPlace, texts: Record<string, string>, origin: string) {
    const { path, isGate = false } = copyPages[page] as { path: string | null; isGate?: true }
    return path === null
      ? sampleEmail(store, language, texts, page)
      : pages().draft({ language, path, hasGate: isGate, origin, words: texts })
  }
}

function send(reply: FastifyReply, of: CopyOfPage) {
  return reply.header("etag", `"${versionTag({ version: of.version })}"`).send(of)
}
