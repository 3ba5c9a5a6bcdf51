import * as THREE from "three"
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js"
import type { Room } from "../../server/demo/catalogue.ts"
import { halton } from "./random.ts"
import { turned } from "./surfaces.ts"

const palettes = {
  daylight: {
    wall: 0xc9d1cc,
    plinth: 0xdde2de,
    dome: 0x707673,
    strips: [10, 3.4, 3],
    environment: 0.62,
    key: 128,
    rim: 44,
    wash: 26,
    sky: 0.86,
    exposure: 1.08,
  },
  night: {
    wall: 0x2b262a,
    plinth: 0x3a343a,
    dome: 0x0c0b0c,
    strips: [9.5, 4.8, 2.2],
    environment: 0.85,
    key: 150,
    rim: 110,
    wash: 60,
    sky: 0.42,
    exposure: 1.12,
  },
} satisfies Record<Room, unknown>

const skyLights = 2
const keyAt: [number, number, number] = [-4.3, 4.7, 3.2]

// The dome is sampled by a few moving sun-like lights: their sum is ambient light with true shadows in folds and at the
// foot. Their glints would show as dots on a glaze, so directional lights give diffuse light only; the environment map
// gives the reflections.
THREE.ShaderChunk.lights_fragment_begin = THREE.ShaderChunk.lights_fragment_begin
  .replace(
    "#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )",
    `vec3 glintKept = reflectedLight.directSpecular;
#ifdef USE_CLEARCOAT
vec3 coatKept = clearcoatSpecularDirect;
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )`,
  )
  .replace(
    "#if ( NUM_RECT_AREA_LIGHTS > 0 )",
    `reflectedLight.directSpecular = glintKept;
#ifdef USE_CLEARCOAT
clearcoatSpecularDirect = coatKept;
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 )`,
  )

// For the same reason the map lights matte surfaces only faintly.
THREE.ShaderChunk.lights_fragment_maps = THREE.ShaderChunk.lights_fragment_maps.replace(
  "iblIrradiance += getIBLIrradiance( geometryNormal );",
  "iblIrradiance += 0.3 * getIBLIrradiance( geometryNormal );",
)

/** Two strips, one panel overhead and a dim dome, as seen by polished surfaces. */
function softboxes(renderer: THREE.WebGLRenderer, room: Room) {
  const { dome, strips } = palettes[room]
  const studio = new THREE.Scene()
  const panel = (color: number, power: number, at: [number, number, number], width: number, height: number) => {
    const light = new THREE.MeshBasicMaterial({
      color: new THREE.Color(color).multiplyScalar(power),
      side: THREE.DoubleSide,
    })
    const mesh = new THREE.Mesh(new THREE.PlaneGeometry(width, height), light)
    mesh.position.set(...at)
    mesh.lookAt(0, 1, 0)
    studio.add(mesh)
  }
  const shell = new THREE.MeshBasicMaterial({ color: dome, side: THREE.BackSide })
  studio.add(new THREE.Mesh(new THREE.SphereGeometry(20, 48, 32), shell))
  const floor = new THREE.MeshBasicMaterial({
    color: new THREE.Color(palettes[room].wall).multiplyScalar(room === "night" ? 0.35 : 0.62),
  })
  const ground = new THREE.Mesh(new THREE.CircleGeometry(18, 48), floor)
  ground.rotation.x = -Math.PI / 2
  ground.position.y = -1.4
  studio.add(ground)
  panel(0xfff3e4, strips[0]!, [-6, 3.6, 3.2], 2, 7)
  panel(0xe6f0ff, strips[1]!, [6.6, 3.4, -2.2], 1.3, 7)
  panel(0xffffff, strips[2]!, [0.6, 9, 0.5], 6, 4)
  const generator = new THREE.PMREMGenerator(renderer)
  const texture = generator.fromScene(studio, 0.025).texture
  generator.dispose()
  return texture
}

/** The room around a piece that stands on the plinth's top, at y = 0. */
export function stage(
  renderer: THREE.WebGLRenderer,
  room: Room,
  plinth: { round: boolean; half: number; height: number },
) {
  const palette = palettes[room]
  const scene = new THREE.Scene()
  scene.background = new THREE.Color(palette.wall)
  scene.environment = softboxes(renderer, room)
  scene.environmentIntensity = palette.environment

  const floorAt = -plinth.height
  const shell = new THREE.Mesh(
    cyclorama(floorAt),
    new THREE.MeshLambertMaterial({ color: palette.wall, side: THREE.DoubleSide }),
  )
  shell.receiveShadow = true
  scene.add(shell)

  const block = new THREE.Mesh(
    plinth.round ? roundPlinth(plinth.half, plinth.height) : squarePlinth(plinth.half, plinth.height),
    new THREE.MeshLambertMaterial({ color: palette.plinth }),
  )
  block.rotation.y = plinth.round ? 0 : -0.32
  block.castShadow = true
  block.receiveShadow = true
  scene.add(block)

  const key = spot(0xfff0de, palette.key, keyAt, [0, 1, 0], true)
  const rim = spot(0xdfeaff, palette.rim, [4, 3.8, -2.6], [0, 1.2, 0], false)
  const wash = spot(room === "night" ? 0xf6e6f2 : 0xffffff, palette.wash, [1.8, 4.6, -0.6], [0.7, 1.0, -4.6], false)
  wash.angle = 0.75
  scene.add(key, key.target, rim, rim.target, wash, wash.target)
  const sky = Array.from({ length: skyLights }, () => {
    const light = new THREE.DirectionalLight(0xf3f6ff, (palette.sky * Math.PI) / skyLights)
    light.castShadow = true
    light.shadow.mapSize.set(512, 512)
    light.shadow.radius = 5
    light.shadow.bias = -0.0005
    light.shadow.normalBias = 0.03
    const camera = light.shadow.camera
    camera.left = camera.bottom = -2.3
    camera.right = camera.top = 2.3
    camera.near = 0.5
    camera.far = 16
    light.target.position.set(0, 0.6, 0)
    scene.add(light, light.target)
    return light
  })

  /** Moves the lamps within their area for sample `index`; the key lamp may have walked round the piece, by radians. */
  const light = (index: number, walked = 0) => {
    const [a, b] = [halton(index + 1, 2) - 0.5, halton(index + 1, 3) - 0.5]
    key.position.set(keyAt[0] + a * 1.2, keyAt[1] + b * 1.3, keyAt[2] + a * 1.4)
    if (walked) key.position.applyAxisAngle(new THREE.Vector3(0, 1, 0), walked)
    sky.forEach((lamp, i) => {
      const n = index * skyLights + i + 1
      const around = halton(n, 2) * Math.PI * 2
      const out = Math.sqrt(halton(n, 3)) * 0.96
      const up = Math.sqrt(1 - out * out)
      lamp.position.set(Math.cos(around) * out * 7, 0.6 + up * 7, Math.sin(around) * out * 7)
    })
  }
  return { scene, light, floorAt, exposure: palette.exposure }
}

function spot(
  color: number,
  power: number,
  at: [number, number, number],
  to: [number, number, number],
  shadow: boolean,
) {
  const lamp = new THREE.SpotLight(color, power, 0, 0.5, 1, 2)
  lamp.position.set(...at)
  lamp.target.position.set(...to)
  lamp.castShadow = shadow
  if (shadow) {
    lamp.shadow.mapSize.set(1024, 1024)
    lamp.shadow.bias = -0.0002
    lamp.shadow.normalBias = 0.02
    lamp.shadow.radius = 4
  }
  return lamp
}

/** Floor and wall in one curve. */
function cyclorama(floorAt: number) {
  const profile: [number, number][] = [
    [14, 0],
    [8, 0],
    [2, 0],
    [-1.6, 0],
  ]
  const radius = 2.6
  for (let i = 1; i <= 24; i++) {
    const angle = (i / 24) * (Math.PI / 2)
    profile.push([-1.6 - radius * Math.sin(angle), radius - radius * Math.cos(angle)])
  }
  profile.push([-1.6 - radius, 7], [-1.6 - radius, 14])
  const geometry = new THREE.PlaneGeometry(40, 1, 1, profile.length - 1)
  const position = geometry.getAttribute("position")
  for (let i = 0; i < position.count; i++) {
    const [z, y] = profile[i >> 1]!
    position.setXYZ(i, position.getX(i), floorAt + y, z)
  }
  geometry.computeVertexNormals()
  return geometry
}

function roundPlinth(half: number, height: number) {
  const edge = 0.008
  return turned([
    [0, -height],
    [half, -height],
    [half, -edge],
    [half - edge * 0.3, -edge * 0.3],
    [half - edge, 0],
    [0, 0],
  ])
}

function squarePlinth(half: number, height: number) {
  return new RoundedBoxGeometry(half * 2, height, half * 2, 4, 0.008).translate(0, -height / 2, 0)
}
