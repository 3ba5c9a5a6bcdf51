import type { Family, RenderParameters } from "../../server/start/demo/piece.ts"
import type { Random } from "./random.ts"
import { bend, loft, type Row, type Skin } from "./surfaces.ts"

export type Turned = { profile: [number, number][]; of: "brass" | "stone" }
export type Block = { width: number; height: number; depth: number; y: number }
/** A piece before materials: its skins, its turned parts and blocks, the place of a seam, and its framing. */
export type Shape = {
  skins: Skin[]
  turned: Turned[]
  blocks: Block[]
  seam: { skin: number; from: [u: number, v: number]; to: [u: number, v: number] }
  top: number
  /** Half of the widest extent. */
  reach: number
  /** The centre of the detail picture, and the height of the part it shows. */
  detail: { y: number; span: number; turn: number }
  plinth: { round: boolean; half: number }
}

/** The properties that the text of a piece promises about its form. */
type Options = Pick<RenderParameters, "module" | "count" | "twist">

const tau = Math.PI * 2
const smooth = (from: number, to: number, x: number) => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

export const families: Record<Family, (random: Random, options: Options) => Shape> = {
  form,
  bust,
  column,
  vessel,
  draped,
  loop,
  spire,
}

/** A tailor's dress form on a turned stand. */
function form(random: Random): Shape {
  const waist = random.between(0.94, 1.1)
  const hip = random.between(0.93, 1.04)
  const shoulder = random.between(0.95, 1.03)
  const stand = random.between(-0.06, 0.1)
  const rows: Row[] = [
    [0.62, 0.27 * hip, 0.19 * hip, 0, 2.1],
    [0.645, 0.296 * hip, 0.212 * hip, -0.003, 2.12],
    [0.7, 0.318 * hip, 0.228 * hip, -0.006, 2.15],
    [0.82, 0.33 * hip, 0.236 * hip, -0.01, 2.18],
    [0.95, 0.298 * hip, 0.212 * hip, -0.008, 2.12],
    [1.06, 0.238 * waist, 0.174 * waist, -0.002, 2.08],
    [1.14, 0.208 * waist, 0.155 * waist, 0, 2.06],
    [1.2, 0.207 * waist, 0.154 * waist, 0.002, 2.06],
    [1.29, 0.233 * waist, 0.174 * waist, 0.01, 2.1],
    [1.42, 0.284, 0.208, 0.02, 2.18],
    [1.54, 0.318 * shoulder, 0.208, 0.014, 2.26],
    [1.63, 0.322 * shoulder, 0.182, 0.002, 2.28],
    [1.7, 0.297 * shoulder, 0.152, -0.008, 2.25],
    [1.755, 0.238 * shoulder, 0.126, -0.012, 2.15],
    [1.8, 0.17, 0.108, -0.012, 2.06],
    [1.845, 0.12, 0.097, -0.008, 2],
    [1.91, 0.098, 0.09, 0, 2],
    [2.0, 0.092, 0.088, 0.008, 2],
  ]
  const raised = rows.map(([y, ...rest]): Row => [y + stand, ...rest])
  const neck = 2 + stand
  const finial = random.pick<[number, number][]>([
    [
      [0, 0],
      [0.094, 0],
      [0.098, 0.012],
      [0.09, 0.026],
      [0.05, 0.042],
      [0.02, 0.056],
      [0.017, 0.07],
      [0.032, 0.09],
      [0.034, 0.108],
      [0.022, 0.128],
      [0, 0.138],
    ],
    [
      [0, 0],
      [0.094, 0],
      [0.1, 0.01],
      [0.096, 0.022],
      [0.07, 0.034],
      [0.03, 0.04],
      [0.02, 0.05],
      [0, 0.052],
    ],
    [
      [0, 0],
      [0.094, 0],
      [0.097, 0.014],
      [0.06, 0.03],
      [0.024, 0.04],
      [0.018, 0.055],
      [0.05, 0.09],
      [0.054, 0.11],
      [0.04, 0.14],
      [0, 0.155],
    ],
  ])
  const foot = 0.64 + stand
  return {
    skins: [loft(raised)],
    turned: [
      { of: "brass", profile: finial.map(([r, y]) => [r, y + neck]) },
      {
        of: "brass",
        profile: [
          [0, 0],
          [0.235, 0],
          [0.24, 0.012],
          [0.228, 0.026],
          [0.15, 0.04],
          [0.08, 0.058],
          [0.04, 0.085],
          [0.026, 0.13],
          [0.02, 0.2],
          [0.02, foot * 0.5],
          [0.026, foot * 0.6],
          [0.036, foot * 0.66],
          [0.026, foot * 0.72],
          [0.02, foot * 0.78],
          [0.02, foot],
        ],
      },
    ],
    blocks: [],
    seam: { skin: 0, from: [0.14, 0.9], to: [0.3, 0.1] },
    top: neck + 0.14,
    reach: 0.36,
    detail: { y: 1.5 + stand, span: 0.72, turn: -0.45 },
    plinth: { round: true, half: 0.46 },
  }
}

/** An ovoid head on neck and shoulders, cut square at the chest. */
function bust(random: Random): Shape {
  const wide = random.between(0.94, 1.05)
  const neck = random.between(0.94, 1.08)
  const head = random.between(0.95, 1.02)
  const long = random.between(-0.02, 0.04)
  const rows: Row[] = [
    [0.3, 0.3 * wide, 0.172, 0, 2.3],
    [0.325, 0.322 * wide, 0.186, 0, 2.35],
    [0.42, 0.372 * wide, 0.204, 0, 2.4],
    [0.52, 0.412 * wide, 0.208, -0.004, 2.4],
    [0.6, 0.416 * wide, 0.196, -0.008, 2.35],
    [0.66, 0.39 * wide, 0.176, -0.014, 2.3],
    [0.705, 0.312 * wide, 0.152, -0.016, 2.2],
    [0.742, 0.218, 0.134, -0.014, 2.1],
    [0.78, 0.15 * neck, 0.117 * neck, -0.01, 2.03],
    [0.825, 0.117 * neck, 0.106 * neck, -0.006, 2],
    [0.885, 0.104 * neck, 0.1 * neck, 0, 2],
    [0.95 + long, 0.1 * neck, 0.1 * neck, 0.008, 2],
    [1.0 + long, 0.103, 0.11, 0.018, 2],
    [1.05 + long, 0.123 * head, 0.14, 0.03, 2],
    [1.11 + long, 0.148 * head, 0.174, 0.038, 2],
    [1.19 + long, 0.164 * head, 0.195, 0.04, 2],
    [1.27 + long, 0.166 * head, 0.197, 0.036, 2],
    [1.35 + long, 0.152 * head, 0.18, 0.03, 2],
    [1.41 + long, 0.124 * head, 0.147, 0.025, 2],
    [1.445 + long, 0.09 * head, 0.107, 0.022, 2],
    [1.465 + long, 0.052 * head, 0.062, 0.02, 2],
    [1.472 + long, 0.012, 0.014, 0.02, 2],
  ]
  const nod = random.between(-0.02, 0.09)
  return {
    skins: [bend(loft(rows), 0.82, 1.2, nod, random.between(-0.05, 0.05))],
    turned: [],
    blocks: [{ width: 0.32, height: 0.3, depth: 0.26, y: 0 }],
    seam: { skin: 0, from: [0.3, 0.88], to: [0.12, 0.18] },
    top: 1.48 + long,
    reach: 0.44,
    detail: { y: 0.84, span: 0.66, turn: -0.45 },
    plinth: { round: random.next() < 0.35, half: 0.42 },
  }
}

/** Lenses, truncated pyramids or pebbles on one axis. */
function column(random: Random, { module: kind = "lens", count = 6 }: Options): Shape {
  const height = 2.05
  const weights = Array.from({ length: count }, (_, i) =>
    kind === "pebble" ? [1, 1.25, 0.8, 0.95, 0.62][i % 5]! * random.between(0.92, 1.08) : 1 - (i / count) * 0.12,
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const skins: Skin[] = []
  let y = 0.03
  for (const weight of weights) {
    const part = (weight / total) * height
    const base = kind === "lens" ? 0.235 : kind === "facet" ? 0.2 : 0.27
    const radius = base * (kind === "pebble" ? 0.55 + 0.45 * weight : 0.88 + 0.12 * weight)
    skins.push(kind === "facet" ? facet(y, part, radius) : lens(y, part, radius, kind === "pebble", random))
    y += part * (kind === "pebble" ? 0.965 : 1)
  }
  return {
    skins,
    turned: [
      {
        of: "brass",
        profile: [
          [0, 0],
          [0.15, 0],
          [0.155, 0.008],
          [0.15, 0.022],
          [0.1, 0.034],
          [0, 0.034],
        ],
      },
    ],
    blocks: [],
    seam: { skin: kind === "pebble" ? 1 : Math.floor(count * 0.55), from: [0.12, 0.86], to: [0.36, 0.1] },
    top: y + 0.01,
    reach: 0.3,
    detail: { y: y * 0.62, span: 0.78, turn: -0.45 },
    plinth: { round: kind !== "facet", half: 0.4 },
  }
}

function lens(y: number, height: number, radius: number, free: boolean, random: Random): Skin {
  const shift = free ? random.between(-0.014, 0.014) : 0
  const neck = free ? 0.3 : 0.36
  const steps = 14
  const rows = Array.from({ length: steps + 1 }, (_, i): Row => {
    const t = i / steps
    const swell = Math.sin(Math.PI * t) ** (free ? 0.55 : 0.9)
    const size = radius * (neck + (1 - neck) * swell)
    return [y + height * t, size, size * (free ? 0.93 : 1), shift, free ? 2.15 : 2]
  })
  return loft(rows)
}

function facet(y: number, height: number, radius: number): Skin {
  const rows: Row[] = [0, 0.04, 0.2, 0.44, 0.5, 0.56, 0.8, 0.96, 1].map((t): Row => {
    const slope = 1 - Math.abs(t - 0.5) * 2
    const eased = Math.min(slope, 0.93 + (slope - 0.93) * 0.3)
    const size = radius * (0.6 + 0.4 * eased)
    return [y + height * t, size, size, 0, 7]
  })
  return loft(rows)
}

/** An amphora whose flutes wind around it. */
function vessel(random: Random, options: Options): Shape {
  const flutes = Math.round(random.between(9, 16))
  const twist = (options.twist ?? 0.5) * (random.next() < 0.5 ? -1 : 1)
  const depth = random.between(0.035, 0.065)
  const shoulder = random.between(0.94, 1.06)
  const belly = random.between(0.9, 1.04)
  const slim = random.pick([0.86, 0.94, 1])
  const rows = (
    [
      [0.07, 0.13],
      [0.1, 0.142],
      [0.3, 0.2],
      [0.6, 0.3 * belly],
      [0.9, 0.385 * belly],
      [1.12, 0.42 * shoulder],
      [1.28, 0.405 * shoulder],
      [1.4, 0.325 * shoulder],
      [1.48, 0.235],
      [1.55, 0.165],
      [1.63, 0.132],
      [1.74, 0.128],
      [1.8, 0.138],
      [1.845, 0.165],
      [1.86, 0.172],
    ] as [number, number][]
  ).map(([y, r]): Row => [y, r * slim, r * slim, 0, 2])
  const skin = loft(rows, (angle, t) => {
    const wave = Math.cos(flutes * (angle + twist * tau * t))
    const fade = smooth(0.0, 0.14, t) * (1 - smooth(0.62, 0.84, t))
    const ridge = Math.sign(wave) * Math.abs(wave) ** 0.8
    return { scale: 1 + depth * ridge * fade, groove: -ridge * fade }
  })
  return {
    skins: [skin],
    turned: [
      {
        of: "brass",
        profile: [
          [0, 0],
          [0.15, 0],
          [0.16, 0.01],
          [0.155, 0.03],
          [0.125, 0.048],
          [0.118, 0.07],
          [0.13 * slim, 0.085],
          [0.1 * slim, 0.09],
        ],
      },
      {
        of: "brass",
        profile: [
          [0.137 * slim, 1.575],
          [0.162 * slim, 1.575],
          [0.168 * slim, 1.59],
          [0.162 * slim, 1.606],
          [0.134 * slim, 1.61],
        ],
      },
    ],
    blocks: [],
    seam: { skin: 0, from: [0.1, 0.78], to: [0.33, 0.2] },
    top: 1.87,
    reach: 0.44 * slim,
    detail: { y: 1.26, span: 0.8, turn: -0.45 },
    plinth: { round: true, half: 0.42 },
  }
}

/** A standing figure lost in cloth: folds below, a plain oval above; eight heads high. */
function draped(random: Random, options: Options): Shape {
  const broad = random.between(0.95, 1.06)
  const hem = random.between(0.92, 1.12)
  const rows: Row[] = [
    [0.03, 0.31 * hem, 0.27 * hem, -0.01, 2],
    [0.1, 0.306 * hem, 0.264 * hem, -0.01, 2],
    [0.4, 0.27 * hem, 0.226 * hem, -0.006, 2],
    [0.75, 0.252, 0.2, 0, 2.04],
    [0.98, 0.262 * broad, 0.198, 0.002, 2.1],
    [1.16, 0.24 * broad, 0.178, 0.004, 2.12],
    [1.36, 0.262 * broad, 0.186, 0.006, 2.2],
    [1.5, 0.278 * broad, 0.178, 0, 2.26],
    [1.585, 0.262 * broad, 0.158, -0.008, 2.24],
    [1.645, 0.212 * broad, 0.135, -0.012, 2.16],
    [1.69, 0.15, 0.113, -0.01, 2.06],
    [1.73, 0.103, 0.094, -0.004, 2],
    [1.775, 0.082, 0.083, 0.004, 2],
    [1.81, 0.083, 0.09, 0.01, 2],
    [1.855, 0.097, 0.113, 0.016, 2],
    [1.92, 0.108, 0.129, 0.018, 2],
    [1.985, 0.104, 0.124, 0.014, 2],
    [2.035, 0.08, 0.096, 0.01, 2],
    [2.062, 0.05, 0.06, 0.008, 2],
    [2.072, 0.022, 0.026, 0.007, 2],
    [2.074, 0.006, 0.007, 0.007, 2],
  ]
  const folds = options.count ?? Math.round(random.between(11, 19))
  const phase = random.between(0, tau)
  const sway = random.between(-0.28, 0.28)
  const depth = random.between(0.075, 0.11) * Math.min(1, 20 / folds)
  const skin = loft(rows, (angle, t) => {
    const turn = angle + sway * (1 - t) + 0.1 * Math.sin(t * 5 + phase)
    const uneven = turn + 0.16 * Math.sin(2 * turn + phase) + 0.07 * Math.sin(5 * turn + phase * 2)
    const wave = Math.cos(folds * uneven)
    const ridge = 1 - 2 * Math.abs(Math.sin(Math.acos(Math.max(-1, Math.min(1, wave))) / 2)) ** 1.35
    const strength = 0.45 + 0.55 * Math.sin(3 * uneven + phase) ** 2
    const fall = (1 - smooth(0.15, 0.66, t)) * 0.72 + (1 - smooth(0.6, 0.8, t)) * 0.28
    const amount = ridge * strength * fall
    return { scale: 1 + depth * amount, groove: -amount }
  })
  return {
    skins: [bend(skin, 1.74, 1.95, random.between(-0.02, 0.12), random.between(-0.06, 0.06))],
    turned: [
      {
        of: "stone",
        profile: [
          [0, 0],
          [0.37, 0],
          [0.375, 0.006],
          [0.37, 0.034],
          [0.36, 0.04],
          [0, 0.04],
        ],
      },
    ],
    blocks: [],
    seam: { skin: 0, from: [0.2, 0.76], to: [0.29, 0.16] },
    top: 2.08,
    reach: 0.36,
    detail: { y: 1.32, span: 0.86, turn: -0.45 },
    plinth: { round: random.next() < 0.5, half: 0.46 },
  }
}

/** One closed line whose thickness and section change as it goes. */
function loop(random: Random): Shape {
  const height = 1.72
  const half = random.between(0.4, 0.52)
  const swing = random.between(0.05, 0.12) * (random.next() < 0.5 ? -1 : 1)
  const heavy = random.between(0.145, 0.185)
  const light = random.between(0.055, 0.085)
  const flat = random.between(0.55, 0.85)
  const turns = random.pick([1, 1, 2, -1])
  const lean = random.between(-0.09, 0.09)
  const high = random.between(0.12, 0.3)
  const centre = (t: number) => {
    const a = t * tau
    return {
      x: half * Math.sin(a) * (1 + high * Math.cos(a)) + lean * (1 - Math.cos(a)),
      y: heavy * 0.9 + (height / 2) * (1 - Math.cos(a)),
      z: swing * Math.sin(2 * a),
    }
  }
  const skin: Skin = (u, v) => {
    const here = centre(v)
    const ahead = centre(v + 0.0005)
    const behind = centre(v - 0.0005)
    const [tx, ty, tz] = unit(ahead.x - behind.x, ahead.y - behind.y, ahead.z - behind.z)
    const [nx, ny, nz] = unit(ty, -tx, 0)
    const [bx, by, bz] = [ty * nz - tz * ny, tz * nx - tx * nz, tx * ny - ty * nx]
    const weight = (0.5 + 0.5 * Math.cos(v * tau)) ** 1.2
    const size = light + (heavy - light) * weight
    const angle = u * tau
    const spin = turns * Math.PI * v
    const p = Math.cos(angle) * size
    const q = Math.sin(angle) * size * flat
    const [a, b] = [p * Math.cos(spin) - q * Math.sin(spin), p * Math.sin(spin) + q * Math.cos(spin)]
    return { x: here.x + nx * a + bx * b, y: here.y + ny * a + by * b, z: here.z + nz * a + bz * b }
  }
  return {
    skins: [skin],
    turned: [
      {
        of: "stone",
        profile: [
          [0, 0],
          [0.26, 0],
          [0.265, 0.008],
          [0.26, 0.05],
          [0.25, 0.058],
          [0, 0.058],
        ],
      },
    ],
    blocks: [],
    seam: { skin: 0, from: [0.3, 0.05], to: [0.5, 0.72] },
    top: height + heavy + 0.04,
    reach: half + 0.16,
    detail: { y: 0.46, span: 0.98, turn: -0.45 },
    plinth: { round: random.next() < 0.4, half: 0.46 },
  }
}

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

/** A blade that swells, leans and closes to an edge. */
function spire(random: Random): Shape {
  const wide = random.between(0.17, 0.225)
  const thin = random.between(0.36, 0.55)
  const peak = random.between(0.5, 0.66)
  const twist = random.between(-0.5, 0.5)
  const height = 2.12
  const foot = 0.16
  const rows = Array.from({ length: 26 }, (_, i): Row => {
    const t = i / 25
    const rise = smooth(0, peak, t) ** 1.15
    const fall = t < peak ? 1 : Math.cos((Math.PI / 2) * ((t - peak) / (1 - peak)) ** 1.25) ** 0.92
    const size = (0.036 + (wide - 0.036) * rise) * fall
    return [
      foot + (height - foot) * t,
      Math.max(size, 0.003),
      Math.max(size * (1 - (1 - thin) * rise), 0.002),
      0,
      2 - 0.25 * rise,
    ]
  })
  const straight = loft(rows)
  const wound: Skin = (u, v) => {
    const point = straight(u, v)
    const angle = twist * (point.y / height)
    return {
      ...point,
      x: point.x * Math.cos(angle) - point.z * Math.sin(angle),
      z: point.x * Math.sin(angle) + point.z * Math.cos(angle),
    }
  }
  return {
    skins: [bend(wound, 0.3, height, random.between(-0.03, 0.05), random.between(-0.07, 0.07))],
    turned: [
      {
        of: "stone",
        profile: [
          [0, 0],
          [0.16, 0],
          [0.166, 0.008],
          [0.16, 0.03],
          [0.1, 0.06],
          [0.06, 0.1],
          [0.046, 0.14],
          [0.04, 0.175],
          [0, 0.178],
        ],
      },
    ],
    blocks: [],
    seam: { skin: 0, from: [0.25, 0.8], to: [0.2, 0.3] },
    top: height,
    reach: 0.3,
    detail: { y: 1.42, span: 0.9, turn: -0.45 },
    plinth: { round: random.next() < 0.5, half: 0.4 },
  }
}
