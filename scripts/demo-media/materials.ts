import * as THREE from "three"
import type { Material } from "../../server/demo/catalogue.ts"

type Look = {
  color: number
  roughness: number
  metalness?: number
  clearcoat?: number
  clearcoatRoughness?: number
  sheen?: number
  /** GLSL that may change `diffuseColor.rgb`; knows `place` (object space), `hollow` (-1..1), `noise(vec3)`, `cloud(vec3)`. */
  tint?: string
  /** The same for `roughnessFactor`. */
  rough?: string
}

const looks: Record<Material | "brass" | "stone" | "gold", Look> = {
  porcelain: {
    color: 0xf1ede6,
    roughness: 0.3,
    clearcoat: 1,
    clearcoatRoughness: 0.07,
    tint: "diffuseColor.rgb *= 1.0 - 0.05 * max(hollow, 0.0) - 0.02 * cloud(place * 3.0);",
  },
  bisque: {
    color: 0xdcc7b2,
    roughness: 0.82,
    sheen: 0.3,
    tint: "diffuseColor.rgb *= 1.0 - 0.12 * max(hollow, 0.0) - 0.06 * (cloud(place * 4.0) - 0.5) - 0.05 * (noise(place * 260.0) - 0.5);",
  },
  celadon: {
    color: 0x9dbcab,
    roughness: 0.3,
    clearcoat: 1,
    clearcoatRoughness: 0.06,
    tint: `float pool = clamp(0.5 + 0.5 * hollow + 0.35 * (cloud(place * 2.6) - 0.5), 0.0, 1.0);
      diffuseColor.rgb = mix(vec3(0.50, 0.62, 0.53), vec3(0.13, 0.27, 0.21), pool * 0.9);`,
  },
  oxblood: {
    color: 0x5c1013,
    roughness: 0.26,
    clearcoat: 1,
    clearcoatRoughness: 0.05,
    tint: `float pool = clamp(0.62 + 0.45 * hollow + 0.5 * (cloud(place * 2.4) - 0.5), 0.0, 1.0);
      diffuseColor.rgb = mix(vec3(0.20, 0.014, 0.012), vec3(0.045, 0.0015, 0.004), pool);`,
  },
  stoneware: {
    color: 0xb3a183,
    roughness: 0.6,
    clearcoat: 0.25,
    clearcoatRoughness: 0.4,
    tint: `float ash = cloud(place * vec3(3.0, 1.1, 3.0));
      diffuseColor.rgb = mix(vec3(0.36, 0.25, 0.145), vec3(0.30, 0.285, 0.225), smoothstep(0.3, 0.7, ash));
      diffuseColor.rgb *= 1.0 - 0.22 * max(hollow, 0.0);
      float speck = smoothstep(0.80, 0.88, noise(place * 95.0)) * smoothstep(0.35, 0.6, noise(place * 21.0));
      diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.075, 0.045, 0.028), speck * 0.75);`,
    rough: "roughnessFactor += 0.15 * (cloud(place * 5.0) - 0.5);",
  },
  bronze: {
    color: 0x7d5330,
    roughness: 0.34,
    metalness: 1,
    clearcoat: 0.35,
    clearcoatRoughness: 0.35,
    tint: "diffuseColor.rgb *= 0.9 - 0.45 * max(hollow, 0.0) + 0.35 * max(-hollow, 0.0) - 0.3 * (cloud(place * 3.2) - 0.5);",
    rough: "roughnessFactor += 0.14 * (cloud(place * 6.0) - 0.5) + 0.12 * max(hollow, 0.0);",
  },
  verdigris: {
    color: 0x7a5434,
    roughness: 0.42,
    metalness: 1,
    tint: `float grown = smoothstep(0.30, 0.72, 0.42 + 0.42 * hollow + 0.9 * (cloud(place * 2.6) - 0.5) + 0.22 * (noise(place * 34.0) - 0.5));
      vec3 salt = mix(vec3(0.085, 0.22, 0.18), vec3(0.20, 0.36, 0.29), cloud(place * 9.0));
      diffuseColor.rgb = mix(diffuseColor.rgb, salt, grown);`,
    rough: "roughnessFactor = mix(roughnessFactor, 0.85, grown);",
  },
  gilt: {
    color: 0xd6a44c,
    roughness: 0.24,
    metalness: 1,
    tint: "diffuseColor.rgb *= 1.0 - 0.3 * max(hollow, 0.0) - 0.10 * (cloud(place * 4.0) - 0.5);",
    rough: "roughnessFactor += 0.12 * (cloud(place * 7.0) - 0.5);",
  },
  basalt: {
    color: 0x2b282c,
    roughness: 0.5,
    clearcoat: 0.3,
    clearcoatRoughness: 0.38,
    tint: "diffuseColor.rgb *= 1.0 - 0.25 * max(hollow, 0.0) + 0.7 * (noise(place * 150.0) - 0.5) * (noise(place * 40.0));",
  },
  marble: {
    color: 0xeceae6,
    roughness: 0.36,
    clearcoat: 0.5,
    clearcoatRoughness: 0.22,
    tint: `vec3 bent = place * 2.0 + 1.3 * vec3(cloud(place * 1.6), cloud(place * 1.6 + 9.0), cloud(place * 1.6 + 21.0));
      float vein = pow(1.0 - abs(2.0 * cloud(bent * vec3(2.2, 1.1, 2.2)) - 1.0), 11.0);
      float haze = pow(1.0 - abs(2.0 * cloud(bent * 0.7 + 5.0) - 1.0), 4.0);
      diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.22, 0.235, 0.26), clamp(vein * 0.95 + haze * 0.34, 0.0, 0.9));
      diffuseColor.rgb *= 1.0 - 0.06 * max(hollow, 0.0);`,
  },
  lacquer: {
    color: 0x22101f,
    roughness: 0.3,
    clearcoat: 1,
    clearcoatRoughness: 0.03,
    tint: "diffuseColor.rgb *= 1.0 + 0.4 * max(-hollow, 0.0);",
  },
  brass: {
    color: 0xb98d45,
    roughness: 0.27,
    metalness: 1,
    rough: "roughnessFactor += 0.1 * (cloud(place * 9.0) - 0.5);",
  },
  gold: { color: 0xdba548, roughness: 0.28, metalness: 1 },
  stone: {
    color: 0x3a363a,
    roughness: 0.62,
    tint: "diffuseColor.rgb *= 1.0 + 0.5 * (noise(place * 120.0) - 0.5);",
  },
}

const noise = `
float hash(vec3 p) { p = fract(p * vec3(0.1031, 0.1030, 0.0973)); p += dot(p, p.yxz + 33.33); return fract((p.x + p.y) * p.z); }
float noise(vec3 p) {
  vec3 i = floor(p); vec3 f = fract(p); f = f * f * (3.0 - 2.0 * f);
  return mix(mix(mix(hash(i), hash(i + vec3(1,0,0)), f.x), mix(hash(i + vec3(0,1,0)), hash(i + vec3(1,1,0)), f.x), f.y),
    mix(mix(hash(i + vec3(0,0,1)), hash(i + vec3(1,0,1)), f.x), mix(hash(i + vec3(0,1,1)), hash(i + vec3(1,1,1)), f.x), f.y), f.z);
}
float cloud(vec3 p) { return 0.55 * noise(p) + 0.28 * noise(p * 2.03 + 7.1) + 0.17 * noise(p * 4.1 + 3.7); }
`

/** `offset` moves the grain, so that two pieces of one material differ. */
export function material(name: Material | "brass" | "stone" | "gold", offset = 0) {
  const { tint = "", rough = "", ...look } = looks[name]
  const made = new THREE.MeshPhysicalMaterial(look)
  made.onBeforeCompile = (shader) => {
    shader.uniforms.grain = { value: offset }
    shader.vertexShader = shader.vertexShader
      .replace(
        "#include <common>",
        "#include <common>\nuniform float grain; attribute float groove; varying vec3 place; varying float hollow;",
      )
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nplace = position + grain; hollow = groove;")
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\nvarying vec3 place; varying float hollow;${noise}`)
      .replace("#include <color_fragment>", `#include <color_fragment>\n${tint}`)
      .replace("#include <roughnessmap_fragment>", `#include <roughnessmap_fragment>\n${rough}`)
  }
  made.customProgramCacheKey = () => name
  return made
}
