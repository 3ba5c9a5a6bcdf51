import * as THREE from "three"

/** A point of a body for u (around, 0..1) and v (along, 0..1); `groove` is 1 in a hollow, -1 on a ridge. */
export type Skin = (u: number, v: number) => { x: number; y: number; z: number; groove?: number }
/** Cross-section at a height: half width, half depth, shift to the front, superellipse exponent. */
export type Row = [y: number, width: number, depth: number, shift?: number, exponent?: number]

export function mesh(skin: Skin, around = 200, along = 260) {
  const position: number[] = []
  const groove: number[] = []
  const index: number[] = []
  for (let j = 0; j <= along; j++) {
    for (let i = 0; i <= around; i++) {
      const point = skin(i / around, j / along)
      position.push(point.x, point.y, point.z)
      groove.push(point.groove ?? 0)
    }
  }
  const row = around + 1
  for (let j = 0; j < along; j++) {
    for (let i = 0; i < around; i++) {
      const a = j * row + i
      index.push(a, a + row, a + 1, a + row, a + row + 1, a + 1)
    }
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(position, 3))
  geometry.setAttribute("groove", new THREE.Float32BufferAttribute(groove, 1))
  geometry.setIndex(index)
  turnOutward(geometry)
  geometry.computeVertexNormals()
  closeSeam(geometry, row, along)
  return geometry
}

/** Skins may run either way around; outside is where the enclosed volume is positive. */
export function turnOutward(geometry: THREE.BufferGeometry) {
  const position = geometry.getAttribute("position")
  const index = geometry.getIndex()!
  const [a, b, c] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()]
  let volume = 0
  for (let i = 0; i < index.count; i += 3) {
    a.fromBufferAttribute(position, index.getX(i))
    b.fromBufferAttribute(position, index.getX(i + 1))
    c.fromBufferAttribute(position, index.getX(i + 2))
    volume += a.dot(b.cross(c))
  }
  if (volume >= 0) return false
  for (let i = 0; i < index.count; i += 3) {
    const first = index.getX(i)
    index.setX(i, index.getX(i + 1))
    index.setX(i + 1, first)
  }
  return true
}

/** The first and the last column are the same points: without this the join shows as a line. */
function closeSeam(geometry: THREE.BufferGeometry, row: number, along: number) {
  const normal = geometry.getAttribute("normal") as THREE.BufferAttribute
  const sum = new THREE.Vector3()
  for (let j = 0; j <= along; j++) {
    const first = j * row
    const last = first + row - 1
    sum.fromBufferAttribute(normal, first).add(new THREE.Vector3().fromBufferAttribute(normal, last)).normalize()
    normal.setXYZ(first, sum.x, sum.y, sum.z)
    normal.setXYZ(last, sum.x, sum.y, sum.z)
  }
}

/** Smooth body through cross-sections. Ends are closed flat, with a short rounded edge. */
export function loft(rows: Row[], warp?: (angle: number, height: number) => { scale: number; groove: number }): Skin {
  const heights = rows.map((row) => row[0])
  const at = [1, 2, 3, 4].map((column) =>
    eased(
      heights,
      rows.map((row) => row[column] ?? (column === 4 ? 2 : 0)),
    ),
  )
  const bottom = heights[0]!
  const top = heights.at(-1)!
  const cap = 0.035
  return (u, v) => {
    const along = Math.min(1, Math.max(0, (v - cap) / (1 - 2 * cap)))
    const y = bottom + (top - bottom) * along
    const ends = v < cap ? v / cap : v > 1 - cap ? (1 - v) / cap : 1
    const angle = u * Math.PI * 2
    const exponent = at[3]!(y)
    const bent = warp?.(angle, (y - bottom) / (top - bottom)) ?? { scale: 1, groove: 0 }
    const size = ends * bent.scale
    return {
      x: power(Math.cos(angle), 2 / exponent) * at[0]!(y) * size,
      y,
      z: power(Math.sin(angle), 2 / exponent) * at[1]!(y) * size + at[2]!(y),
      groove: bent.groove,
    }
  }
}

function power(value: number, exponent: number) {
  return Math.sign(value) * Math.abs(value) ** exponent
}

/** The curve through the points with its bends ironed out, so that reflections run without a kink. */
function eased(xs: number[], ys: number[]) {
  const curve = monotone(xs, ys)
  const steps = 400
  const [low, high] = [xs[0]!, xs.at(-1)!]
  const table = Array.from({ length: steps + 1 }, (_, i) => {
    const reach = Math.min(0.036, i / steps / 1.2, (1 - i / steps) / 1.2) * (high - low)
    const x = low + ((high - low) * i) / steps
    let [sum, weights] = [0, 0]
    for (let tap = -6; tap <= 6; tap++) {
      const weight = Math.exp(-((tap / 3) ** 2) / 2)
      sum += weight * curve(x + (reach * tap) / 6)
      weights += weight
    }
    return sum / weights
  })
  return (x: number) => {
    const at = Math.min(1, Math.max(0, (x - low) / (high - low))) * steps
    const i = Math.min(steps - 1, Math.floor(at))
    return table[i]! + (table[i + 1]! - table[i]!) * (at - i)
  }
}

/** Monotone cubic (Fritsch-Carlson): smooth, and never swells beyond its points. */
function monotone(xs: number[], ys: number[]) {
  const slopes = xs.slice(1).map((x, i) => (ys[i + 1]! - ys[i]!) / (x - xs[i]!))
  const tangents = ys.map((_, i) => {
    const before = slopes[i - 1] ?? slopes[0]!
    const after = slopes[i] ?? slopes.at(-1)!
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  })
  return (x: number) => {
    let i = 0
    while (i < xs.length - 2 && x > xs[i + 1]!) i++
    const span = xs[i + 1]! - xs[i]!
    const t = (x - xs[i]!) / span
    const [t2, t3] = [t * t, t * t * t]
    return (
      ys[i]! * (2 * t3 - 3 * t2 + 1) +
      tangents[i]! * span * (t3 - 2 * t2 + t) +
      ys[i + 1]! * (3 * t2 - 2 * t3) +
      tangents[i + 1]! * span * (t3 - t2)
    )
  }
}

/** Leans everything above `from`, more and more up to `to`. */
export function bend(skin: Skin, from: number, to: number, forward: number, sideways = 0): Skin {
  return (u, v) => {
    const point = skin(u, v)
    const t = Math.min(1, Math.max(0, (point.y - from) / (to - from)))
    const ease = t * t * (3 - 2 * t)
    const y = point.y - from
    const [pitch, roll] = [forward * ease, sideways * ease]
    const z = point.z * Math.cos(pitch) + y * Math.sin(pitch)
    const risen = y * Math.cos(pitch) - point.z * Math.sin(pitch)
    return {
      ...point,
      x: point.x * Math.cos(roll) + risen * Math.sin(roll),
      y: from + (y > 0 ? risen * Math.cos(roll) - point.x * Math.sin(roll) : y),
      z,
    }
  }
}

/** Turned parts: a profile of [radius, height] around the axis. */
export function turned(profile: [number, number][]) {
  const points = profile.map(([radius, height]) => new THREE.Vector2(Math.max(radius, 0.0005), height))
  const geometry = new THREE.LatheGeometry(points, 96)
  if (turnOutward(geometry)) {
    const normal = geometry.getAttribute("normal")
    for (let i = 0; i < normal.count; i++) normal.setXYZ(i, -normal.getX(i), -normal.getY(i), -normal.getZ(i))
  }
  return geometry
}
