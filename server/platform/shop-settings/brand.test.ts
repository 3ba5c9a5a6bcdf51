import sharp from "sharp"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { brandTexts, defaultColors, defaultLook, faceNames, facePairs } from "#contract/brand.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { aForm } from "#test/forms.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { auditLog } from "../records/tables.ts"
import { cleanSvg } from "./svg.ts"

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop({}, { pages: true })
  boss = await shop.anAdmin()
})
beforeEach(async () => {
  await shop.call("DELETE /api/admin/brand", { as: boss })
})
afterAll(() => shop.close())

const yellow = { canvas: "#000000", ink: "#ffd400", accent: "#ffd400", highlight: "#ffe98a" }
const usual = { ...defaultColors, corners: "sharp" }
const publish = async (
  fields: Record<string, string>,
  files: Record<string, Uint8Array> = {},
  { as = boss, headers = {} }: { as?: TestPerson; headers?: Record<string, string> } = {},
) => {
  const form = await aForm({ faces: "imbue", ...fields }, files)
  return shop.call("PUT /api/admin/brand", { as, ...form, headers: { ...form.headers, ...headers } })
}
const svg = (inner: string, root = 'viewBox="0 0 120 40"') =>
  Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${root}>${inner}</svg>`)
const logo = svg('<rect width="120" height="40" fill="#123456"/>')
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#345678" } })
    .png()
    .toBuffer()

test("only super admins see and change the brand", async () => {
  for (const type of ["content_admin", "financial_admin"] as const) {
    const as = await shop.anAdmin(type)
    expect((await shop.call("GET /api/admin/brand", { as })).status).toBe(403)
    expect((await publish({ ...yellow, corners: "soft" }, {}, { as })).status).toBe(403)
    expect((await shop.call("DELETE /api/admin/brand", { as })).status).toBe(403)
  }
})

test("colours and corners are published, recorded and taken back; a concurrent change is a conflict", async () => {
  const read = await shop.call("GET /api/admin/brand", { as: boss })
  const seen = { "if-match": String(read.headers.etag) }
  const changed = await publish({ ...yellow, corners: "soft" }, {}, { headers: seen })
  expect(changed.body).toMatchObject({ colors: yellow, corners: "soft", logo: null, updated_by: boss.fullName })
  const stale = await publish({ ...usual, corners: "soft" }, {}, { headers: seen })
  expect([stale.status, stale.body.detail]).toEqual([412, staffAnswerTexts.changed])
  expect((await shop.call("DELETE /api/admin/brand", { as: boss, headers: seen })).status).toBe(412)
  expect((await publish({ ...yellow, corners: "soft" })).headers.etag).toBe(changed.headers.etag)
  const log = (await shop.app.store.db.select().from(auditLog)).filter(({ action }) => action === "brand.publish")
  expect(log.at(-1)).toMatchObject({
    before: { colors: null, corners: "sharp" },
    after: { colors: yellow, corners: "soft" },
  })
  const reset = await shop.call("DELETE /api/admin/brand", { as: boss })
  expect(reset.body).toMatchObject(defaultLook)
  // The colours that a new shop has are no colours of its own.
  expect((await publish(usual)).body.colors).toBe(null)
})

test("colours that cannot be read are refused at their field, with the nearest one that can", async () => {
  const { status, body } = await publish({ ...usual, canvas: "#ffffff", accent: "#ffcc00" })
  expect([status, body.errors]).toEqual([422, [{ path: "accent", message: brandTexts.unreadable("#886d0b") }]])
  const wrong = await publish({ ...usual, ink: "red;}" })
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, "ink"])
})

test("a drawing is served cleaned, as a picture that runs nothing; what replaces it removes it", async () => {
  const { body } = await publish(usual, { logo, logo_dark: await png(300, 100) })
  expect(body.logo).toMatchObject({ width: 720, height: 240 })
  expect(body.logo_dark.url).toMatch(/^\/brand\/[\da-f-]{36}\/logo\.png$/)
  const file = await shop.call(`GET ${body.logo.url}`)
  expect(file.headers).toMatchObject({
    "content-type": "image/svg+xml",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=31536000, immutable",
  })
  const social = await shop.call("GET /brand/social.jpg")
  expect(await sharp(social.raw).metadata()).toMatchObject({ width: 1200, height: 630, format: "jpeg" })
  const next = await publish(usual, { logo: await png(400, 100) })
  expect(next.body.logo_dark).toEqual(body.logo_dark)
  await expect.poll(async () => (await shop.call(`GET ${body.logo.url}`)).status).toBe(404)
  const gone = await publish({ ...usual, logo: "none", logo_dark: "none" })
  expect(gone.body).toMatchObject(defaultLook)
  await expect.poll(async () => (await shop.call(`GET ${next.body.logo.url}`)).status).toBe(404)
  expect((await shop.call("GET /brand/social.jpg")).status).toBe(404)
})

test.each([
  ["a picture that is no logo", async () => Buffer.from("GIF89a"), brandTexts.notALogo],
  ["a text", async () => Buffer.from("<html></html>"), brandTexts.notALogo],
  ["a style sheet", async () => svg("<style>*{fill:red}</style>"), brandTexts.styledSvg],
  ["a broken drawing", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><g>"), brandTexts.notAnSvg],
  ["a second drawing", async () => svg("<g/></svg><svg>"), brandTexts.notAnSvg],
  ["a large drawing", async () => svg(`<title>${"a".repeat(200_000)}</title>`), brandTexts.logoTooLarge],
  ["a narrow picture", () => png(2000, 50), brandTexts.logoShape],
])("%s is refused as a logo", async (_, file, message) => {
  const { status, body } = await publish(usual, { logo: await file() })
  expect([status, body.errors]).toEqual([422, [{ path: "logo", message }]])
})

test("a logo for the dark theme needs one for the light theme", async () => {
  const { body } = await publish(usual, { logo_dark: logo })
  expect(body.errors).toEqual([{ path: "logo_dark", message: brandTexts.darkAlone }])
})

test("icons are made from one square picture, and the manifest names them", async () => {
  const small = await publish(usual, { icon: await png(300, 300) })
  expect(small.body.errors).toEqual([{ path: "icon", message: brandTexts.iconTooSmall }])
  expect((await publish(usual, { icon: await png(900, 600) })).status).toBe(422)
  const { body } = await publish(usual, { icon: await png(800, 800) })
  for (const [name, edge] of Object.entries({
    "icon-48": 48,
    "icon-192": 192,
    "icon-512": 512,
    "apple-touch-icon": 180,
    "maskable-192": 192,
    "maskable-512": 512,
  })) {
    const file = await shop.call(`GET ${body.icons}/${name}.png`)
    expect(await sharp(file.raw).metadata(), name).toMatchObject({ width: edge, height: edge, format: "png" })
  }
  expect((await publish(usual, { icon: svg('<circle cx="5" cy="5" r="4"/>', 'viewBox="0 0 10 10"') })).status).toBe(200)
})

test("each pair of typefaces has its style and files, which plain pages follow; another one is refused", async () => {
  const plain = async () => (await shop.call("GET /sandbox/pay/unknown")).raw.toString()
  expect(await plain()).not.toContain("faces")
  for (const name of faceNames.slice(1)) {
    expect((await publish({ ...usual, faces: name })).body).toMatchObject({ colors: null, faces: name })
    expect(await plain()).toMatch(
      new RegExp(`<html [^>]* data-faces="${name}">.* href="/brand/faces/${name}.css"`, "s"),
    )
    const { raw, headers } = await shop.call(`GET /brand/faces/${name}.css`)
    expect(headers["content-type"]).toContain("text/css")
    const style = raw.toString()
    const files = [...style.matchAll(/url\((.+?)\)/g)].map(([, file]) => file!)
    expect(files).toEqual(["display", "display-ext", "text", "text-ext"].map((part) => `${name}-${part}.woff2`))
    for (const file of files) {
      const font = await shop.call(`GET /brand/faces/${file}`)
      expect([font.headers["content-type"], font.raw.toString("latin1", 0, 4)]).toEqual(["font/woff2", "wOF2"])
    }
    for (const family of facePairs[name]) {
      expect(style).toContain(`font-family:"${family}";`)
      expect(style).toContain(`font-family:"${family} Fallback";`)
    }
  }
  expect((await shop.call("GET /brand/faces/comic.css")).status).toBe(422)
  expect((await publish({ ...usual, faces: "comic" })).body.errors[0].path).toBe("faces")
})

test("emails have the colours and the logo, and those of a new shop are unchanged", async () => {
  const register = async (email: string) => {
    const body = { email, password: "Copper-Lathe-25", full_name: "Ada Lov", region: "eu" }
    await shop.call("POST /api/auth/register", { body })
    const sent = await shop.app.store.db.select().from(mailOutbox)
    return sent.find(({ toAddress }) => toAddress === email)!.bodyHtml
  }
  const before = await register("first@demo.example")
  expect(before).toContain('style="margin:0;padding:0;background:#f1f6f4"')
  expect(before).not.toContain("<img")
  expect(before).toContain("font-family:Georgia,")
  const { body } = await publish({ ...yellow, corners: "sharp", faces: "quicksand" }, { logo })
  const after = await register("second@demo.example")
  expect(after).toContain(".room{background:#000000!important}")
  expect(after).toMatch(new RegExp(`src="https?://[^"]+${body.logo.url.replace(".svg", ".png")}"`))
  expect(after).not.toMatch(/#f1f6f4|Georgia/)
})

test.each([
  ["scripts", "<script>alert(1)</script><rect/>"],
  ["handlers", '<rect onload="alert(1)" onclick="alert(1)"/>'],
  [
    "foreign HTML",
    "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><iframe src='x'/></body></foreignObject>",
  ],
  ["links", '<a href="javascript:alert(1)"><rect/></a>'],
  ["links by another prefix", '<a xmlns:x="http://www.w3.org/1999/xlink" x:href="javascript:alert(1)"><rect/></a>'],
  [
    "pictures from elsewhere",
    '<image href="https://evil.example/a.png"/><image xlink:href="data:image/png;base64,AA"/>',
  ],
  ["parts from elsewhere", '<use href="https://evil.example/a.svg#x"/>'],
  ["fills from elsewhere", '<rect fill="url(https://evil.example/#a)" style="fill:url(//evil.example#b)"/>'],
  ["animations", '<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="x" onbegin="alert(1)"/>'],
  [
    "other namespaces",
    "<g xmlns='http://www.w3.org/1999/xhtml'><title xmlns='http://www.w3.org/1999/xhtml'>a</title></g>",
  ],
])("a drawing loses %s", (_, inner) => {
  const clean = cleanSvg(svg(inner, 'viewBox="0 0 9 9" onload="alert(1)"').toString())!
  expect(clean).toMatch(/^<svg /)
  expect(clean).not.toMatch(/script|alert|evil|xhtml|<a |<image|<set|<animate|foreign|data:| on\w+=/i)
})

test("a drawing keeps its shapes, gradients and styles; entities and copies of copies are refused", () => {
  const kept = svg(
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><path d="M0 0h9" style="fill:url(#a);stroke:#000" clip-path="url(#c)"/><use href="#b"/>',
  )
  const clean = cleanSvg(kept.toString())!
  for (const part of ["linearGradient", 'fill="url(#a)"', 'stroke="#000"', 'href="#b"', "viewBox"]) {
    expect(clean).toContain(part)
  }
  const bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
  expect(cleanSvg(`${bomb}<svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>`) ?? "").not.toContain(
    "ENTITY",
  )
  expect(cleanSvg(svg('<use href="#a"/>'.repeat(20)).toString())).toBe(null)
})
