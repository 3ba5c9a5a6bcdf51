import { useRouteLoaderData } from "react-router"
import type { loader } from "../root.tsx"

/** What an admin has set: the shop's name, its support hours, what is announced. Nothing on the page of an error. */
export function useShop() {
  return useRouteLoaderData<typeof loader>("root")?.shop
}
