// npm run demo:media: draws what is missing of the demo shop's pictures, and what an older recipe drew. Arguments are
// keys to draw again, such as `demo/isolde-front`, or slugs. Everything but the videos took 40 minutes on two cores
// that were shared with other work. STUDIOS says how many pictures are drawn at a time.
import { type DemoModel, demoModels } from "../../server/start/demo/catalogue.ts"
import { imageKey, nightKey, type View } from "../../server/start/demo/manifest.ts"
import type { Room } from "../../server/start/demo/piece.ts"
import { heroKey, heroPieces, slideVideoKey, slideVideoModel } from "../../server/start/demo/slides.ts"
import { demoVideoKey, demoVideos } from "../../server/start/demo/videos.ts"
import { drawBrand } from "./brand.ts"
import { openStudio } from "./browser.ts"
import { encode, openManifest, recipe, recipes } from "./encode.ts"
import type { Shot } from "./scene.ts"
import { renderVideo, turntable } from "./video.ts"

type Job = { key: string; shot: Shot; widths: number[]; recipe: number }

const again = process.argv.slice(2)
const manifest = await openManifest()
// Several studios work at a time: while one reads its picture back, the others draw.
const studios = await Promise.all(Array.from({ length: Number(process.env.STUDIOS ?? 4) }, openStudio))
const studio = studios[0]!
const wanted = ({ key, recipe }: Job, slug?: string) =>
  manifest.recipeOf(key) !== recipe || again.includes(key) || (slug !== undefined && again.includes(slug))

const samples = 1
const large = { width: 1920, height: 2400, samples, widths: [320, 480, 640, 800, 1280, 1920] }
/** Pictures for thumbnails and the gallery only. */
const medium = { width: 1280, height: 1600, samples, widths: [320, 800, 1280] }
const small = { width: 960, height: 1200, samples, widths: [320, 960] }
/** Pictures that cards also show under the pointer. */
const front = { ...small, widths: [320, 480, 960] }
const landscape = { width: 1920, height: 1200, samples: 2, widths: [320, 800, 1280, 1920] }

const named = demoModels.filter(({ slug }) => again.includes(slug))
const models = named.length > 0 ? named : demoModels
const heroes = heroPieces.map((slug) => demoModels.find((model) => model.slug === slug)!)
// The primary pictures come first, because a shop may be filled from a run that was stopped.
const batches: Job[][] = [
  (["daylight", "night"] as const).flatMap((room) => [plinth(room), emptyRoom(room)]),
  ...heroes.map((model) => [
    job(model, "hero", "daylight", landscape, heroKey(model.slug)),
    job(model, "hero", "night", landscape, nightKey(heroKey(model.slug))),
  ]),
  ...models.map((model) => [
    job(model, "three-quarter", "daylight", large),
    job(model, "three-quarter", "night", large, nightKey(imageKey(model.slug, "three-quarter"))),
    job(model, "detail", model.render.room, medium),
  ]),
  ...models.map((model) => [job(model, "base", model.render.room, medium)]),
  ...models.map((model) => [job(model, "room", model.render.room, medium)]),
  ...models.map((model) => [job(model, "front", "daylight", front)]),
  ...models.map((model) => [job(model, "profile", "daylight", small)]),
].map((batch) => batch.filter((job) => wanted(job, models.find(({ render }) => render === job.shot.piece)?.slug)))
await Promise.all(studios.map(work))
await drawBrand(studio, again.includes("brand"))
if (!manifest.has(slideVideoKey) || again.includes(slideVideoKey)) {
  const model = demoModels.find(({ slug }) => slug === slideVideoModel)!
  for (const entry of await turntable(slideVideoKey, model, studio, 1)) await manifest.add(entry)
  said(slideVideoKey)
}
for (const video of demoVideos) {
  if (manifest.has(demoVideoKey(video.slug)) && !again.includes(demoVideoKey(video.slug))) continue
  const model = demoModels.find(({ slug }) => slug === video.model)!
  for (const entry of await renderVideo(video, model, studio)) await manifest.add(entry)
  said(demoVideoKey(video.slug))
}
await Promise.all(studios.map((one) => one.close()))

/** Draws until nothing is left; a picture is written while the next one is drawn. */
async function work(one: typeof studio) {
  let writing: Promise<void> = Promise.resolve()
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    for (const { key, shot, widths, recipe } of batch) {
      const raw = await one.shoot(shot)
      await writing
      writing = encode(key, raw, { ...shot, widths }).then((entry) => manifest.add({ ...entry, recipe }))
      said(key)
    }
  }
  await writing
}

interface Size {
  width: number
  height: number
  samples: number
  widths: number[]
}

function job(
  { slug, name, plate, render }: DemoModel,
  view: View | "hero",
  room: Room,
  { widths, ...size }: Size,
  key = imageKey(slug, view === "hero" ? "three-quarter" : view),
): Job {
  const shot = { piece: render, room, view, ...size, words: { name, edition: plate } }
  return { key, shot, widths, recipe: recipes[view] ?? recipe }
}

function plinth(room: Room): Job {
  const key = room === "daylight" ? "demo/empty-plinth" : "demo/empty-plinth-night"
  const shot: Shot = { piece: null, room, view: "front", width: 960, height: 1200, samples: 4 }
  return { key, shot, widths: [320, 480, 640, 960], recipe }
}

/** The room with an empty plinth, shown beside the sign-in form. */
function emptyRoom(room: Room): Job {
  const key = room === "daylight" ? "demo/empty-room" : "demo/empty-room-night"
  const shot: Shot = { piece: null, room, view: "room", width: 1600, height: 1520, samples: 2 }
  return { key, shot, widths: [640, 960, 1280, 1600], recipe: recipes.room! }
}

function said(key: string) {
  console.log(new Date().toISOString().slice(11, 19), key)
}
