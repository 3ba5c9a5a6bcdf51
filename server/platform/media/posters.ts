import { spawn } from "node:child_process"
import { join } from "node:path"
import type { Container } from "./containers.ts"

const timeout = 20_000
/** The ffmpeg demuxer of each kind. A file cannot select another, such as one that reads a list of addresses. */
const readers: Record<Container["kind"], string> = { mp4: "mov", webm: "matroska" }

/**
 * Extracts a frame from shortly after the beginning of a video, and returns the path of a file in `into`. Null if
 * ffmpeg is missing or fails; a browser makes a poster then.
 */
export async function drawPoster(
  path: string,
  { kind, duration }: Container,
  { into, program = "ffmpeg" }: { into: string; program?: string },
): Promise<string | null> {
  const poster = join(into, "poster.png")
  const from = Math.min(1, (duration ?? 0) / 4).toFixed(2)
  const input = ["-protocol_whitelist", "file", "-f", readers[kind], "-ss", from, "-i", path]
  const output = ["-frames:v", "1", "-vf", "scale='min(1280,iw)':-2", "-threads", "1", "-y", poster]
  const ffmpeg = spawn(program, ["-nostdin", "-v", "error", ...input, ...output], {
    stdio: "ignore",
    timeout,
  })
  const isDone = await new Promise<boolean>((resolve) => {
    ffmpeg.once("error", () => resolve(false))
    ffmpeg.once("exit", (code) => resolve(code === 0))
  })
  return isDone ? poster : null
}
