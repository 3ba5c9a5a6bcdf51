import { spawn } from "node:child_process"
import { join } from "node:path"
import type { Container } from "./containers.ts"

const patience = 20_000
/** The name of each kind's reader in ffmpeg: no file may choose another one, such as a list of addresses. */
const readers: Record<Container["kind"], string> = { mp4: "mov", webm: "matroska", ogv: "ogg" }

/**
 * A picture of a film from a little after its beginning, as the path of a file in `into`; null where this machine has no ffmpeg or
 * ffmpeg cannot do it: a browser then makes one.
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
    timeout: patience,
  })
  const isDone = await new Promise<boolean>((resolve) => {
    ffmpeg.once("error", () => resolve(false))
    ffmpeg.once("exit", (code) => resolve(code === 0))
  })
  return isDone ? poster : null
}
