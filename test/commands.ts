import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const execute = promisify(execFile)

/** The environment of a program without any setting of this machine. Its code is compiled once, as by `npm start`. */
export const environment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url)),
}

/** Runs a program of the server as npm does, with only these settings, and waits for its end. */
export async function runCommand(program: string, argument: string, env: object) {
  return execute(process.execPath, [program, argument], { env: { ...environment, ...env } }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    ({ code, stdout, stderr }) => ({ code: code as number, stdout: stdout as string, stderr: stderr as string }),
  )
}
