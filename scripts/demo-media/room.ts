import * as THREE from "three"
import type { Room } from "../../server/start/demo/piece.ts"
import type { Lamp } from "./ambient.ts"
import { material, type Surface } from "./materials.ts"
import { prism } from "./surfaces.ts"

const palettes = {
  daylight: {
    wall: 0xc3cbc6,
    plinth: 0xd6dbd7,
    floor: 0x8f948f,
    dome: 0x767c79,
    strips: [9, 3.2, 3],
    environment: 0.66,
    key: 150,
    rim: 30,
    wash: 20,
    sky: 1.08,
    ground: 0.62,
    exposure: 1.06,
  },
  night: {
    wall: 0x2b262a,
    plinth: 0x383238,
    floor: 0x221e21,
    dome: 0x0d0c0d,
    strips: [9.5, 4.8, 2.2],
    environment: 0.85,
    key: 150,
    rim: 96,
    wash: 95,
    sky: 0.55,
    ground: 0.16,
    exposure: 1.12,
  },
} satisfies Record<Room, unknown>

const keyAt: [number, number, number] = [-4.3, 4.7, 3.2]

// Lamps are points, and their glints on a glaze would be dots, so only the environment map with its soft boxes is
// reflected. Of the lamps, only a broad sheen is kept, for metal.
THREE.ShaderChunk.lights_fragment_begin = THREE.ShaderChunk.lights_fragment_begin
  .replace(
    "#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )",
    `#ifdef PHYSICAL
float roughnessKept = material.roughness;
material.roughness = max(material.roughness, 0.4);
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )`,
  )
  .replace(
    "getSpotLightInfo( spotLight, geometryPosition, directLight );",
    `getSpotLightInfo( spotLight, geometryPosition, directLight );
#if UNROLLED_LOOP_INDEX == 0
directLight.color *= reached.y;
#elif UNROLLED_LOOP_INDEX == 1
directLight.color *= reached.z;
#endif`,
  )
  .replace(
    "#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )",
    `#ifdef PHYSICAL
material.roughness = roughnessKept;
#endif
#ifdef USE_CLEARCOAT
clearcoatSpecularDirect = vec3(0.0);
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )`,
  )
// Ambient light comes from the two half spheres, and from the map only in part.
THREE.ShaderChunk.lights_fragment_maps = THREE.ShaderChunk.lights_fragment_maps.replace(
  "iblIrradiance += getIBLIrradiance( geometryNormal );",
  "iblIrradiance += 0.4 * getIBLIrradiance( geometryNormal );",
)

const reflections = new Map<Room, THREE.Texture>()

/** Builds two strips, one panel overhead and a dim dome, as polished surfaces reflect them. */
function softboxes(renderer: THREE.WebGLRenderer, room: Room) {
  const known = reflections.get(room)
  if (known) return known
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
  // This panel is behind the piece, and polished edges mirror it.
  panel(palettes[room].wall, room === "night" ? 0.5 : 0.85, [0, 4, -12], 44, 26)
  panel(0xfff3e4, strips[0]!, [-6, 3.6, 3.2], 2, 7)
  panel(0xe6f0ff, strips[1]!, [6.6, 3.4, -2.2], 1.3, 7)
  panel(0xffffff, strips[2]!, [0.6, 9, 0.5], 6, 4)
  const generator = new THREE.PMREMGenerator(renderer)
  const { texture } = generator.fromScene(studio, 0.035)
  reflections.set(room, texture)
  return texture
}

export interface Setting {
  /** Objects that cast and receive shadows. */
  things: THREE.Mesh[]
  /** Objects that only receive shadows. */
  grounds: THREE.Mesh[]
}

/** Builds the room around a piece that stands on the plinth's top, at y = 0. */
export function stage(
  renderer: THREE.WebGLRenderer,
  plinth: { round: boolean; half: number; height: number },
  setting: Setting,
) {
  const scene = new THREE.Scene()
  const floorAt = -plinth.height
  const block = new THREE.Mesh(plain(prism(plinth.half, plinth.height, plinth.round)), material("plinth"))
  block.rotation.y = plinth.round ? 0 : -0.32
  block.userData.shadow = prism(plinth.half, plinth.height, plinth.round, 48, 8)
  const things = [block, ...setting.things]
  for (const thing of [...things, ...setting.grounds]) scene.add(thing)
  const key = spot(0xfff0de, keyAt, [0, 1, 0])
  const rim = spot(0xdfeaff, [4, 3.8, -2.6], [0, 1.2, 0])
  const wash = spot(0xffffff, [1.8, 4.6, -0.6], [0.7, 1.0, -4.6])
  wash.angle = 0.75
  const around = new THREE.HemisphereLight(0xf3f6ff, 0xffffff, 1)
  scene.add(key, key.target, rim, rim.target, wash, wash.target, around)

  const enter = (room: Room) => {
    const palette = palettes[room]
    scene.background = new THREE.Color(palette.wall)
    scene.environment = softboxes(renderer, room)
    scene.environmentIntensity = palette.environment
    key.intensity = palette.key
    rim.intensity = palette.rim
    wash.intensity = palette.wash
    wash.color.set(room === "night" ? 0xf6e6f2 : 0xffffff)
    around.intensity = palette.sky
    around.groundColor.set(palette.wall).multiplyScalar(palette.ground * 2)
    for (const thing of [...things, ...setting.grounds]) {
      const paint = thing.material as THREE.MeshLambertMaterial
      const name = thing.userData.surface as Surface | undefined
      if (thing === block) paint.color.set(palette.plinth)
      if (name === "wall" || name === "floor") paint.color.set(palette[name])
    }
    return { exposure: palette.exposure }
  }
  /** The key lamp may have moved round the piece, by radians. */
  const walk = (radians: number) => {
    key.position.set(...keyAt).applyAxisAngle(new THREE.Vector3(0, 1, 0), radians)
  }
  const lamps = (): [Lamp, Lamp] => [
    { position: key.position, size: 0.75 },
    { position: rim.position, size: 0.4 },
  ]
  return { scene, enter, walk, lamps, floorAt, things, grounds: setting.grounds }
}

function spot(color: number, at: [number, number, number], to: [number, number, number]) {
  const lamp = new THREE.SpotLight(color, 1, 0, 0.5, 1, 2)
  lamp.position.set(...at)
  lamp.target.position.set(...to)
  return lamp
}

/** Builds floor and wall as one curve, finely divided near the piece, and more where the plinth's foot is visible. */
export function cyclorama(floorAt: number, foot = 0.045): Setting {
  const step = (at: number) => (Math.abs(at) < 0.75 ? foot : 0.045)
  const profile: [number, number][] = [[14, 0]]
  for (let z = 8; z > 1.8; z -= 1) profile.push([z, 0])
  for (let z = 1.8; z > -1.6; z -= step(z)) profile.push([z, 0])
  const radius = 2.6
  for (let i = 0; i <= 40; i++) {
    const angle = (i / 40) * (Math.PI / 2)
    profile.push([-1.6 - radius * Math.sin(angle), radius - radius * Math.cos(angle)])
  }
  profile.push([-1.6 - radius, 7], [-1.6 - radius, 14])
  profile.reverse()
  const columns: number[] = [-20, -12, -7, -4, -3, -2.4]
  for (let x = -1.8; x < 1.81; x += step(x)) columns.push(x)
  columns.push(2.4, 3, 4, 7, 12, 20)
  const geometry = new THREE.PlaneGeometry(1, 1, columns.length - 1, profile.length - 1)
  const position = geometry.getAttribute("position")
  for (let i = 0; i < position.count; i++) {
    const [z, y] = profile[Math.floor(i / columns.length)]!
    position.setXYZ(i, columns[i % columns.length]!, floorAt + y, z)
  }
  geometry.computeVertexNormals()
  const shell = new THREE.Mesh(plain(geometry), material("wall"))
  shell.userData.surface = "wall"
  return { things: [], grounds: [shell] }
}

export function plain<T extends THREE.BufferGeometry>(geometry: T, hollow = 0): T {
  const values = new Float32Array(geometry.getAttribute("position").count).fill(hollow)
  geometry.setAttribute("groove", new THREE.BufferAttribute(values, 1))
  return geometry
}
