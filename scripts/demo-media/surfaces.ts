import * as THREE from "three"

/** A point of a body for u (around, 0..1) and v (along, 0..1); `groove` is 1 in a hollow, -1 on a ridge. */
export type Skin = (u: number, v: number) => { x: number; y: number; z: number; groove?: number }
/** A cross-section at a height: half width, half depth, shift to the front, superellipse exponent. */
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

/** Turns skins outward, which may run either way around: outside is where the enclosed volume is positive. */
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

/** Joins the first and the last column, which are the same points: otherwise the join shows as a line. */
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

/** Makes a smooth body through cross-sections. Ends are closed flat, with a rounded lip. */
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
  const lipOf = (y: number) => Math.min(0.014, at[0]!(y) * 0.45, at[1]!(y) * 0.45, (top - bottom) * 0.08)
  const [lower, upper] = [lipOf(bottom), lipOf(top)]
  const cap = 0.05
  return (u, v) => {
    const along = Math.min(1, Math.max(0, (v - cap) / (1 - 2 * cap)))
    const end = v < cap ? v / cap : v > 1 - cap ? (1 - v) / cap : 1
    const turn = (Math.max(0, (end - 0.35) / 0.65) * Math.PI) / 2
    const lip = v < 0.5 ? lower : upper
    const inset = lip * (1 - Math.sin(turn))
    const rise = lip * (1 - Math.cos(turn))
    const y = end === 1 ? bottom + lower + (top - upper - bottom - lower) * along : v < 0.5 ? bottom + rise : top - rise
    const angle = u * Math.PI * 2
    const exponent = at[3]!(y)
    const bent = warp?.(angle, (y - bottom) / (top - bottom)) ?? { scale: 1, groove: 0 }
    const size = Math.min(1, end / 0.35) * bent.scale
    return {
      x: power(Math.cos(angle), 2 / exponent) * (at[0]!(y) - inset) * size,
      y,
      z: power(Math.sin(angle), 2 / exponent) * (at[1]!(y) - inset) * size + at[2]!(y),
      groove: bent.groove,
    }
  }
}

function power(value: number, exponent: number) {
  return Math.sign(value) * Math.abs(value) ** exponent
}

/** Smooths the bends of the curve through the points, so that reflections have no kink. */
function eased(xs: number[], ys: number[]) {
  const curve = monotone(xs, ys)
  const steps = 2400
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

/** Interpolates with a monotone cubic (Fritsch-Carlson), which is smooth and never swells beyond its points. */
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

/** Leans everything above `from`, increasingly up to `to`. */
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

/** Makes turned parts: a spline through a profile of [radius, height] around the axis. */
export function turned(profile: [number, number][]) {
  const heights = profile.map(([, height]) => height)
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const spline = new THREE.CatmullRomCurve3(
    profile.map(([radius, height]) => new THREE.Vector3(radius, height, 0)),
    false,
    "centripetal",
  )
  const points = spline
    .getPoints((profile.length - 1) * 5)
    .map(({ x, y }) => new THREE.Vector2(Math.max(x, 0.0005), Math.min(high, Math.max(low, y))))
  const geometry = new THREE.LatheGeometry(points, 96)
  if (turnOutward(geometry)) {
    const normal = geometry.getAttribute("normal")
    for (let i = 0; i < normal.count; i++) normal.setXYZ(i, -normal.getX(i), -normal.getY(i), -normal.getZ(i))
  }
  return geometry
}

/** Makes a block with a rounded upper edge, its top at y = 0, finely divided so that shadows can lie on it. */
export function prism(half: number, height: number, round: boolean, around = 160, rings = 36) {
  const edge = 0.009
  const profile: [inset: number, y: number][] = []
  for (let i = 0; i < rings; i++) profile.push([half - (half - 0.014) * (i / (rings - 1)), 0])
  for (let i = 0; i <= 6; i++) {
    const turn = (i / 6) * (Math.PI / 2)
    profile.push([edge * (1 - Math.sin(turn)), -edge * (1 - Math.cos(turn))])
  }
  profile.push([0, -edge - 0.004])
  for (let i = 1; i <= rings; i++) profile.push([0, -edge - 0.004 - (height - edge - 0.004) * (i / rings)])
  const outline = round ? circle : square
  const skin: Skin = (u, v) => {
    const [off, y] = profile[Math.round(v * (profile.length - 1))]!
    const [x, z] = outline(u)
    return { x: x * (half - off), y, z: z * (half - off) }
  }
  return mesh(skin, around, profile.length - 1)
}

function circle(u: number): [number, number] {
  const angle = u * Math.PI * 2
  return [Math.cos(angle), Math.sin(angle)]
}

/** Returns points around a square with slightly rounded corners, evenly spaced. */
function square(u: number): [number, number] {
  const corner = 0.02
  const side = Math.floor(u * 4) % 4
  const along = u * 4 - Math.floor(u * 4)
  const bend = 0.08
  let [x, z] = [1, 0]
  if (along < bend || along > 1 - bend) {
    const t = along < bend ? 0.5 + along / bend / 2 : (along - 1 + bend) / bend / 2
    const angle = ((along < bend ? t - 1 : t) * Math.PI) / 2
    x = 1 - corner + corner * Math.cos(angle)
    z = (along < bend ? -1 : 1) * (1 - corner) + corner * Math.sin(angle)
  } else z = ((along - bend) / (1 - 2 * bend) - 0.5) * 2 * (1 - corner)
  for (let turn = 0; turn < side; turn++) [x, z] = [-z, x]
  return [x, z]
}
