import type { ReactNode, RefAttributes } from "react"
import {
  Link as AnyLink,
  type LinkProps as AnyLinkProps,
  Navigate as AnyNavigate,
  type NavigateOptions,
  type NavigateProps,
  type Register,
  redirect as redirectAnywhere,
  useNavigate as useAnyNavigate,
} from "react-router"

/*
 * Links and navigation that compile for the addresses of `web/routes.ts` only. These are React Router's functions with
 * narrower types; `biome.json` forbids the wider ones elsewhere in web.
 */

type Page = Exclude<keyof Register["pages"], "/*">
/** Turns "/model/:id" into the type of its addresses, `/model/${number}`. */
type Path<Pattern extends string> = Pattern extends `${infer Before}:${string}` ? `${Before}${number}` : Pattern
export type Address = Path<Page> | `${Path<Page>}${"?" | "#"}${string}` | `#${string}`

export type LinkProps = Omit<AnyLinkProps, "to"> & RefAttributes<HTMLAnchorElement> & { to: Address }
export interface Navigate {
  (to: Address | { search: string }, options?: NavigateOptions): void | Promise<void>
  (delta: number): void | Promise<void>
}

export const Link: (props: LinkProps) => ReactNode = AnyLink
export const Navigate: (props: Omit<NavigateProps, "to"> & { to: Address }) => ReactNode = AnyNavigate
export const useNavigate: () => Navigate = useAnyNavigate
export const redirect: (to: Address, init?: number | ResponseInit) => Response = redirectAnywhere

/**
 * Casts an address that the server or a query parameter has named. Unknown ones lead to the page for unknown addresses.
 */
export const asAddress = (address: string) => address as Address
