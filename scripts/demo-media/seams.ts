import * as THREE from "three"
import type { Shape } from "./families.ts"
import type { Random } from "./random.ts"
import type { Skin } from "./surfaces.ts"

type Line = [u: number, v: number][]

/**
 * Draws a mended crack: a band of gold that lies in the surface, wanders, tapers and forks. `groove` is the distance
 * from its middle, so that its edges can be lacquer.
 */
export function cracks(skin: Skin, { from, to }: Shape["seam"], random: Random) {
  const main = rounded(wander(from, to, 0.16, 6, random))
  const bands = [band(skin, main, 0.0062, [0.12, 0.04], random)]
  const forks = random.next() < 0.5 ? 2 : 3
  for (let fork = 0; fork < forks; fork++) {
    const start = main[Math.floor(main.length * (0.2 + (0.6 * (fork + random.next() * 0.6)) / forks))]!
    const side = fork % 2 ? 1 : -1
    const end: [number, number] = [
      start[0] + side * random.between(0.05, 0.12),
      start[1] + (to[1] - from[1]) * random.between(0.06, 0.2),
    ]
    bands.push(band(skin, rounded(wander(start, end, 0.18, 4, random)), 0.004, [0.85, 0.03], random))
  }
  return bands
}

function wander(from: [number, number], to: [number, number], amount: number, depth: number, random: Random) {
  let points: Line = [from, to]
  for (let level = 0; level < depth; level++) {
    const finer: Line = [points[0]!]
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1]!, points[i]!]
      const [du, dv] = [b[0] - a[0], b[1] - a[1]]
      const off = random.between(-amount, amount)
      finer.push([a[0] + du / 2 + dv * off * 0.5, a[1] + dv / 2 - du * off], b)
    }
    points = finer
  }
  return points
}

/** Cuts corners twice (Chaikin), so that the band does not fold over itself. */
function rounded(points: Line): Line {
  let line = points
  for (let pass = 0; pass < 2; pass++) {
    const cut: Line = [line[0]!]
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1]!, line[i]!]
      cut.push([a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25])
      cut.push([a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75])
    }
    cut.push(line.at(-1)!)
    line = cut
  }
  return line
}

const across = [-1, -0.8, -0.55, -0.2, 0.2, 0.55, 0.8, 1]

/** `ends` holds the share of the width at its start and its end. */
function band(skin: Skin, line: Line, half: number, ends: [number, number], random: Random) {
  const at = (u: number, v: number) => {
    const point = skin(((u % 1) + 1) % 1, v)
    return new THREE.Vector3(point.x, point.y, point.z)
  }
  const wobble = [0, 1].map(() => {
    const [slow, fast, a, b] = [
      random.between(5, 9),
      random.between(21, 33),
      random.between(0, 7),
      random.between(0, 7),
    ]
    return (t: number) => 1 + 0.3 * Math.sin(slow * t * Math.PI + a) + 0.16 * Math.sin(fast * t * Math.PI + b)
  })
  const position: number[] = []
  const normal: number[] = []
  const groove: number[] = []
  const index: number[] = []
  const count = line.length
  for (let i = 0; i < count; i++) {
    const [u, v] = line[i]!
    const t = i / (count - 1)
    const here = at(u, v)
    const step = 0.001
    const alongU = at(u + step, v)
      .sub(at(u - step, v))
      .divideScalar(step * 2)
    const alongV = at(u, v + step)
      .sub(at(u, v - step))
      .divideScalar(step * 2)
    const out = new THREE.Vector3().crossVectors(alongV, alongU).normalize()
    if (out.dot(new THREE.Vector3(here.x, 0, here.z)) < 0) out.negate()
    const [before, after] = [line[Math.max(0, i - 2)]!, line[Math.min(count - 1, i + 2)]!]
    const heading = at(...after).sub(at(...before))
    const side = new THREE.Vector3().crossVectors(heading, out).normalize()
    const taper =
      Math.min(1, ends[0] + (1 - ends[0]) * (t / 0.22)) * Math.min(1, ends[1] + (1 - ends[1]) * ((1 - t) / 0.45))
    for (const share of across) {
      const width = half * taper * wobble[share < 0 ? 0 : 1]!(t) * share
      // The step on the skin whose length across the crack is the width.
      const [uu, uv, vv] = [alongU.dot(alongU), alongU.dot(alongV), alongV.dot(alongV)]
      const [su, sv] = [side.dot(alongU) * width, side.dot(alongV) * width]
      const scale = 1 / (uu * vv - uv * uv)
      const point = at(u + (su * vv - sv * uv) * scale, v + (sv * uu - su * uv) * scale)
      point.addScaledVector(out, 0.0004 + 0.0005 * (1 - share * share))
      position.push(point.x, point.y, point.z)
      const tilted = out
        .clone()
        .addScaledVector(side, share * 0.55)
        .normalize()
      normal.push(tilted.x, tilted.y, tilted.z)
      groove.push(Math.abs(share))
    }
  }
  const row = across.length
  for (let i = 0; i < count - 1; i++) {
    for (let j = 0; j < row - 1; j++) {
      const a = i * row + j
      index.push(a, a + 1, a + row, a + 1, a + row + 1, a + row)
    }
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(position, 3))
  geometry.setAttribute("normal", new THREE.Float32BufferAttribute(normal, 3))
  geometry.setAttribute("groove", new THREE.Float32BufferAttribute(groove, 1))
  geometry.setIndex(index)
  faceOutward(geometry)
  return geometry
}

function faceOutward(geometry: THREE.BufferGeometry) {
  const [position, normal, index] = [
    geometry.getAttribute("position"),
    geometry.getAttribute("normal"),
    geometry.getIndex()!,
  ]
  const middle = Math.floor(index.count / 6) * 3
  const [a, b, c] = [0, 1, 2].map((i) => new THREE.Vector3().fromBufferAttribute(position, index.getX(middle + i)))
  const face = b!.sub(a!).cross(c!.sub(a!))
  if (face.dot(new THREE.Vector3().fromBufferAttribute(normal, index.getX(middle))) > 0) return
  for (let i = 0; i < index.count; i += 3) {
    const first = index.getX(i)
    index.setX(i, index.getX(i + 1))
    index.setX(i + 1, first)
  }
}
