/// <reference lib="dom" />
// Runs in the browser: draws one picture of one piece from many slightly different samples and hands back raw RGB.
import * as THREE from "three"
import type { RenderParameters, Room, View } from "../../server/demo/catalogue.ts"
import { families, type Shape } from "./families.ts"
import { material } from "./materials.ts"
import { halton, type Random, randomFrom } from "./random.ts"
import { stage } from "./room.ts"
import { mesh, type Skin, turned } from "./surfaces.ts"

export type Shot = {
  /** null: the empty plinth */
  piece: RenderParameters | null
  room: Room
  view: View | Pose
  width: number
  height: number
  samples: number
  /** Wide pictures put the piece at this share of the width; 0.5 is the middle. */
  across?: number
  /** Draws only the part of the picture that a turning piece changes. */
  only?: Part
}

/** One frame of a video. */
export type Pose = {
  /** Of the piece, in radians. */
  turn: number
  /** 0 shows the whole piece, 1 its detail. */
  near?: number
  /** How far the key lamp has walked round the piece, in radians. */
  lamp?: number
}

/** A rectangle in pixels, from the top left. */
export type Part = { x: number; y: number; width: number; height: number }

const renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true })
renderer.toneMapping = THREE.AgXToneMapping
renderer.shadowMap.enabled = true
renderer.shadowMap.type = THREE.PCFShadowMap
document.body.append(renderer.domElement)

const turns: Record<View, number> = { "three-quarter": -0.45, front: 0, profile: -Math.PI / 2, detail: 0 }
let built: { key: string; set: ReturnType<typeof build> } | undefined

Object.assign(globalThis, { shoot })

/** Raw 8-bit RGB, base64. */
export function shoot(shot: Shot) {
  const key = JSON.stringify([shot.piece, shot.room])
  if (built?.key !== key) {
    built?.set.dispose()
    built = { key, set: build(shot) }
  }
  const { scene, piece, light, shape, exposure } = built.set
  const { width, height, samples } = shot
  const view = shot.view
  const pose: Pose =
    typeof view === "object" ? view : view === "detail" ? { turn: shape.detail.turn, near: 1 } : { turn: turns[view] }
  piece.rotation.y = pose.turn
  renderer.setPixelRatio(1)
  const part = shot.only ?? { x: 0, y: 0, width, height }
  const canvas = renderer.domElement
  if (canvas.width !== part.width || canvas.height !== part.height) renderer.setSize(part.width, part.height)
  renderer.toneMappingExposure = exposure
  const camera = frame(shot, shape, pose.near ?? 0)

  const gl = renderer.getContext()
  const pixels = new Uint8Array(part.width * part.height * 4)
  const sum = new Uint16Array(part.width * part.height * 3)
  for (let sample = 0; sample < samples; sample++) {
    light(sample, pose.lamp)
    const [right, down] = [halton(sample + 1, 2) - 0.5, halton(sample + 1, 3) - 0.5]
    camera.setViewOffset(width, height, part.x + right, part.y + down, part.width, part.height)
    renderer.render(scene, camera)
    gl.readPixels(0, 0, part.width, part.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
      sum[to] = sum[to]! + pixels[from]!
      sum[to + 1] = sum[to + 1]! + pixels[from + 1]!
      sum[to + 2] = sum[to + 2]! + pixels[from + 2]!
    }
  }
  return base64(develop(sum, part, shot))
}

/** Averages, darkens the corners slightly and adds one step of grain, which keeps dark gradients from banding. */
function develop(sum: Uint16Array, part: Part, { width, height, samples, piece }: Shot) {
  const random = randomFrom(piece?.seed ?? 7)
  const out = new Uint8Array(part.width * part.height * 3)
  for (let y = 0; y < part.height; y++) {
    const dy = ((part.y + y) / height - 0.5) * 2
    const row = (part.height - 1 - y) * part.width
    for (let x = 0; x < part.width; x++) {
      const dx = ((part.x + x) / width - 0.5) * 2
      const corner = 1 - 0.055 * Math.min(1.6, dx * dx * 0.8 + dy * dy) ** 1.5
      const grain = (random.next() + random.next() - 1) * 1.3
      const from = (row + x) * 3
      const to = (y * part.width + x) * 3
      for (let channel = 0; channel < 3; channel++) {
        out[to + channel] = Math.min(255, Math.max(0, (sum[from + channel]! / samples) * corner + grain + 0.5))
      }
    }
  }
  return out
}

function frame({ width, height, across = 0.5 }: Shot, shape: Shape, near: number) {
  const ratio = width / height
  const between = (whole: number, detail: number) => whole + (detail - whole) * near
  const fov = between(22, 9)
  const camera = new THREE.PerspectiveCamera(fov, ratio, 0.1, 60)
  const below = 0.34
  const whole = Math.max((shape.top + below) * 1.2, ((shape.reach * 2) / Math.min(ratio, 0.8)) * 1.5)
  // Each step back shows the same share more, as one walks away from a thing.
  const tall = whole * (shape.detail.span / whole) ** near
  const middle = between((shape.top - below) / 2 + shape.top * 0.012, shape.detail.y)
  const distance = tall / 2 / Math.tan(THREE.MathUtils.degToRad(fov / 2))
  camera.position.set(0, middle + distance * 0.055, distance)
  camera.lookAt(0, middle, 0)
  if (across !== 0.5) {
    const shift = (0.5 - across) * tall * ratio
    camera.position.x += shift
    camera.lookAt(shift, middle, 0)
  }
  return camera
}

function build(shot: Shot) {
  const random = randomFrom(shot.piece?.seed ?? 7)
  const shape = shot.piece ? families[shot.piece.family](random, shot.piece) : emptyShape()
  const set = stage(renderer, shot.room, { ...shape.plinth, height: random.between(0.85, 1.05) })
  const piece = new THREE.Group()
  piece.position.y = 0.002
  if (shot.piece) dress(piece, shape, shot.piece, random)
  piece.traverse((part) => {
    part.castShadow = true
    part.receiveShadow = true
  })
  set.scene.add(piece)
  const dispose = () => {
    set.scene.traverse((part) => {
      if (part instanceof THREE.Mesh) part.geometry.dispose() // not the materials: their compiled programs are used again
    })
    set.scene.environment?.dispose()
  }
  return { ...set, piece, shape, dispose }
}

function dress(group: THREE.Group, shape: Shape, { material: name, seam }: RenderParameters, random: Random) {
  const body = material(name, Math.round(random.between(0, 40)))
  const worked = handmade(random)
  const skins = shape.skins.map((skin) => worked(skin))
  const sealed = shape.skins.length > 1 ? [110, 64] : [220, 220]
  for (const skin of skins) group.add(new THREE.Mesh(mesh(skin, sealed[0], sealed[1]), body))
  const brass = material("brass")
  const stone = material(name === "basalt" || name === "lacquer" ? "brass" : "stone")
  for (const part of shape.turned)
    group.add(new THREE.Mesh(plain(turned(part.profile)), part.of === "brass" ? brass : stone))
  for (const { width, height, depth, y } of shape.blocks) {
    const box = plain(new THREE.BoxGeometry(width, height, depth).translate(0, y + height / 2, 0))
    group.add(new THREE.Mesh(box, material(name === "basalt" ? "stone" : "basalt")))
  }
  if (!seam) return
  const gold = material("gold")
  for (const line of cracks(skins[shape.seam.skin]!, shape.seam, random)) group.add(new THREE.Mesh(plain(line), gold))
}

function plain<T extends THREE.BufferGeometry>(geometry: T): T {
  geometry.setAttribute(
    "groove",
    new THREE.Float32BufferAttribute(new Float32Array(geometry.getAttribute("position").count), 1),
  )
  return geometry
}

/** No hand makes a perfect curve: a wobble of about a millimetre lets the highlights breathe. */
function handmade(random: Random) {
  const waves = Array.from({ length: 5 }, () => ({
    x: random.between(-7, 7),
    y: random.between(-8, 8),
    z: random.between(-7, 7),
    phase: random.between(0, 7),
  }))
  return (skin: Skin): Skin =>
    (u, v) => {
      const point = skin(u, v)
      let wobble = 0
      for (const wave of waves) wobble += Math.sin(wave.x * point.x + wave.y * point.y + wave.z * point.z + wave.phase)
      const scale = 1 + wobble * 0.0022
      return { ...point, x: point.x * scale, z: point.z * scale }
    }
}

/** A crack wanders, and forks: a midpoint-displaced line on the skin with two or three thinner branches. */
function cracks(skin: Skin, { from, to }: Shape["seam"], random: Random) {
  const main = wander(from, to, 0.16, 6, random)
  const lines = [tube(skin, main, 0.0042)]
  const forks = random.next() < 0.5 ? 2 : 3
  for (let fork = 0; fork < forks; fork++) {
    const start = main[Math.floor(main.length * (0.2 + (0.6 * (fork + random.next() * 0.6)) / forks))]!
    const side = fork % 2 ? 1 : -1
    const end: [number, number] = [
      start[0] + side * random.between(0.05, 0.12),
      start[1] + (to[1] - from[1]) * random.between(0.06, 0.2),
    ]
    lines.push(tube(skin, wander(start, end, 0.18, 4, random), 0.0026))
  }
  return lines
}

function wander(from: [number, number], to: [number, number], amount: number, depth: number, random: Random) {
  let points: [number, number][] = [from, to]
  for (let level = 0; level < depth; level++) {
    const finer: [number, number][] = [points[0]!]
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

function tube(skin: Skin, points: [number, number][], radius: number) {
  const path = points.map(([u, v]) => {
    const point = skin(((u % 1) + 1) % 1, v)
    return new THREE.Vector3(point.x, point.y, point.z)
  })
  return new THREE.TubeGeometry(new THREE.CatmullRomCurve3(path, false, "centripetal"), path.length * 5, radius, 8)
}

function emptyShape(): Shape {
  return {
    skins: [],
    turned: [],
    blocks: [],
    seam: { skin: 0, from: [0, 0], to: [1, 1] },
    top: 1.75,
    reach: 0.3,
    detail: { y: 0, span: 1, turn: 0 },
    plinth: { round: true, half: 0.46 },
  }
}

function base64(bytes: Uint8Array) {
  let text = ""
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768))
  return btoa(text)
}
