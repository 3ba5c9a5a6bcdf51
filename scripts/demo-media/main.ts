// npm run demo:media: draws what is missing of the demo shop's pictures. Arguments are keys to draw again, such as
// `demo/isolde-front`, or slugs. About an hour and a half for everything on two cores.
import { demoModels, imageKey, type Room, type View } from "../../server/demo/catalogue.ts"
import { slideVideoKey, slideVideoModel } from "../../server/demo/reviews.ts"
import { demoVideoKey, demoVideos } from "../../server/demo/videos.ts"
import { drawBrand } from "./brand.ts"
import { openStudio } from "./browser.ts"
import { encode, openManifest } from "./encode.ts"
import { renderVideo, turntable } from "./video.ts"

const large = { width: 1280, height: 1600 }
const medium = { width: 960, height: 1200 }
/** What is seen first is drawn largest. */
const shots = {
  "three-quarter": { ...large, samples: 3 },
  detail: { ...medium, samples: 3 },
  front: { ...medium, samples: 3 },
  profile: { ...medium, samples: 3 },
} satisfies Record<View, object>
const again = process.argv.slice(2)
const manifest = await openManifest()
const studio = await openStudio()
/** A picture is written while the next one is drawn. */
let writing: Promise<void> = Promise.resolve()
const wanted = (key: string) => !manifest.has(key) || again.includes(key)

await shootAll("three-quarter")
for (const room of ["daylight", "night"] as const) await shootPlinth(room)
await drawBrand(studio, again.includes("brand"))
if (wanted(slideVideoKey)) {
  const model = demoModels.find(({ slug }) => slug === slideVideoModel)!
  for (const entry of await turntable(slideVideoKey, model, studio, 2)) await manifest.add(entry)
  console.log(slideVideoKey)
}
await shootAll("detail", "front", "profile")
await writing
for (const video of demoVideos) {
  if (!wanted(demoVideoKey(video.slug))) continue
  const model = demoModels.find(({ slug }) => slug === video.model)!
  for (const entry of await renderVideo(video, model, studio)) await manifest.add(entry)
  console.log(new Date().toISOString().slice(11, 19), demoVideoKey(video.slug))
}
await studio.close()

async function shootAll(...wantedViews: View[]) {
  for (const { slug, render } of demoModels) {
    for (const view of wantedViews) {
      const key = imageKey(slug, view)
      if (!wanted(key) && !again.includes(slug)) continue
      const raw = await studio.shoot({ piece: render, room: render.room, view, ...shots[view] })
      await writing
      writing = encode(key, raw, shots[view].width, shots[view].height).then((entry) => manifest.add(entry))
      console.log(new Date().toISOString().slice(11, 19), key)
    }
  }
}

async function shootPlinth(room: Room) {
  const key = room === "daylight" ? "demo/empty-plinth" : "demo/empty-plinth-night"
  if (!wanted(key)) return
  const raw = await studio.shoot({ piece: null, room, view: "front", ...medium, samples: 4 })
  await manifest.add(await encode(key, raw, medium.width, medium.height))
  console.log(key)
}
