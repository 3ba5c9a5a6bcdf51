import { QueryClientProvider } from "@tanstack/react-query"
import { act, cleanup, configure, render } from "@testing-library/react"
import { createRoutesStub, matchRoutes, Outlet, type RouteObject, useLocation } from "react-router"
import { afterEach, beforeEach, expect, vi } from "vitest"
import type { User } from "#contract/accounts.ts"
import type { Call, Calls } from "#contract/api.ts"
import { queries } from "../platform/api/queries.ts"
import type { Address } from "../platform/router.ts"
import { keys } from "../platform/session/keys.ts"
import { know, leave, useSession } from "../platform/session/session.ts"
import { dismiss, Toaster, toast } from "../platform/ui/toast.tsx"
import routes from "../routes.ts"
import { CartHost } from "../shopfront/cart/CartHost.tsx"
import { closeCartDrawer } from "../shopfront/cart/drawer.ts"
import { LinkHost } from "../site/shell/LinkHost.tsx"

/** The answers of the shop, by call. */
export type Answers = { [C in Call]?: Calls[C]["response"] | Response }

/** Replaces the loader of a page. */
export type Loader = () => unknown

type Page = { default: RouteObject["Component"] }
/** An entry of `routes.ts`. */
type Route = RouteObject & { file: string; children?: Route[] }

const files = import.meta.glob<Page>(["../*/**/*.tsx", "!**/*.test.tsx"])

const all = routes as Route[]

/** Calls without an answer. Each test must end without any. */
const unanswered: string[] = []
let answers: Answers = {}

/** Adds answers to the earlier ones. */
export function answer(more: Answers): void {
  answers = { ...answers, ...more }
}

/**
 * Shows the page of an address in its layout, as the browser would after hydration, with a shop that gives these
 * answers. A page that it navigates to is shown only as its address.
 */
export async function open(
  address: Address,
  { user = null, loader }: { user?: User | "unconfirmed" | null; loader?: Loader } = {},
): Promise<void> {
  history.replaceState(null, "", address)
  if (user) localStorage.setItem(keys.token, "token")
  if (user === "unconfirmed") followOtherTab()
  else if (user) know(user)
  const shown = new Map<string, Page>()
  for (const { route } of matchRoutes(all, address) ?? []) shown.set(route.file, await files[`../${route.file}`]!())
  const stubOf = ({ children, file, index, path }: Route): RouteObject => {
    const page = shown.get(file)
    if (children) return { Component: page?.default ?? Outlet, children: children.map(stubOf) }
    return { path, index: index as never, ...(page ? { Component: page.default, loader } : { Component: Elsewhere }) }
  }
  const Stub = createRoutesStub([
    { path: "/", Component: Root, HydrateFallback: Nothing, children: all.map(stubOf) as never },
  ])
  show = () => void render(<Stub initialEntries={[address]} />)
  show()
}

let show = () => {}

/** Opens the last page again, without what was kept in memory. */
export function reload(): void {
  cleanup()
  queries().clear()
  show()
}

const Nothing = () => null

function Root() {
  return (
    <QueryClientProvider client={queries()}>
      <Outlet />
      <CartHost />
      <LinkHost />
      <Toaster />
    </QueryClientProvider>
  )
}

function Elsewhere() {
  const { pathname, search, hash } = useLocation()
  return <p>{`At ${pathname}${search}${hash}`}</p>
}

/** Signs in from another tab, before the shop has said who the user is. */
function followOtherTab(): void {
  const { unmount } = render(<Following />)
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: keys.token })))
  unmount()
}

function Following() {
  useSession()
  return null
}

async function reply(address: string, { method = "GET" }: RequestInit): Promise<Response> {
  const what = `${method} ${address.replace(/^\/api/, "").replace(/\?.*/, "")}`
  if (!(what in answers)) {
    unanswered.push(what)
    return new Response(null, { status: 503 })
  }
  const given: unknown = answers[what as Call]
  return given instanceof Response ? given.clone() : Response.json(given ?? null)
}

/** Without styles nothing is hidden, and checking a whole page for that takes long. */
configure({
  defaultHidden: true,
  asyncUtilTimeout: 30_000,
  getElementError: (message) => new Error(message ?? undefined),
})

beforeEach(() => {
  // The DOM of the tests has no top layer.
  Object.assign(HTMLElement.prototype, { showPopover: () => {}, hidePopover: () => {} })
  vi.stubGlobal("fetch", vi.fn(reply))
  // A failed query is retried once, as in the shop, but at once.
  const client = queries()
  const { queries: usual } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...usual, retryDelay: 0 } })
})

afterEach(() => {
  cleanup()
  closeCartDrawer()
  queries().clear()
  leave()
  localStorage.clear()
  sessionStorage.clear()
  // The ids of toasts only grow.
  for (let id = toast(""); id > 0; id--) dismiss(id)
  answers = {}
  vi.unstubAllGlobals()
  expect(unanswered.splice(0)).toEqual([])
})
