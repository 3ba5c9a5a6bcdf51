import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { parseEnv } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { environment, readSettings, warningsOf } from "#server/platform/settings.ts"
import { findProgram } from "#test/serviceProcess.ts"
import { openShop, type TestShop } from "#test/shop.ts"

const read = (name: string) => readFileSync(`deploy/${name}`, "utf8")
const compose = parse(read("compose.yaml"), { merge: true })
const dockerfile = read("Dockerfile")
const unit = read("vitrine.service")
const [deployment, service, budget, scaler] = parseAllDocuments(read("kubernetes/shop.yaml")).map((one) => one.toJS())
const ingress = parse(read("kubernetes/ingress.yaml"))
const example = read("shop.env.example")

const pod = deployment.spec.template.spec
const [container] = pod.containers
const ofImage = parseEnv(
  dockerfile
    .match(/^ENV (.+)$/m)![1]!
    .split(" ")
    .join("\n"),
)
const ofUnit = parseEnv(
  unit
    .match(/^Environment=(.+)$/m)![1]!
    .split(" ")
    .join("\n"),
)
const ofShop = parseEnv(example)
const ofCluster = Object.fromEntries(container.env.map(({ name, value }: Record<string, string>) => [name, value]))

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("every setting that is named exists", () => {
  const known = new Set(Object.keys(environment.shape))
  const commented = [...example.matchAll(/^#([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name!)
  const environments = [ofImage, ofUnit, ofShop, ofCluster, compose.services["node-1"].environment]
  const named = new Set([...environments.flatMap(Object.keys), ...commented])
  // Node's and the system's own.
  const others = [...named].filter((name) => !known.has(name) && !/^(NODE_\w+|PATH)$/.test(name))
  expect(others).toEqual([])
})

test.each([
  ["compose.yaml", { ...ofImage, ...ofShop, ...compose.services["node-1"].environment }],
  ["kubernetes", { ...ofImage, ...ofShop, ...ofCluster }],
  ["vitrine.service", { ...ofUnit, ...ofShop }],
])("a node starts with the settings of %s and shop.env.example, as a public shop behind one proxy", (_, env) => {
  const settings = readSettings(env)
  expect(settings).toMatchObject({ isPublic: true, demo: false, paymentsSandbox: false, ageSandbox: false })
  expect(settings).toMatchObject({ trustProxy: 1, port: 3000, production: true })
  // Nothing is encrypted on the network of one machine. The owner fills in the keys of the payment provider.
  const serious = warningsOf(settings).filter((warning) => !/encrypted|^NOWPAYMENTS_API_KEY/.test(warning))
  expect(serious).toEqual([])
})

test("the proxy asks the nodes at their addresses, and every health check asks for a page that exists", () => {
  const nodes = ["node-1", "node-2"].map((name) => compose.services[name])
  const addresses = nodes.map(({ networks }) => `${networks.front.ipv4_address}:${ofImage.PORT}`)
  expect([...read("site/nodes.conf").matchAll(/^server (\S+)/gm)].map(([, address]) => address)).toEqual(addresses)
  expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${ofImage.PORT}$`, "m"))
  expect(container.ports).toEqual([{ name: "http", containerPort: Number(ofImage.PORT) }])
  expect(service.spec.ports[0].targetPort).toBe("http")
  expect(ingress.spec.rules[0].http.paths[0].backend.service).toEqual({ name: "shop", port: { name: "http" } })

  const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe]
  const asked = [...probes.map(({ httpGet }) => httpGet.path), /\}(\/\w+)`/.exec(dockerfile)![1]]
  for (const url of asked) expect([url, shop.app.http.hasRoute({ method: "GET", url })]).toEqual([url, true])
  const ports = [...read("site/server.conf").matchAll(/^listen (\d+)/gm)].map(([, port]) => port)
  expect(compose.services.proxy.ports.map((one: string) => one.split(":")[1])).toEqual(ports)
})

test("nothing runs as root that need not, and nothing but the proxy can be reached from outside", () => {
  for (const [name, one] of Object.entries<Record<string, any>>(compose.services)) {
    expect([name, one.security_opt]).toEqual([name, ["no-new-privileges:true"]])
    if (!name.startsWith("postgres")) expect([name, one.read_only, one.cap_drop]).toEqual([name, true, ["ALL"]])
    if (name !== "proxy") expect([name, one.ports]).toEqual([name, undefined])
    expect([name, "healthcheck" in one || name.startsWith("node")]).toEqual([name, true])
    for (const secret of one.secrets ?? []) expect(compose.secrets).toHaveProperty([secret])
  }
  expect(compose.networks.back.internal).toBe(true)
  for (const name of ["postgres-1", "postgres-2", "valkey", "s3"])
    expect([name, compose.services[name].networks]).toEqual([name, ["back"]])
  expect(dockerfile).toMatch(/^USER 10001:10001$/m)
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  })
  const written = container.volumeMounts.map(({ mountPath }: Record<string, string>) => mountPath)
  expect(written).toEqual([ofImage.DATA_DIR, "/tmp"])
})

test("every file that is mounted or copied exists, or is one of the place", () => {
  const mounted = Object.values<Record<string, any>>(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((one: string) => one.split(":")[0]),
  )
  const [files, volumes] = [mounted.filter((one) => one.startsWith("./")), mounted.filter((one) => !/^\./.test(one))]
  for (const file of files) expect([file, existsSync(`deploy/${file}`)]).toEqual([file, true])
  expect(Object.keys(compose.volumes).sort()).toEqual([...new Set(volumes)].sort())
  const ignored = readFileSync(".dockerignore", "utf8").split("\n")
  const here = readdirSync(".")
  for (const [, from] of dockerfile.matchAll(/^COPY ((?!--from)[^.\n].*) \S+$/gm))
    for (const one of from!.split(" "))
      expect([one, here.includes(one), ignored.includes(`!${one}`)]).toEqual([one, true, true])
})

test("a node is given the time it needs to stop, and a cluster grows by numbers that /metrics has", async () => {
  const longestStop = /longestStop = ([\d_]+)/.exec(readFileSync("server/start/serve.ts", "utf8"))![1]!.replace("_", "")
  const { stopNotice } = readSettings({ TRUST_PROXY: "1", PUBLIC_URL: "https://shop.example" })
  const most = (Number(longestStop) + stopNotice) / 1000
  expect(Number.parseInt(compose.services["node-1"].stop_grace_period, 10)).toBeGreaterThan(most)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(most)
  expect(pod.terminationGracePeriodSeconds - container.lifecycle.preStop.sleep.seconds).toBeGreaterThan(most)
  const { body } = await shop.app.http.inject("/metrics")
  for (const { pods } of scaler.spec.metrics) expect(body).toMatch(new RegExp(`^${pods.metric.name}[ {]`, "m"))
  expect(scaler.spec.scaleTargetRef.name).toBe(deployment.metadata.name)
  expect(budget.spec.selector).toEqual(deployment.spec.selector)
})

const analyze = findProgram("systemd-analyze")
test.skipIf(!analyze)("systemd knows every line of the unit, and finds the service well enclosed", () => {
  const security = ["security", "--offline=true", "--threshold=20", "deploy/vitrine.service"]
  expect(execFileSync(analyze!, security, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })).toContain("OK")
  let said = ""
  try {
    execFileSync(analyze!, ["verify", "deploy/vitrine.service"], { encoding: "utf8", stdio: "pipe" })
  } catch (error) {
    said = (error as { stderr: string }).stderr
  }
  // The executable of the unit is not on this machine.
  const complaints = said
    .split("\n")
    .filter((line) => line && !/Command \/opt\/vitrine\/\S+ is not executable/.test(line))
  expect(complaints).toEqual([])
})
