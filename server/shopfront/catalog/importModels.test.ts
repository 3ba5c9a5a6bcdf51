import { afterAll, beforeAll, expect, test } from "vitest"
import type { ImportResult } from "#contract/modelSheet.ts"
import { importedNames, importTexts } from "#contract/modelSheet.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { aForm } from "#test/forms.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

let shop: TestShop
let content: TestPerson
beforeAll(async () => {
  shop = await openShop()
  content = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

async function send(file: string | Buffer, plan?: string, headers = {}) {
  const form = await aForm(plan === undefined ? {} : { plan }, { file: Buffer.from(file as string) })
  const answer = await shop.call("POST /api/dolls/import", {
    as: content,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  })
  return answer as typeof answer & { body: ImportResult }
}
const exported = async () =>
  (await shop.call("GET /api/dolls?all=1", { as: content, headers: { accept: "text/csv" } })).raw
const get = async (id: number) => (await shop.call(`GET /api/dolls/${id}`, { as: content })).body
const problemsOf = async (file: string | Buffer): Promise<ImportResult["problems"]> => (await send(file)).body.problems
const refusal = async (file: string | Buffer) => {
  const { status, body } = await send(file)
  return [status, (body as unknown as { detail: string }).detail]
}
const inUtf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])

test("an export comes back in with no change, whatever its texts are", async () => {
  await shop.aDoll({ name: "=1+1", description: "'=1+1", material: "-5 °C", packingSize: "+49 30 123456" })
  await shop.aDoll({ name: "@Ada", description: '"Quoted", with\r\na line; and more\n\n', bodySize: "''@x" })
  await shop.aDoll({
    longDescription: "  kept as it is \t",
    specifications: [
      { name: "Type: of \\ form", value: "Closed: loop" },
      { name: "Edition", value: "1 of 12" },
    ],
    stock: 3,
    heightCm: null,
  })
  await shop.aDoll({ isAvailable: false, draftAvailable: true, publishAt: new Date(shop.clock.now().getTime() + 1e7) })
  const file = await exported()
  const { body } = await send(file)
  expect(body).toMatchObject({ created: 0, updated: 0, problem_count: 0, is_done: false })
  expect(body.unchanged).toBe(body.rows)
  expect(body.rows).toBeGreaterThan(3)
  // A spreadsheet saves it with semicolons or as UTF-16, and with other line ends.
  expect((await send(inUtf16(file.toString("utf8").slice(1)))).body).toMatchObject({ updated: 0, problem_count: 0 })
})

test("a check writes nothing; the import does what it has shown, once, and is in the audit log", async () => {
  const known = await shop.aDoll({ name: "Vesper", priceCents: 10_000, stock: 5 })
  const file = [
    "id;reference;name;price_usd;description;height_cm;stock;draft",
    `${known.id};;Vesper II;120.5;${known.description};160;5;false`,
    ";N-1;Nadja;99;Black clay.;165;4;true",
  ].join("\r\n")
  const { body: check } = await send(file)
  expect(check).toMatchObject({ created: 1, updated: 1, unchanged: 0, problems: [] })
  expect(check.changes).toEqual([
    {
      row: 2,
      id: known.id,
      name: "Vesper",
      columns: ["name", "price_usd"],
      is_published: false,
      needs_approval: false,
    },
    expect.objectContaining({ row: 3, id: null, name: "Nadja" }),
  ])
  expect(await get(known.id)).toMatchObject({ name: "Vesper", price: 100 })
  const headers = { "idempotency-key": "import-of-nadja" }
  expect((await send(file, check.plan, headers)).body).toMatchObject({ is_done: true, created: 1, updated: 1 })
  expect((await send(file, check.plan, headers)).body).toMatchObject({ is_done: true, created: 1, updated: 1 })
  expect(await get(known.id)).toMatchObject({ name: "Vesper II", price: 120.5, stock: 5, version: 2 })
  const { body: found } = await shop.call("GET /api/dolls?all=1&q=Nadja", { as: content })
  expect(found).toMatchObject([{ name: "Nadja", reference: "N-1", stock: 4, draft: true, doll_height: 165 }])
  expect((await send(file)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  const boss = await shop.anAdmin()
  const { body: log } = await shop.call("GET /api/admin/audit-log?limit=2", { as: boss })
  expect(log.map(({ action }: { action: string }) => action)).toEqual(["doll.create", "doll.edit"])
})

test("an import takes what customs ask for, an export writes it, and the public does not see it", async () => {
  const known = await shop.aDoll({ name: "Customs" })
  const of = (cells: string) => `id,hs_code,origin_country,customs_value_usd\n${known.id},${cells}`
  const { body: wrong } = await send(of("9503,XX,ten"))
  expect(wrong.problems.map(({ column }: { column: string }) => column)).toEqual(
    expect.arrayContaining(["customs_value_usd"]),
  )
  const { body: also } = await send(of("9503,XX,10"))
  expect(also.problems).toEqual([
    { row: 2, column: "hs_code", message: modelAdminTexts.hsCode },
    { row: 2, column: "origin_country", message: modelAdminTexts.origin },
  ])
  const { body: check } = await send(of("9503.00.70,jp,12.50"))
  await send(of("9503.00.70,jp,12.50"), check.plan)
  const facts = { hs_code: "95030070", origin_country: "JP", customs_value: 12.5 }
  expect(await get(known.id)).toMatchObject(facts)
  expect((await send(of("95030070,JP,12.5"))).body).toMatchObject({ unchanged: 1 })
  expect((await shop.call(`GET /api/dolls/${known.id}`)).body).not.toHaveProperty("hs_code")
})

test("new models are drafts unless the file says otherwise, and the check says what is published", async () => {
  const draft = await shop.aDoll({ isAvailable: false, draftAvailable: true })
  const file = [
    "id,reference,name,price_usd,description,height_cm,draft",
    ",D-1,Dora,10,Clay,165,",
    ",D-2,Dina,10,Clay,165,true",
    ",D-3,Dana,10,Clay,165,false",
    `${draft.id},,${draft.name},10,${draft.description},165,false`,
    ",D-4,Delia,10,Clay,,false",
    ",D-5,Dunja,10,Clay,120,false",
  ].join("\n")
  const { body: check } = await send(file)
  expect(check).toMatchObject({ created: 5, updated: 1, published: 2, awaiting_approval: 2 })
  const of = (name: "is_published" | "needs_approval") =>
    check.changes.flatMap((one: ImportResult["changes"][0]) => (one[name] ? [one.name] : []))
  expect(of("is_published")).toEqual(["Dana", draft.name])
  expect(of("needs_approval")).toEqual(["Delia", "Dunja"])
  await send(file, check.plan)
  const { body: shown } = await shop.call("GET /api/dolls?q=D&limit=100")
  const visible = shown.map(({ name }: { name: string }) => name)
  expect(visible).toEqual(expect.arrayContaining(["Dana"]))
  expect(visible).not.toEqual(expect.arrayContaining(["Delia"]))
  const { body: found } = await shop.call("GET /api/dolls?all=1&limit=5", { as: content })
  const drafts = found.map(({ reference, draft }: { reference: string; draft: boolean }) => [reference, draft])
  expect(drafts.toSorted()).toEqual([
    ["D-1", true],
    ["D-2", true],
    ["D-3", false],
    ["D-4", false],
    ["D-5", false],
  ])
  expect((await send(file)).body).toMatchObject({ created: 0, published: 0 })
})

test("what spreadsheets add is accepted: a line with the separator, empty columns at the end, a byte-order mark", async () => {
  const { id } = await shop.aDoll()
  for (const file of [
    `sep=;\r\nid;name;;\r\n${id};"A; B";;\r\n`,
    `\uFEFFsep=,\nid,name\n${id},A; B\n`,
    `id,name,,\n${id},A; B,,\n`,
  ]) {
    expect((await send(file)).body, file).toMatchObject({ updated: 1, problems: [] })
  }
  expect(await problemsOf(`id,name,\n${id},B,lost`)).toMatchObject([{ row: 2, column: null }])
})

test("a price that is too high is called that, and an unknown column is answered with the known ones", async () => {
  const [problem] = await problemsOf("reference,name,price_usd,description\nHIGH,Hanna,99999999999,Clay")
  expect(problem).toEqual({ row: 2, column: "price_usd", message: "Must be 1,000,000 or less." })
  const { body } = await send("reference,Title,Vendor\nT-1,a,b")
  expect(body.problems.map((one: ImportResult["problems"][0]) => one.column)).toEqual(["title", "vendor"])
  expect(body.notes).toEqual([importTexts.columns(importedNames.join(", "))])
  expect(importedNames).toContain("price_usd")
  expect(importedNames).not.toContain("rating")
})

test("an import is refused when a model has changed since the check, or when it has problems", async () => {
  const known = await shop.aDoll({ name: "Wanda" })
  const file = `id,name\n${known.id},Wanda II\n`
  const { body: check } = await send(file)
  await shop.call(`PATCH /api/dolls/${known.id}`, { as: content, body: { price: 5 } })
  const stale = await send(file, check.plan)
  expect([stale.status, (stale.body as unknown as { detail: string }).detail]).toEqual([412, importTexts.changed])
  const bad = `id,name\n${known.id},\n`
  const { body: badCheck } = await send(bad)
  expect((await send(bad, badCheck.plan)).status).toBe(422)
  expect((await get(known.id)).name).toBe("Wanda")
})

test("each problem is named with its row and column", async () => {
  const known = await shop.aDoll({ name: "Xenia" })
  const gone = await shop.aDoll({ deletedAt: shop.clock.now() })
  await shop.aDoll({ slug: "TAKEN" })
  const rows = [
    "id,reference,name,price_usd,release_date,description,is_available,category",
    `${known.id},,Xenia,12.345,14.3.2026,Fine,maybe,vintage`,
    `${known.id},,Xenia,12,,Fine,,`,
    "999999999,,X,1,,Y,,",
    ",,Nobody,1,,Y,,",
    `${gone.id},,Gone,1,,Y,,`,
    ",N-2,,,,,,",
    ",N-3,A girl of 15,10,,Clay,,",
    `${known.id},TAKEN,Xenia,12,,Fine,,`,
    ",N-4,Long,10,,Clay,,,too,much",
    ",N 5,Space,10,,Clay,,",
  ]
  const named = (await problemsOf(rows.join("\n"))).map(({ row, column }) => [row, column])
  const expected = [
    [2, "price_usd"],
    [2, "release_date"],
    [2, "is_available"],
    [2, "category"],
    [3, "id"],
    [4, "id"],
    [5, "id"],
    [6, "id"],
    [7, "name"],
    [7, "price_usd"],
    [7, "description"],
    [8, "name"],
    [9, "reference"],
    [10, null],
    [11, "reference"],
  ]
  expect(new Set(named.map(String))).toEqual(new Set(expected.map(String)))
  expect(named).toHaveLength(expected.length)
})

test("a short file with two columns is read with the separator of its header", async () => {
  const { id, name } = await shop.aDoll()
  for (const separator of [",", ";", "\t"]) {
    const { body } = await send(`id${separator}name\n${id}${separator}"${name}, twice; thrice"\n`)
    expect([separator, body]).toMatchObject([separator, { updated: 1, problem_count: 0 }])
  }
})

test("files that are not what they should be are refused with a sentence", async () => {
  const unreadable = [422, importTexts.unreadable]
  expect(await refusal(Buffer.from([0x69, 0x64, 0x2c, 0xe4, 0x0a, 0x31]))).toEqual(unreadable)
  expect(await refusal(Buffer.from("id,name\n1,\0"))).toEqual(unreadable)
  expect(await refusal(`id${",x".repeat(200)}\n1`)).toEqual(unreadable)
  expect(await refusal("id,name\n")).toEqual([422, importTexts.empty])
  expect(await refusal("")).toEqual([422, importTexts.empty])
  expect((await refusal('id,name\n1,"open'))[1]).toMatch(/^Row 2 has a quotation mark/)
  expect(await refusal(`id,name\n${"1,a\n".repeat(501)}`)).toEqual([422, importTexts.tooMany])
  expect((await send(`id,name\n1,${"x".repeat(4_300_000)}`)).status).toBe(413)
  // These would hold up the process for seconds.
  for (const marks of ['",', '"a', "\n", ","]) {
    expect(await refusal(`id,name\n1,"${marks.repeat(1_400_000)}`)).toEqual([422, importTexts.tooMany])
  }
  expect(await problemsOf("id,name,colour,name\n1,a,b,c")).toMatchObject([
    { row: 1, column: "colour" },
    { row: 1, column: "name" },
  ])
  expect(await problemsOf("name\na")).toMatchObject([{ row: 1, column: null, message: importTexts.noKey }])
  expect(await problemsOf(`reference,name,price_usd,description\nBIG,${"x".repeat(50_000)},1,a`)).toMatchObject([
    { row: 2, column: "name" },
  ])
})
