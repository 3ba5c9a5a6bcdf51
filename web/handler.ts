import * as build from "virtual:react-router/server-build"
import { createRequestHandler, RouterContextProvider } from "react-router"
import { language } from "./platform/language.ts"
import { setShop } from "./platform/meta/shop.ts"
import { setPublicFiles } from "./platform/ui/fileUrl.ts"
import { type Visit, visitContext } from "./platform/visit.ts"
import { bootScript, gateScript, lateScript } from "./site/shell/inlineScripts.ts"

const handle = createRequestHandler(build, import.meta.env.MODE)

/** Inline scripts that all pages share. The content security policy lists their hashes. */
export const constantScripts = [bootScript, gateScript, lateScript]

/** The whole of web/ as one function, which the server calls for every page and `.data` request. */
export async function render(request: Request, visit: Visit): Promise<Response> {
  visit.copy ??= await visit.services.copy(language)
  setShop(visit.services.shop())
  setPublicFiles(visit.services.publicFiles)
  const context = new RouterContextProvider()
  context.set(visitContext, visit)
  return handle(request, context)
}
