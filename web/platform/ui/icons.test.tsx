import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import * as icons from "./icons.ts"

test("every icon is a drawing without paint of its own, in the size and class that the stylesheet paints", () => {
  const all = Object.entries(icons)
  expect(all.length).toBeGreaterThan(100)
  for (const [name, Icon] of all) {
    const html = renderToStaticMarkup(<Icon size={18} className="mt-1" aria-hidden />)
    expect(html, name).toMatch(
      /^<svg width="18" height="18" viewBox="0 0 24 24" class="lucide( lucide-pointing)? mt-1" aria-hidden="true"><\w+ .+<\/svg>$/,
    )
    expect(html, name).not.toMatch(/stroke|<g/)
  }
})
