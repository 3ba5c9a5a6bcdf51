import { execFile } from "node:child_process"
import { promisify } from "node:util"

const execute = promisify(execFile)

/** Runs a program of the server as npm does, with these settings only, to its end. */
export async function runCommand(program: string, argument: string, env: object) {
  return execute(process.execPath, [program, argument], { env: { PATH: process.env.PATH, ...env } }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    ({ code, stdout, stderr }) => ({ code: code as number, stdout: stdout as string, stderr: stderr as string }),
  )
}
