import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import type { DemoModel } from "../../server/start/demo/catalogue.ts"
import { folderOf, type ManifestImage, type ManifestVideo } from "../../server/start/demo/manifest.ts"
import { type DemoVideo, demoPosterKey, demoVideoKey, type Motion } from "../../server/start/demo/videos.ts"
import type { openStudio } from "./browser.ts"
import { encode } from "./encode.ts"
import type { Part, Pose } from "./scene.ts"

type Studio = Awaited<ReturnType<typeof openStudio>>
interface Size {
  width: number
  height: number
}

const rate = 24
const webm = ["-c:v", "libvpx-vp9", "-crf", "36", "-b:v", "0", "-row-mt", "1", "-cpu-used", "5", "-pix_fmt", "yuv420p"]
const mp4 = (crf: number) => ["-c:v", "libx264", "-preset", "slow", "-crf", `${crf}`, "-pix_fmt", "yuv420p"]

/** Renders one turn for the slideshow, which ends where it began. The first frame is its poster. */
export async function turntable(
  key: string,
  { render }: DemoModel,
  studio: Studio,
  samples: number,
): Promise<[ManifestImage, ManifestVideo]> {
  const size = { width: 1280, height: 800 }
  const seconds = 5
  const count = rate * seconds
  const shoot = (frame: number, only?: Part) =>
    studio.shoot({
      piece: render,
      room: render.room,
      view: { turn: turnAt(frame / count), hero: true },
      ...size,
      samples,
      only,
    })
  const encoders = { mp4: mp4(23), webm }
  // The room does not move: only the middle, where the piece turns, is drawn for every frame.
  const middle = { x: 430, y: 60, width: 420, height: 640 }
  const poster = await shoot(0)
  await write(key, size, encoders, count, async (frame) =>
    frame === 0 ? poster : inlay(poster, size, await shoot(frame, middle), middle),
  )
  const image = await encode(`${key}-poster`, poster, { ...size, widths: [320, 800, 1280] })
  return [image, { kind: "film", key, ...size, duration: seconds, formats: ["mp4", "webm"], poster: image.key }]
}

const turnAt = (share: number) => -0.45 + share * Math.PI * 2
/** Starts and ends slowly, without a jolt. */
const eased = (share: number) => share * share * (3 - 2 * share)

const poses: Record<Motion, (share: number) => Pose> = {
  turn: (share) => ({ turn: turnAt(share) }),
  lamp: (share) => ({ turn: -0.3, lamp: -0.5 + 1.9 * eased(share) }),
  near: (share) => ({ turn: -0.45, near: 1 - eased(share) }),
}

/** Renders a demo video: 720p, silent, with a poster frame. */
export async function renderVideo(
  { slug, motion, seconds }: DemoVideo,
  { render }: DemoModel,
  studio: Studio,
): Promise<[ManifestImage, ManifestVideo]> {
  const size = { width: 1280, height: 720 }
  const count = rate * seconds
  const shoot = (share: number, samples: number, only?: Part) =>
    studio.shoot({ piece: render, room: render.room, view: poses[motion](share), ...size, samples, only })
  const key = demoVideoKey(slug)
  const still = await shoot(motion === "near" ? 0.75 : 0, 4)
  const middle = motion === "turn" ? { x: 400, y: 0, width: 480, height: 720 } : undefined
  const ground = middle && (await shoot(0, 2))
  await write(key, size, { mp4: mp4(25) }, count, async (frame) => {
    const picture = await shoot(frame / count, 1, middle)
    return ground && middle ? inlay(ground, size, picture, middle) : picture
  })
  const poster = await encode(demoPosterKey(slug), still, { ...size, widths: [320, 480, 640, 960, 1280] })
  return [poster, { kind: "film", key, ...size, duration: seconds, formats: ["mp4"], poster: poster.key }]
}

/** Sends frames to ffmpeg as they are drawn. */
async function write(
  key: string,
  { width, height }: Size,
  encoders: Record<string, string[]>,
  count: number,
  frameAt: (frame: number) => Promise<Buffer>,
): Promise<void> {
  await mkdir(folderOf(key), { recursive: true })
  const files = Object.entries(encoders).flatMap(([format, options]) => [
    "-an",
    ...options,
    ...(format === "mp4" ? ["-movflags", "+faststart"] : []),
    join(folderOf(key), `film.${format}`),
  ])
  const source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`, "-r", `${rate}`, "-i", "-"]
  const ffmpeg = spawn("ffmpeg", ["-v", "error", "-y", ...source, ...files], { stdio: ["pipe", "inherit", "inherit"] })
  const finished = once(ffmpeg, "exit")
  for (let frame = 0; frame < count; frame++) {
    if (!ffmpeg.stdin.write(await frameAt(frame))) await once(ffmpeg.stdin, "drain")
  }
  ffmpeg.stdin.end()
  const [code] = await finished
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

function inlay(ground: Buffer, { width }: Size, part: Buffer, at: Part) {
  const picture = Buffer.from(ground)
  for (let y = 0; y < at.height; y++) {
    const from = y * at.width * 3
    part.copy(picture, ((at.y + y) * width + at.x) * 3, from, from + at.width * 3)
  }
  return picture
}
