/// <reference lib="dom" />
// Runs in the browser: draws one picture of one piece from many slightly different samples and hands back raw RGB.
import * as THREE from "three"
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js"
import type { View } from "../../server/start/demo/manifest.ts"
import type { RenderParameters, Room } from "../../server/start/demo/piece.ts"
import { bakeLight, type Grid } from "./ambient.ts"
import { families, type Shape } from "./families.ts"
import { crate, gallery, plate, type Words } from "./gallery.ts"
import { material } from "./materials.ts"
import { halton, type Random, randomFrom } from "./random.ts"
import { cyclorama, plain, stage } from "./room.ts"
import { cracks } from "./seams.ts"
import { mesh, type Skin, turned } from "./surfaces.ts"

export type Shot = {
  /** Null for the empty plinth. */
  piece: RenderParameters | null
  room: Room
  /** `hero` shows the whole piece on a low plinth, with space around it. */
  view: View | "hero" | Pose
  width: number
  height: number
  samples: number
  /** The words on the plate and the crate. */
  words?: Words
  /** The horizontal position of the piece in wide pictures, as a share of the width; 0.5 is the middle. */
  across?: number
  /** Draws only the part of the picture that a turning piece changes. */
  only?: Part
}
/** One frame of a video. */
export type Pose = {
  /** The rotation of the piece, in radians. */
  turn: number
  /** True if it is composed like the slides that are pictures. */
  hero?: boolean
  /** 0 shows the whole piece, 1 its detail. */
  near?: number
  /** How far the key lamp has moved round the piece, in radians. */
  lamp?: number
}

/** A rectangle in pixels, from the top left. */
export type Part = { x: number; y: number; width: number; height: number }

const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true })
renderer.toneMapping = THREE.AgXToneMapping
document.body.append(renderer.domElement)

const turns: Record<Exclude<View, "detail"> | "hero", number> = {
  "three-quarter": -0.45,
  hero: -0.45,
  front: 0,
  profile: -Math.PI / 2,
  room: -0.4,
  base: -0.3,
}

let built: { key: string; set: ReturnType<typeof build>; stance?: string; open?: Float32Array } | undefined
Object.assign(globalThis, { shoot })

/** Returns raw 8-bit RGB in base64. */
export function shoot(shot: Shot) {
  const place = shot.view === "room" || shot.view === "base" ? shot.view : isHero(shot.view) ? "hero" : "studio"
  const key = JSON.stringify([shot.piece, place, place === "base" && shot.words])
  if (built?.key !== key) {
    built?.set.dispose()
    built = { key, set: build(shot, place) }
  }
  const { scene, piece, walk, shape, enter, bake, floorAt } = built.set
  const { width, height, samples } = shot
  const view = shot.view
  const pose: Pose =
    typeof view === "object" ? view : view === "detail" ? { turn: shape.detail.turn, near: 1 } : { turn: turns[view] }
  piece.rotation.y = pose.turn
  scene.updateMatrixWorld(true)
  walk(pose.lamp ?? 0)
  const stance = `${pose.turn} ${pose.lamp}`
  if (built.stance !== stance) built.open = bake(typeof view === "object" ? built.open : undefined)
  built.stance = stance
  renderer.toneMappingExposure = enter(shot.room).exposure
  renderer.setPixelRatio(1)
  const part = shot.only ?? { x: 0, y: 0, width, height }
  const canvas = renderer.domElement
  if (canvas.width !== part.width || canvas.height !== part.height) renderer.setSize(part.width, part.height)
  const camera = frame(shot, shape, floorAt, pose.near ?? 0)
  const gl = renderer.getContext()
  const pixels = new Uint8Array(part.width * part.height * 4)
  const sum = new Uint16Array(part.width * part.height * 3)
  for (let sample = 0; sample < samples; sample++) {
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

/** Averages samples, darkens the corners slightly and adds one step of noise, which keeps gradients from banding. */
function develop(sum: Uint16Array, part: Part, { width, height, samples, piece }: Shot) {
  const random = randomFrom(piece?.seed ?? 7)
  const out = new Uint8Array(part.width * part.height * 3)
  for (let y = 0; y < part.height; y++) {
    const dy = ((part.y + y) / height - 0.5) * 2
    const row = (part.height - 1 - y) * part.width
    for (let x = 0; x < part.width; x++) {
      const dx = ((part.x + x) / width - 0.5) * 2
      const corner = 1 - 0.055 * Math.min(1.6, dx * dx * 0.8 + dy * dy) ** 1.5
      const grain = random.next() + random.next() - 1
      const from = (row + x) * 3
      const to = (y * part.width + x) * 3
      for (let channel = 0; channel < 3; channel++) {
        out[to + channel] = Math.min(255, Math.max(0, (sum[from + channel]! / samples) * corner + grain + 0.5))
      }
    }
  }
  return out
}

function frame(shot: Shot, shape: Shape, floorAt: number, near: number) {
  const { width, height, across = 0.5, view } = shot
  const ratio = width / height
  const between = (whole: number, detail: number) => whole + (detail - whole) * near
  const seen = (fov: number, tall: number, middle: number, raised: number, aside = 0) => {
    const camera = new THREE.PerspectiveCamera(fov, ratio, 1, 60)
    const distance = tall / 2 / Math.tan(THREE.MathUtils.degToRad(fov / 2))
    camera.position.set(aside, middle + distance * raised, distance)
    camera.lookAt(aside, middle, 0)
    return camera
  }
  if (view === "base") return seen(17, 1.86, -0.02, 0.1, 0.27)
  if (view === "room") {
    const m = metre(shot, shape, floorAt)
    return seen(27, 2.55 * m, floorAt + 0.98 * m, 0.045, -0.3 * m)
  }
  if (isHero(view)) {
    const tall = (shape.top - floorAt) * 1.3
    return seen(19, tall, floorAt + tall * 0.43, 0.085)
  }
  const fov = between(22, 9)
  const below = 0.34
  const whole = Math.max((shape.top + below) * 1.2, ((shape.reach * 2) / Math.min(ratio, 0.8)) * 1.5)
  // Each step back enlarges the visible part by the same factor, as when walking away.
  const tall = whole * (shape.detail.span / whole) ** near
  const middle = between((shape.top - below) / 2 + shape.top * 0.012, shape.detail.y)
  return seen(fov, tall, middle, 0.055, across === 0.5 ? 0 : (0.5 - across) * tall * ratio)
}

const isHero = (view: Shot["view"]) => view === "hero" || (typeof view === "object" && view.hero === true)

/** Returns the length of a metre in the scene: the height of a piece includes its plinth. */
function metre({ piece }: Shot, shape: Shape, floorAt: number) {
  return (shape.top - floorAt) / ((piece?.height ?? 170) / 100)
}

function build(shot: Shot, place: "studio" | "hero" | "room" | "base") {
  const random = randomFrom(shot.piece?.seed ?? 7)
  const shape = shot.piece ? families[shot.piece.family](random, shot.piece) : emptyShape()
  const plinth = { ...shape.plinth, height: random.between(0.85, 1.05) * (place === "hero" ? 0.4 : 1) }
  const m = metre(shot, shape, -plinth.height)
  const words = shot.words ?? { name: "", edition: "" }
  const setting =
    place === "room"
      ? gallery(-plinth.height, m, shot.piece?.seed ?? 0)
      : place === "base"
        ? crate(-plinth.height, shot.piece?.seed ?? 0)
        : cyclorama(-plinth.height, place === "hero" ? 0.016 : undefined)
  if (place === "base") setting.things.push(plate(plinth, words))
  const set = stage(renderer, plinth, setting)
  const piece = new THREE.Group()
  piece.position.y = 0.001
  if (shot.piece) dress(piece, shape, shot.piece, random)
  set.scene.add(piece)
  const bake = (known?: Float32Array) => {
    const parts: THREE.Mesh[] = []
    piece.traverse((part) => part instanceof THREE.Mesh && parts.push(part))
    const ball =
      place === "room"
        ? { centre: new THREE.Vector3(-0.3 * m, -plinth.height + 1.1 * m, 0), radius: 2.1 * m, reach: 1.1 * m }
        : { centre: new THREE.Vector3(place === "base" ? 0.4 : 0, 0.5, 0), radius: 1.95, reach: 1.5 }
    const casters = [...parts, ...set.things]
    return bakeLight(
      renderer,
      { receivers: [...parts, ...set.things, ...set.grounds], casters },
      set.lamps(),
      ball,
      known,
    )
  }
  const dispose = () => {
    set.scene.traverse((part) => {
      if (part instanceof THREE.Mesh) part.geometry.dispose() // not the materials: their compiled programs are used again
    })
  }
  return { ...set, piece, shape, bake, dispose }
}

function dress(group: THREE.Group, shape: Shape, { material: name, seam }: RenderParameters, random: Random) {
  const body = material(name, Math.round(random.between(0, 40)))
  const worked = handmade(random)
  const skins = shape.skins.map((skin) => worked(skin))
  const fine: Grid["fine"] = skins.length > 1 ? [128, 96] : [320, 360]
  const rough: Grid["rough"] = skins.length > 1 ? [40, 30] : [128, 110]
  for (const skin of skins) {
    const part = new THREE.Mesh(mesh(skin, ...fine), body)
    part.userData.grid = { coarse: mesh(skin, ...rough), fine, rough } satisfies Grid
    group.add(part)
  }
  const brass = material("brass")
  const stone = material(name === "basalt" || name === "lacquer" ? "brass" : "stone")
  for (const part of shape.turned)
    group.add(new THREE.Mesh(plain(turned(part.profile)), part.of === "brass" ? brass : stone))
  for (const { width, height, depth, y } of shape.blocks) {
    const box = plain(new RoundedBoxGeometry(width, height, depth, 5, 0.006).translate(0, y + height / 2, 0))
    group.add(new THREE.Mesh(box, material(name === "basalt" ? "stone" : "basalt")))
  }
  if (!seam) return
  const gold = material("gold")
  for (const line of cracks(skins[shape.seam.skin]!, shape.seam, random)) group.add(new THREE.Mesh(line, gold))
}

/** Adds a wobble of about a millimetre, as of a handmade curve, which varies the highlights. */
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
