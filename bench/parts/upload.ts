import { randomBytes } from "node:crypto"
import sharp from "sharp"
import { demoPassword } from "../../server/db/demo/seed.ts"
import { memoryOf, pause, serveShop } from "../processes.ts"
import { type Row, verdict } from "../table.ts"

/** A photograph-like picture of almost 20 MB, and how far the server's memory rises while it is decoded and encoded. */
export async function upload(): Promise<Row[]> {
  const shop = await serveShop()
  const token = await admin(shop.url)
  const [width, height] = [2900, 2300]
  const noise = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  if (noise.length > 20 * 1024 * 1024) throw new Error(`The picture is too large: ${noise.length}`)
  await fetch(`${shop.url}/models`)
  await pause(3000)
  const before = memoryOf(shop.pid).now
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(shop.pid).now)
  }, 20)
  const form = new FormData()
  form.set("doll_id", "1")
  form.set("file", new Blob([new Uint8Array(noise)], { type: "image/png" }), "large.png")
  const answer = await fetch(`${shop.url}/api/images/upload`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  clearInterval(watch)
  if (!answer.ok) throw new Error(`The upload answers ${answer.status}: ${await answer.text()}`)
  await shop.stop()
  const growth = most - before
  return [
    {
      part: "upload",
      what: "upload of a 20 MB picture: growth of the server's memory",
      measured: `${Math.round(growth)} MB`,
      must: "250 MB",
      wanted: "120 MB",
      reached: verdict(growth, 250, 120),
      note: `${(noise.length / 2 ** 20).toFixed(1)} MiB sent`,
    },
  ]
}

async function admin(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@demo.example", password: demoPassword }),
  })
  return (await answer.json()).access_token
}
