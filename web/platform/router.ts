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
 * Links and navigation for the addresses of `web/routes.ts`: any other one fails to compile. These are React Router's own functions
 * with narrower types; `biome.json` keeps the wider ones out of the rest of web.
 */

type Page = Exclude<keyof Register["pages"], "/*">
/** "/model/:id" as the type of an address: `/model/${number}`. */
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
 * An address that the server or another address has named; the page for unknown addresses takes what is none of ours.
 */
export const asAddress = (address: string) => address as Address
