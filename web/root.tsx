import imbue from "@fontsource-variable/imbue/files/imbue-latin-opsz-normal.woff2?url"
import instrument from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url"
import { QueryClientProvider } from "@tanstack/react-query"
import { type ReactNode, useEffect, useState } from "react"
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router"
import { directionOf } from "#contract/languages.ts"
import { t } from "#contract/t.ts"
import { generalTexts } from "#contract/texts.ts"
import type { Route } from "./+types/root"
import { queries } from "./platform/api/queries.ts"
import { inLanguage, language } from "./platform/language.ts"
import { dressAsSet, dressData } from "./platform/meta/look.ts"
import type { RootData } from "./platform/meta/rootData.ts"
import {
  emailsStock,
  returnDays,
  sellingAsSet,
  shopName,
  shopZone,
  supportHours,
  titled,
} from "./platform/meta/shop.ts"
import { carriedCopy } from "./platform/meta/words.ts"
import { ButtonLink } from "./platform/ui/Button.tsx"
import { publicFiles } from "./platform/ui/fileUrl.ts"
import theme from "./platform/ui/theme.css?url"
import { Toaster } from "./platform/ui/toast.tsx"
import { visitContext } from "./platform/visit.ts"
import { AgeGate } from "./site/shell/AgeGate.tsx"
import { EveryPage } from "./site/shell/EveryPage.tsx"
import { bootScript, gateScript, lateScript } from "./site/shell/inlineScripts.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: theme }]

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const { origin, services } = context.get(visitContext)
  const [seller, pages] = await Promise.all([services.seller(), services.pageLinks(language)])
  return { origin, supportEmail: services.supportEmail, seller, ...pages }
}

/** The root's data does not change while a tab is open. */
export const shouldRevalidate = () => false

/** Rendered on the server only, because the browser has run the scripts before hydration. */
const inline = {
  boot: { __html: import.meta.env.SSR ? bootScript : "" },
  gate: { __html: import.meta.env.SSR ? gateScript : "" },
  late: { __html: import.meta.env.SSR ? lateScript : "" },
}

export function Layout({ children }: { children: ReactNode }) {
  // Lets `lateScript` replay input from before hydration.
  useEffect(() => void document.dispatchEvent(new Event("hydrated")), [])
  return (
    <html lang={language} dir={directionOf(language)} {...(import.meta.env.SSR && shopData())} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text, hashed in the policy */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={inline.boot} />
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {import.meta.env.SSR && <FirstHead />}
        <Meta />
        <Links />
        {import.meta.env.SSR && <OwnStyle />}
      </head>
      <body>
        {import.meta.env.SSR && <AgeGate />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text, hashed in the policy */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={inline.gate} />
        {children}
        <ScrollRestoration />
        <Scripts />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text, hashed in the policy */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={inline.late} />
      </body>
    </html>
  )
}

// The rest of the head is read once by the browser, so only the server renders it. React leaves what it does not know.

/** What the browser's code reads from <html>. */
const shopData = () => ({
  "data-shop": shopName(),
  "data-hours": supportHours(),
  "data-zone": shopZone(),
  "data-returns": returnDays(),
  "data-restock": emailsStock() ? undefined : "off",
  "data-copy": carriedCopy(),
  "data-selling": sellingAsSet(),
  "data-files": publicFiles(),
  ...dressData(),
})

function FirstHead() {
  const { frame, icons, faces } = dressAsSet()
  const fonts = faces ? [`${faces}-text.woff2`, `${faces}-display.woff2`] : [instrument, imbue]
  return (
    <>
      <meta name="rating" content="adult" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={frame?.light ?? "#f1f6f4"} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={frame?.dark ?? "#150e14"} />
      {publicFiles() && <link rel="preconnect" href={publicFiles()} />}
      {fonts.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      {icons ? (
        <>
          <link rel="icon" href={`${icons}/icon-48.png`} type="image/png" sizes="48x48" />
          <link rel="icon" href={`${icons}/icon-192.png`} type="image/png" sizes="192x192" />
          <link rel="apple-touch-icon" href={`${icons}/apple-touch-icon.png`} />
        </>
      ) : (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      )}
      <link rel="manifest" href={inLanguage("/manifest.webmanifest")} />
    </>
  )
}

/** The typefaces and colours of a shop that has its own, after the style that they replace. */
function OwnStyle() {
  const { style, faces } = dressAsSet()
  return (
    <>
      {faces && <link rel="stylesheet" href={`${faces}.css`} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text (contract/brand.ts), hashed in the policy */}
      {style && <style dangerouslySetInnerHTML={{ __html: style }} />}
    </>
  )
}

export default function Root() {
  const [client] = useState(queries)
  return (
    <QueryClientProvider client={client}>
      <Outlet />
      <EveryPage />
      <Toaster />
    </QueryClientProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  const what = missing ? t`Page not found` : generalTexts.wentWrong
  return (
    <main className="wrap flex min-h-[60svh] flex-col items-start justify-center gap-4">
      <title>{titled(what)}</title>
      <h1 className="font-display text-h1">{what}</h1>
      {!missing && <p className="text-ink-2">{generalTexts.tryAgainLater}</p>}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/" reloadDocument>{t`Back to home`}</ButtonLink>
        <ButtonLink to="/models" variant="outline" reloadDocument>{t`Browse Models`}</ButtonLink>
      </div>
    </main>
  )
}
