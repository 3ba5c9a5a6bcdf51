/// <reference lib="dom" />
import * as THREE from "three"
import { halton } from "./random.ts"

// Computes how much light of its surroundings and of the two lamps reaches every vertex. Depth maps of the scene are
// drawn from many directions and from many points of each lamp, and each vertex is tested against them for obstacles.
// The result is soft and has no noise, so that pictures need few samples.

const tiles = 4
const perAtlas = tiles * tiles
const directions = 48
const tile = 512
const columns = 512

const vertexShader = `
in vec3 position;
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }`

const fragmentShader = `
precision highp float;
precision highp sampler2D;
uniform sampler2D places;
uniform sampler2D normals;
uniform sampler2D depths;
uniform mat4 views[${perAtlas}];
uniform vec3 ways[${perAtlas}];
uniform bool lamp;
uniform float near;
uniform float far;
uniform float reach;
out vec4 result;
float far_(float depth) { return lamp ? near * far / (far - depth * (far - near)) : near + depth * (far - near); }
float hidden(vec2 spot, vec2 from, float here) {
  float distance = here - far_(texelFetch(depths, ivec2(clamp(spot, from, from + ${tile - 1}.0)), 0).r);
  return distance > (lamp ? 0.014 : 0.004) ? (lamp ? 1.0 : 1.0 - smoothstep(0.3 * reach, reach, distance)) : 0.0;
}
void main() {
  vec3 place = texelFetch(places, ivec2(gl_FragCoord.xy), 0).xyz;
  vec3 normal = texelFetch(normals, ivec2(gl_FragCoord.xy), 0).xyz;
  float seen = 0.0;
  float all = 0.0;
  float second = 0.0;
  for (int i = 0; i < ${perAtlas}; i++) {
    float weight = lamp ? 1.0 : max(dot(normal, ways[i]), 0.0) * (0.3 + 0.7 * smoothstep(-0.4, 0.9, ways[i].y));
    if (weight <= 0.0) continue;
    all += weight;
    vec4 at = views[i] * vec4(place + normal * 0.008, 1.0);
    at.xyz = at.xyz / at.w * 0.5 + 0.5;
    if (any(lessThan(at.xyz, vec3(0.0))) || any(greaterThan(at.xyz, vec3(1.0)))) {
      if (lamp && i >= ${perAtlas / 2}) second += weight; else seen += weight;
      continue;
    }
    float here = far_(at.z);
    vec2 from = vec2(float(i % ${tiles}), float(i / ${tiles})) * ${tile}.0;
    vec2 spot = from + at.xy * ${tile}.0 - 0.5;
    vec2 whole = floor(spot);
    vec2 part = spot - whole;
    float dark = mix(
      mix(hidden(whole, from, here), hidden(whole + vec2(1, 0), from, here), part.x),
      mix(hidden(whole + vec2(0, 1), from, here), hidden(whole + vec2(1, 1), from, here), part.x), part.y);
    if (lamp && i >= ${perAtlas / 2}) second += 1.0 - dark; else seen += weight * (1.0 - dark);
  }
  result = vec4(seen, lamp ? second : all, 0.0, 1.0);
}`

export interface Lamp {
  position: THREE.Vector3
  /** The radius of the lamp. */
  size: number
}
export interface Ball {
  centre: THREE.Vector3
  radius: number
  /** The distance up to which objects block light. */
  reach: number
}
/** A coarser geometry that replaces a fine one of the same grid. */
export interface Grid {
  coarse: THREE.BufferGeometry
  fine: [around: number, along: number]
  rough: [around: number, along: number]
}

const gather = new THREE.RawShaderMaterial({
  glslVersion: THREE.GLSL3,
  vertexShader,
  fragmentShader,
  depthTest: false,
  uniforms: {
    places: { value: null },
    normals: { value: null },
    depths: { value: null },
    views: { value: Array.from({ length: perAtlas }, () => new THREE.Matrix4()) },
    ways: { value: Array.from({ length: perAtlas }, () => new THREE.Vector3()) },
    lamp: { value: false },
    near: { value: 0 },
    far: { value: 0 },
    reach: { value: 0 },
  },
})
const screen = new THREE.Scene()
const sheet = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), gather)
sheet.frustumCulled = false
screen.add(sheet)
const blank = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide, colorWrite: false })
const nearest = { minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter } as const
const atlas = new THREE.WebGLRenderTarget(tile * tiles, tile * tiles, {
  ...nearest,
  depthTexture: new THREE.DepthTexture(tile * tiles, tile * tiles, THREE.FloatType),
})

/**
 * Sets the attribute `light` on every receiver: the visible share of the surroundings and of each of two lamps, 0 to 1.
 * Returns the first of these for every vertex. If they are passed in again, they are kept: the frames of a video differ
 * little.
 */
export function bakeLight(
  renderer: THREE.WebGLRenderer,
  { receivers, casters }: { receivers: THREE.Mesh[]; casters: THREE.Mesh[] },
  lamps: [Lamp, Lamp],
  ball: Ball,
  known?: Float32Array,
): Float32Array {
  const shapes = receivers.map(coarse)
  const total = shapes.reduce((sum, shape) => sum + shape.getAttribute("position").count, 0)
  const rows = Math.ceil(total / columns)
  const [places, normals] = collect(receivers, shapes, rows)
  const result = new THREE.WebGLRenderTarget(columns, rows, { ...nearest, type: THREE.FloatType, depthBuffer: false })
  const shadows = shadowScene(casters)
  const { uniforms } = gather
  uniforms.places!.value = places
  uniforms.normals!.value = normals
  uniforms.depths!.value = atlas.depthTexture
  uniforms.reach!.value = ball.reach
  const { autoClear } = renderer
  renderer.autoClear = false
  const read = new Float32Array(columns * rows * 4)
  const values = new Float32Array(total * 3)

  const look = (eyes: THREE.Camera[], lamp: boolean, near: number, far: number) => {
    atlas.viewport.set(0, 0, tile * tiles, tile * tiles)
    renderer.setRenderTarget(atlas)
    renderer.clear()
    eyes.forEach((eye, i) => {
      eye.updateMatrixWorld()
      uniforms.views!.value[i].multiplyMatrices(
        (eye as THREE.PerspectiveCamera).projectionMatrix,
        eye.matrixWorldInverse,
      )
      atlas.viewport.set((i % tiles) * tile, Math.floor(i / tiles) * tile, tile, tile)
      renderer.setRenderTarget(atlas)
      renderer.render(shadows, eye)
    })
    Object.assign(uniforms.lamp!, { value: lamp })
    Object.assign(uniforms.near!, { value: near })
    Object.assign(uniforms.far!, { value: far })
    renderer.setRenderTarget(result)
    renderer.render(screen, eyes[0]!)
    renderer.readRenderTargetPixels(result, 0, 0, columns, rows, read)
    return read
  }

  const sums = new Float32Array(total * 2)
  const { centre, radius } = ball
  for (let first = 0; first < directions && !known; first += perAtlas) {
    const eyes = Array.from({ length: perAtlas }, (_, i) => {
      const way = direction(first + i)
      uniforms.ways!.value[i].copy(way)
      const eye = new THREE.OrthographicCamera(-radius, radius, radius, -radius, 0, radius * 2)
      eye.position.copy(centre).addScaledVector(way, radius)
      return turnedTo(eye, centre)
    })
    const found = look(eyes, false, 0, radius * 2)
    for (let i = 0; i < total; i++) {
      sums[i * 2]! += found[i * 4]!
      sums[i * 2 + 1]! += found[i * 4 + 1]!
    }
  }
  const open = known ?? Float32Array.from({ length: total }, (_, i) => sums[i * 2]! / Math.max(1e-4, sums[i * 2 + 1]!))
  for (let i = 0; i < total; i++) values[i * 3] = open[i]!
  const each = perAtlas / 2
  const away = lamps.map(({ position }) => position.distanceTo(centre))
  const near = Math.max(0.4, Math.min(...away) - radius - 1)
  const far = Math.max(...away) + radius + 1
  const eyes = Array.from({ length: perAtlas }, (_, i) => {
    const { position, size } = lamps[i < each ? 0 : 1]
    const fov = THREE.MathUtils.radToDeg(2 * Math.asin(Math.min(0.7, radius / position.distanceTo(centre))))
    const eye = new THREE.PerspectiveCamera(fov, 1, near, far)
    const n = (i % each) + 1
    const around = halton(n, 2) * Math.PI * 2
    const high = halton(n, 3) * 2 - 1
    const out = Math.sqrt(1 - high * high)
    eye.position.set(Math.cos(around) * out, high, Math.sin(around) * out)
    eye.position.multiplyScalar(Math.cbrt(halton(n, 5)) * size).add(position)
    return turnedTo(eye, centre)
  })
  const found = look(eyes, true, near, far)
  for (let i = 0; i < total; i++) {
    values[i * 3 + 1] = found[i * 4]! / each
    values[i * 3 + 2] = found[i * 4 + 1]! / each
  }
  renderer.setRenderTarget(null)
  renderer.autoClear = autoClear
  let from = 0
  receivers.forEach((receiver, index) => {
    const count = shapes[index]!.getAttribute("position").count
    const part = values.slice(from * 3, (from + count) * 3)
    const grid = receiver.userData.grid as Grid | undefined
    receiver.geometry.setAttribute("light", new THREE.BufferAttribute(grid ? refined(part, grid) : part, 3))
    from += count
  })
  for (const item of [places, normals, result]) item.dispose()
  return open
}

const coarse = ({ geometry, userData }: THREE.Mesh) => (userData.grid as Grid | undefined)?.coarse ?? geometry

function turnedTo<T extends THREE.Camera>(eye: T, centre: THREE.Vector3) {
  const steep = Math.abs(eye.position.y - centre.y) > 0.95 * eye.position.distanceTo(centre)
  eye.up.set(steep ? 1 : 0, steep ? 0 : 1, 0)
  eye.lookAt(centre)
  return eye
}

/** Returns directions spread evenly over the sphere. */
function direction(index: number) {
  const y = 1 - (2 * (((index * 19) % directions) + 0.5)) / directions
  const around = index * 2.399963
  const out = Math.sqrt(1 - y * y)
  return new THREE.Vector3(Math.cos(around) * out, y, Math.sin(around) * out)
}

function shadowScene(casters: THREE.Mesh[]) {
  const scene = new THREE.Scene()
  for (const caster of casters) {
    const copy = new THREE.Mesh((caster.userData.shadow as THREE.BufferGeometry | undefined) ?? coarse(caster), blank)
    copy.matrixAutoUpdate = false
    copy.matrix.copy(caster.matrixWorld)
    copy.frustumCulled = false
    scene.add(copy)
  }
  return scene
}

function collect(meshes: THREE.Mesh[], shapes: THREE.BufferGeometry[], rows: number) {
  const places = new Float32Array(columns * rows * 4)
  const normals = new Float32Array(columns * rows * 4)
  const point = new THREE.Vector3()
  const turned = new THREE.Matrix3()
  let to = 0
  meshes.forEach(({ matrixWorld }, index) => {
    const [position, normal] = ["position", "normal"].map((name) => shapes[index]!.getAttribute(name))
    turned.getNormalMatrix(matrixWorld)
    for (let i = 0; i < position!.count; i++, to += 4) {
      point.fromBufferAttribute(position!, i).applyMatrix4(matrixWorld).toArray(places, to)
      point.fromBufferAttribute(normal!, i).applyMatrix3(turned).normalize().toArray(normals, to)
    }
  })
  return [places, normals].map((data) => {
    const texture = new THREE.DataTexture(data, columns, rows, THREE.RGBAFormat, THREE.FloatType)
    texture.needsUpdate = true
    return texture
  }) as [THREE.DataTexture, THREE.DataTexture]
}

function refined(values: Float32Array, { fine, rough }: Grid) {
  const out = new Float32Array((fine[0] + 1) * (fine[1] + 1) * 3)
  let to = 0
  for (let j = 0; j <= fine[1]; j++) {
    const y = (j / fine[1]) * rough[1]
    const y0 = Math.min(rough[1] - 1, Math.floor(y))
    for (let i = 0; i <= fine[0]; i++) {
      const x = (i / fine[0]) * rough[0]
      const x0 = Math.min(rough[0] - 1, Math.floor(x))
      const from = (y0 * (rough[0] + 1) + x0) * 3
      const below = from + (rough[0] + 1) * 3
      for (let part = 0; part < 3; part++) {
        const upper = values[from + part]! + (values[from + 3 + part]! - values[from + part]!) * (x - x0)
        const lower = values[below + part]! + (values[below + 3 + part]! - values[below + part]!) * (x - x0)
        out[to++] = upper + (lower - upper) * (y - y0)
      }
    }
  }
  return out
}
