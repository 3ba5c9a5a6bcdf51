/// <reference lib="dom" />
import * as THREE from "three"
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js"
import { material, type Surface } from "./materials.ts"
import { type Random, randomFrom } from "./random.ts"
import { cyclorama, plain, type Setting } from "./room.ts"

type Point = [x: number, y: number, z: number]

function box(of: Surface, size: Point, at: Point, { hollow = 0, edge = 0.006 } = {}) {
  const mesh = new THREE.Mesh(
    plain(new RoundedBoxGeometry(...size, 2, Math.min(edge, ...size.map((s) => s * 0.45))), hollow),
    material(of, hollow * 7),
  )
  mesh.position.set(...at)
  return mesh
}

/** A flat surface divided finely enough for shadows to lie on it. */
function sheet(of: "wall" | "linen", width: number, height: number, at: Point) {
  const geometry = new THREE.PlaneGeometry(width, height, Math.ceil(width / 0.08), Math.ceil(height / 0.08))
  const mesh = new THREE.Mesh(plain(geometry), material(of))
  mesh.position.set(...at)
  mesh.userData.surface = of
  return mesh
}

/** Makes a floor with much finer divisions where the plinth stands: its shadow would end in dark corners otherwise. */
function floor(width: number, depth: number, [x, y, z]: Point) {
  const columns = pitch(x - width / 2, x + width / 2)
  const rows = pitch(z - depth / 2, z + depth / 2)
  const geometry = new THREE.PlaneGeometry(1, 1, columns.length - 1, rows.length - 1)
  const position = geometry.getAttribute("position")
  for (let i = 0; i < position.count; i++)
    position.setXYZ(i, columns[i % columns.length]!, y, rows[Math.floor(i / columns.length)]!)
  geometry.computeVertexNormals()
  const mesh = new THREE.Mesh(plain(geometry), material("floor"))
  mesh.userData.surface = "floor"
  return mesh
}

function pitch(from: number, to: number) {
  const places: number[] = []
  for (let at = from; at < to; at += Math.abs(at) < 0.8 ? 0.018 : 0.08) places.push(at)
  return [...places, to]
}

/**
 * Builds a room of a museum, for scale: floor and wall, a bench, and either a painting or a doorway. `metre` is the
 * length of one in units of the scene.
 */
export function gallery(floorAt: number, metre: number, seed: number): Setting {
  const m = (length: number) => length * metre
  const back = -m(0.95)
  const things: THREE.Mesh[] = []
  const grounds = [floor(m(6.4), m(5.4), [0, floorAt, back + m(2.7)])]
  const bench = (x: number, z: number) => {
    for (const row of [-1, 0, 1])
      things.push(
        box("oak", [m(1.3), m(0.05), m(0.125)], [x, floorAt + m(0.43), z + row * m(0.132)], { hollow: row * 0.5 }),
      )
    for (const end of [-1, 1])
      things.push(box("iron", [m(0.035), m(0.405), m(0.36)], [x + end * m(0.5), floorAt + m(0.2025), z]))
  }
  if (seed % 2 === 0) {
    grounds.push(sheet("wall", m(6.4), m(3.6), [0, floorAt + m(1.8), back]))
    const [x, y, width, height] = [-m(0.78), floorAt + m(1.52), m(0.86), m(1.12)]
    const canvas = sheet("linen", width, height, [x, y, back + m(0.036)])
    Object.assign(canvas.material, { map: painting(seed), color: new THREE.Color(0xffffff) })
    things.push(canvas)
    const rail = m(0.022)
    for (const side of [-1, 1]) {
      things.push(
        box("oak", [rail, height + rail * 2.6, m(0.05)], [x + side * (width / 2 + rail * 0.8), y, back + m(0.026)]),
      )
      things.push(
        box("oak", [width + rail * 1.2, rail, m(0.05)], [x, y + side * (height / 2 + rail * 0.8), back + m(0.026)]),
      )
    }
    bench(-m(0.86), back + m(0.5))
  } else {
    const [left, right, high] = [-m(1.28), -m(0.36), m(2.15)]
    const [edge, top] = [m(3.2), m(3.6)]
    grounds.push(sheet("wall", edge - right, top, [(edge + right) / 2, floorAt + top / 2, back]))
    grounds.push(sheet("wall", edge + left, top, [(left - edge) / 2, floorAt + top / 2, back]))
    grounds.push(sheet("wall", right - left, top - high, [(left + right) / 2, floorAt + (top + high) / 2, back]))
    const deep = m(0.22)
    for (const [x, turn] of [
      [left, 1],
      [right, -1],
    ] as const) {
      const reveal = sheet("wall", deep, high, [x, floorAt + high / 2, back - deep / 2])
      reveal.rotation.y = (turn * Math.PI) / 2
      grounds.push(reveal)
    }
    const lintel = sheet("wall", right - left, deep, [(left + right) / 2, floorAt + high, back - deep / 2])
    lintel.rotation.x = Math.PI / 2
    grounds.push(lintel)
    grounds.push(floor(m(5), m(3.2), [-m(0.8), floorAt, back - m(1.6)]))
    grounds.push(sheet("wall", m(6), m(3.6), [-m(0.8), floorAt + m(1.8), back - m(2.6)]))
    bench(-m(1.05), back - m(1.7))
    // The thickness is for the shadow maps.
    for (const x of [right + m(0.99), left - m(0.99)]) {
      const solid = box("wall", [m(1.9), top, deep * 0.9], [x, floorAt + top / 2, back - deep / 2])
      solid.userData.surface = "wall"
      things.push(solid)
    }
  }
  // A shadow gap where the wall meets the floor.
  const gap = (x: number, width: number) => {
    const strip = box("lacquer", [width, m(0.014), m(0.004)], [x, floorAt + m(0.007), back + m(0.001)])
    grounds.push(strip)
  }
  if (seed % 2 === 0) gap(0, m(6.4))
  else {
    gap(m((3.2 - 0.36) / 2), m(3.56))
    gap(-m((3.2 + 1.28) / 2), m(1.92))
  }
  return { things, grounds }
}

const paints = [
  { ground: "#aaa294", low: "#5a5159", form: "#7f8d83" },
  { ground: "#939b94", low: "#65574d", form: "#b3a68e" },
  { ground: "#a2988f", low: "#4b5552", form: "#6f5d66" },
]

/** Paints a quiet picture: a field, a ground and a round or upright form, in strokes of a wide brush. */
function painting(seed: number) {
  const random = randomFrom(seed + 9)
  const { ground, low, form } = random.pick(paints)
  const [width, height] = [688, 896]
  // It is drawn small, so that its strokes are soft when it is enlarged.
  return lettering(width / 4, height / 4, ground, (pen) => {
    pen.scale(0.25, 0.25)
    const stroke = (color: string, x: number, y: number, long: number, thick: number) => {
      pen.globalAlpha = random.between(0.05, 0.12)
      pen.fillStyle = color
      pen.fillRect(x + random.between(-6, 6), y, long, thick * random.between(0.5, 1.2))
    }
    const horizon = height * random.between(0.6, 0.7)
    for (let i = 0; i < 140; i++)
      stroke(random.pick([form, "#d8d2c4", low]), random.between(-200, 500), random.between(0, height), 420, 34)
    for (let i = 0; i < 700; i++) {
      const y = horizon + (height - horizon) * random.next()
      stroke(low, random.between(-240, 500), y, random.between(120, 420), 16)
    }
    const isRound = random.next() < 0.5
    const [x, y] = [width * random.between(0.36, 0.62), horizon - height * random.between(0.18, 0.26)]
    const [across, up] = isRound ? [118, 118] : [54, horizon - y]
    for (let i = 0; i < 500; i++) {
      const at = random.between(-1, 1)
      const half = isRound ? across * Math.sqrt(1 - at * at) : across
      stroke(form, x - half, y + at * up, half * 2, 14)
    }
  })
}

export interface Words {
  name: string
  edition: string
}

/** Makes the engraved plate on the plinth. */
export function plate(plinth: { round: boolean; half: number }, { name, edition }: Words) {
  const [width, height] = [0.42, 0.21]
  const drawn = lettering(1024, 512, "#ffffff", (pen) => {
    pen.fillStyle = "#120c08"
    pen.textAlign = "center"
    spaced(pen, "500 140px Imbue", "22px", "VITRINE", 512, 170)
    spaced(pen, "500 128px Imbue", "8px", name, 512, 305)
    spaced(pen, "500 120px Imbue", "8px", edition.replace("/", " of "), 310, 440)
    signature(pen, 610, 425)
    pen.strokeStyle = "#2b1f14"
    pen.lineWidth = 3
    pen.strokeRect(34, 34, 956, 444)
  })
  const geometry = plain(new THREE.BoxGeometry(width, height, 0.006, 32, 8, 1))
  if (plinth.round) {
    const position = geometry.getAttribute("position")
    const radius = plinth.half + 0.0015
    for (let i = 0; i < position.count; i++) {
      const angle = position.getX(i) / radius
      const out = radius + position.getZ(i)
      position.setXYZ(i, Math.sin(angle) * out, position.getY(i), Math.cos(angle) * out)
    }
    geometry.computeVertexNormals()
  } else geometry.translate(0, 0, plinth.half + 0.0015)
  const brass = material("brass") as THREE.MeshPhysicalMaterial
  brass.map = drawn
  brass.color.set(0xd9ae62)
  brass.metalness = 0.7
  brass.roughness = 0.42
  const mesh = new THREE.Mesh(geometry, brass)
  mesh.position.y = -0.27
  mesh.rotation.y = plinth.round ? 0.1 : -0.32
  return mesh
}

/** Builds the crate for shipping: boards and battens, and a mark of the upper side. It does not name its content. */
export function crate(floorAt: number, seed: number): Setting {
  const random = randomFrom(seed + 5)
  const ground = cyclorama(floorAt)
  const group = new THREE.Group()
  const [width, height, depth] = [0.92, 1.86, 0.8]
  planks(group, random, width, height, depth / 2 + 0.001)
  for (const side of [-1, 1]) {
    const wall = box("pine", [0.03, height, depth], [side * (width / 2 - 0.015), height / 2, 0], {
      hollow: random.between(-0.6, 0.6),
    })
    group.add(wall)
  }
  group.add(box("pine", [width + 0.02, 0.035, depth + 0.05], [0, height + 0.018, 0.01], { hollow: 0.2 }))
  const front = depth / 2 + 0.028
  for (const y of [0.09, height * 0.56, height - 0.07])
    group.add(box("pine", [width, 0.12, 0.026], [0, y, front], { hollow: random.between(-0.7, 0.7) }))
  for (const side of [-1, 1])
    group.add(
      box("pine", [0.1, height, 0.024], [side * (width / 2 - 0.05), height / 2, front - 0.001 * side], {
        hollow: random.between(-0.7, 0.7),
      }),
    )
  for (const y of [0.09, height * 0.56, height - 0.07])
    for (const x of [-0.41, -0.2, 0.2, 0.41]) {
      const screw = new THREE.Mesh(plain(new THREE.SphereGeometry(0.008, 12, 8)), material("iron"))
      screw.scale.z = 0.4
      screw.position.set(x, y + (Math.abs(x) > 0.3 ? 0.03 : 0), front + 0.013)
      group.add(screw)
    }
  const mark = new THREE.Mesh(
    plain(new THREE.PlaneGeometry(0.5, 0.5, 8, 8)),
    material("pine") as THREE.MeshPhysicalMaterial,
  )
  const ink = mark.material as THREE.MeshPhysicalMaterial
  ink.map = lettering(768, 768, "", (pen) => {
    pen.fillStyle = "#000000"
    pen.textAlign = "center"
    for (const x of [286, 482]) upright(pen, x, 330)
    pen.fillRect(190, 500, 388, 26)
  })
  ink.transparent = true
  ink.opacity = 0.86
  ink.onBeforeCompile = inkOnly(ink.onBeforeCompile)
  ink.customProgramCacheKey = () => "stencil"
  mark.position.set(0.04, height * 0.78, depth / 2 + 0.017)
  mark.userData.ink = true
  group.add(mark)
  group.position.set(0.8, floorAt + 0.002, -0.86)
  group.rotation.y = -0.2
  group.updateMatrixWorld(true)
  const things: THREE.Mesh[] = []
  for (const part of [...group.children] as THREE.Mesh[]) {
    part.applyMatrix4(group.matrixWorld)
    ;(part.userData.ink ? ground.grounds : things).push(part)
  }
  return { things, grounds: ground.grounds }
}

/** Makes ink independent of the wood's colour. */
function inkOnly(compile: THREE.Material["onBeforeCompile"]): THREE.Material["onBeforeCompile"] {
  return function (this: THREE.Material, shader, renderer) {
    compile.call(this, shader, renderer)
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <alphamap_fragment>",
      "diffuseColor.rgb = vec3(0.03, 0.026, 0.026); diffuseColor.a *= 0.8 + 0.5 * grain(place * 60.0);",
    )
  }
}

function planks(group: THREE.Group, random: Random, width: number, height: number, z: number) {
  const count = 5
  const each = width / count
  for (let i = 0; i < count; i++) {
    const x = -width / 2 + each * (i + 0.5)
    group.add(
      box("pine", [each - 0.005, height, 0.03], [x, height / 2, z], { hollow: random.between(-0.8, 0.8), edge: 0.004 }),
    )
  }
}

function lettering(width: number, height: number, ground: string, draw: (pen: CanvasRenderingContext2D) => void) {
  const canvas = document.createElement("canvas")
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext("2d")!
  if (ground) {
    pen.fillStyle = ground
    pen.fillRect(0, 0, width, height)
  }
  draw(pen)
  const texture = new THREE.CanvasTexture(canvas)
  texture.colorSpace = THREE.SRGBColorSpace
  texture.anisotropy = 8
  return texture
}

function spaced(pen: CanvasRenderingContext2D, font: string, spacing: string, text: string, x: number, y: number) {
  pen.font = font
  pen.letterSpacing = spacing
  pen.fillText(text, x, y)
  // These are the face's hairlines, which a small plate would lose.
  pen.strokeStyle = pen.fillStyle
  pen.lineWidth = 6
  pen.strokeText(text, x, y)
}

/** Draws the signature of a maker in one line. */
function signature(pen: CanvasRenderingContext2D, x: number, y: number) {
  pen.save()
  pen.translate(x, y)
  pen.strokeStyle = pen.fillStyle
  pen.lineWidth = 6
  pen.lineCap = "round"
  pen.beginPath()
  pen.moveTo(0, -62)
  pen.bezierCurveTo(14, -20, 22, 10, 34, 14)
  pen.bezierCurveTo(50, -10, 66, -66, 92, -78)
  pen.bezierCurveTo(104, -60, 60, 2, 84, 6)
  pen.bezierCurveTo(104, 6, 112, -26, 122, -28)
  pen.bezierCurveTo(130, -18, 116, 6, 132, 6)
  pen.bezierCurveTo(152, 4, 154, -26, 170, -26)
  pen.bezierCurveTo(178, -16, 164, 8, 182, 6)
  pen.bezierCurveTo(206, 2, 208, -24, 226, -24)
  pen.bezierCurveTo(214, 16, 262, 4, 312, -16)
  pen.stroke()
  pen.restore()
}

function upright(pen: CanvasRenderingContext2D, x: number, y: number) {
  pen.beginPath()
  pen.moveTo(x, y - 150)
  pen.lineTo(x + 84, y - 30)
  pen.lineTo(x + 28, y - 30)
  pen.lineTo(x + 28, y + 130)
  pen.lineTo(x - 28, y + 130)
  pen.lineTo(x - 28, y - 30)
  pen.lineTo(x - 84, y - 30)
  pen.closePath()
  pen.fill()
}
