import * as build from "virtual:react-router/server-build"
import { createRequestHandler, RouterContextProvider } from "react-router"
import { bootScript, gateScript, lateScript } from "./shell/boot.ts"
import { drawFor } from "./shell/shop.ts"
import { type Visit, visitContext } from "./visit.ts"

const handle = createRequestHandler(build, import.meta.env.MODE)

/** Inline scripts that are the same on every page: the policy names their hashes. */
export const constantScripts = [bootScript, gateScript, lateScript]

/** The whole of web/ as one function: what the server calls for every page and every `.data` address. */
export function render(request: Request, visit: Visit): Promise<Response> {
  drawFor(visit.services.shop())
  const context = new RouterContextProvider()
  context.set(visitContext, visit)
  return handle(request, context)
}
