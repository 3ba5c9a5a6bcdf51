import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

// The baseline: a plain node:http server that sends the same bytes and headers.
const directory = process.argv[2]!
const headers = JSON.parse(readFileSync(join(directory, "headers.json"), "utf8"))
const body = readFileSync(join(directory, "body"))
const server = createServer((_, response) => response.writeHead(200, headers).end(body))
server.listen(0, "127.0.0.1", () => console.log(`open at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on("SIGTERM", () => process.exit(0))
