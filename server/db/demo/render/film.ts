import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import type { DemoModel } from "../catalogue.ts"
import { folderOf, type ManifestFilm, type ManifestImage } from "../manifest.ts"
import type { openStudio } from "./browser.ts"
import { encode } from "./encode.ts"
import type { Part } from "./scene.ts"

const size = { width: 960, height: 1200 }
const rate = 24
const seconds = 5
/** The room stands still: only the middle, where the piece turns, is drawn for every frame. */
const turning: Part = { x: 250, y: 70, width: 460, height: 920 }
const encoders = {
  mp4: ["-c:v", "libx264", "-preset", "slow", "-crf", "23", "-pix_fmt", "yuv420p", "-movflags", "+faststart"],
  webm: ["-c:v", "libvpx-vp9", "-crf", "36", "-b:v", "0", "-row-mt", "1", "-cpu-used", "5", "-pix_fmt", "yuv420p"],
}

/** One turn of a piece, silent, that ends where it began. The first frame is its poster. */
export async function turntable(
  key: string,
  { render }: DemoModel,
  studio: Awaited<ReturnType<typeof openStudio>>,
  samples: number,
): Promise<[ManifestImage, ManifestFilm]> {
  await mkdir(folderOf(key), { recursive: true })
  const files = Object.entries(encoders).map(([format, options]) => [...options, join(folderOf(key), `film.${format}`)])
  const source = [
    "-f",
    "rawvideo",
    "-pix_fmt",
    "rgb24",
    "-s",
    `${size.width}x${size.height}`,
    "-r",
    `${rate}`,
    "-i",
    "-",
  ]
  const ffmpeg = spawn("ffmpeg", ["-v", "error", "-y", ...source, ...files.flatMap((file) => ["-an", ...file])], {
    stdio: ["pipe", "inherit", "inherit"],
  })
  const finished = once(ffmpeg, "exit")
  const shoot = (frame: number, only?: Part) => {
    const turn = -0.45 + (frame / (rate * seconds)) * Math.PI * 2
    return studio.shoot({ piece: render, room: render.room, view: { turn }, ...size, samples, only })
  }
  const poster = await shoot(0)
  for (let frame = 0; frame < rate * seconds; frame++) {
    const picture = frame === 0 ? poster : inlay(poster, await shoot(frame, turning))
    if (!ffmpeg.stdin.write(picture)) await once(ffmpeg.stdin, "drain")
  }
  ffmpeg.stdin.end()
  const [code] = await finished
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
  const image = await encode(`${key}-poster`, poster, size.width, size.height)
  return [image, { kind: "film", key, ...size, duration: seconds, formats: ["mp4", "webm"], poster: image.key }]
}

function inlay(ground: Buffer, part: Buffer) {
  const picture = Buffer.from(ground)
  for (let y = 0; y < turning.height; y++) {
    const from = y * turning.width * 3
    part.copy(picture, ((turning.y + y) * size.width + turning.x) * 3, from, from + turning.width * 3)
  }
  return picture
}
