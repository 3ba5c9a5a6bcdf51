import type { WriteStream } from "node:tty"

export interface Progress {
  phase: string
  files: number
  rows: number
  bytes: number
  /** Throws after the work was cancelled. */
  pass(bytes: number): void
  /** Passes on the bytes, and counts them. */
  counted(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer>
}

/** Shows the progress on a terminal as one changing line. After SIGINT and SIGTERM the work ends as if it failed. */
export function showProgress(terminal: WriteStream = process.stderr): Progress & { end(): void } {
  const stop = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => stop.abort(new Error(`Stopped by ${signal}`)))
  const clear = "\r\x1b[K"
  const show = () => terminal.write(`${clear}${progress.phase}: ${summaryOf(progress)}`)
  const timer = terminal.isTTY ? setInterval(show, 200).unref() : undefined
  const progress = {
    phase: "",
    files: 0,
    rows: 0,
    bytes: 0,
    pass: (bytes: number) => {
      stop.signal.throwIfAborted()
      progress.bytes += bytes
    },
    counted: async function* (content: AsyncIterable<Buffer>) {
      for await (const bytes of content) {
        progress.pass(bytes.length)
        yield bytes
      }
    },
    end: () => {
      clearInterval(timer)
      if (timer) terminal.write(clear)
    },
  }
  return progress
}

export function summaryOf({ files, rows, bytes }: Pick<Progress, "files" | "rows" | "bytes">): string {
  const counted = (count: number, one: string, many: string) =>
    `${count.toLocaleString("en")} ${count === 1 ? one : many}`
  return `${counted(rows, "row", "rows")}, ${counted(files, "file", "files")}, ${(bytes / 1_000_000).toFixed(1)} MB`
}
