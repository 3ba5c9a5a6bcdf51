import * as THREE from "three"
import type { Material } from "../../server/start/demo/piece.ts"

type Extra = "brass" | "stone" | "gold" | "wall" | "plinth" | "floor" | "oak" | "pine" | "linen" | "iron"
export type Surface = Material | Extra

type Look = {
  color: number
  roughness?: number
  metalness?: number
  clearcoat?: number
  clearcoatRoughness?: number
  sheen?: number
  /** Diffuse light only. */
  matte?: boolean
  /**
   * GLSL that may change `diffuseColor.rgb`. It can use `place` (object space), `hollow` (-1..1), `grain(vec3)` (-1..1)
   * and `cloud(vec3)` (several octaves of it).
   */
  tint?: string
  /** GLSL that may change `roughnessFactor` and `metalnessFactor`. */
  rough?: string
  /** GLSL that adds to `slope`, the gradient of the height; `relief(vec3)` is the gradient of `grain`. */
  bump?: string
}

/** The amount of patina (0..1), by warped noise with runs downwards; `pits` are the eaten spots in it. */
const patina = `vec3 drift = vec3(grain(place * 1.9), grain(place * 1.9 + 17.0), grain(place * 1.9 + 41.0));
  float field = cloud(place * 2.3 + 0.9 * drift);
  float runs = cloud(place * vec3(8.0, 0.9, 8.0) + 0.7 * drift);
  float fine = cloud(place * 21.0 + 1.5 * drift);
  vec4 grit = gradientNoise(place * 96.0);
  float age = 0.10 + 0.34 * hollow + 1.15 * field + 0.42 * runs + 0.34 * fine;
  float grown = smoothstep(-0.10, 0.28, age + 0.06 * grit.x);
  float pits = smoothstep(0.18, 0.55, grit.x + 0.5 * fine) * (0.25 + 0.75 * grown);
  float bloom = smoothstep(0.28, 0.85, age + 0.5 * fine);`

const wood = (from: string, to: string, along: string) => `vec3 lengthways = place * ${along};
  float rings = cloud(lengthways * 9.0 + 13.0 * hollow);
  float fibre = cloud(lengthways * 70.0 + 5.0 * hollow);
  diffuseColor.rgb = mix(${from}, ${to}, clamp(0.5 + 0.9 * rings + 0.35 * fibre, 0.0, 1.0)) * (1.0 + 0.14 * hollow);`

const looks: Record<Surface, Look> = {
  porcelain: {
    color: 0xf1ede6,
    roughness: 0.34,
    clearcoat: 1,
    clearcoatRoughness: 0.09,
    tint: "diffuseColor.rgb *= 1.0 - 0.04 * max(hollow, 0.0) + 0.012 * cloud(place * 3.0);",
  },
  bisque: {
    color: 0xd9c2ab,
    roughness: 0.82,
    sheen: 0.3,
    tint: `diffuseColor.rgb *= 1.0 - 0.10 * max(hollow, 0.0) + 0.07 * cloud(place * 3.4) + 0.035 * grain(place * 130.0);
      diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.42, 0.30, 0.21), 0.5 * smoothstep(0.46, 0.62, grain(place
        * 88.0)));`,
    bump: "slope += 0.045 * relief(place * 120.0) + 0.03 * relief(place * 47.0);",
  },
  celadon: {
    color: 0x9dbcab,
    roughness: 0.3,
    clearcoat: 1,
    clearcoatRoughness: 0.08,
    tint: `float pool = clamp(0.5 + 0.5 * hollow + 0.55 * cloud(place * 2.2) + 0.08 * cloud(place * 17.0), 0.0, 1.0);
      diffuseColor.rgb = mix(vec3(0.50, 0.61, 0.52), vec3(0.16, 0.31, 0.25), pool * 0.9);
      diffuseColor.rgb *= 1.0 - 0.25 * smoothstep(0.5, 0.62, grain(place * 74.0));`,
  },
  oxblood: {
    color: 0x5c1013,
    roughness: 0.26,
    clearcoat: 1,
    clearcoatRoughness: 0.07,
    tint: `vec3 flow = vec3(grain(place * 1.6), grain(place * 1.6 + 11.0), grain(place * 1.6 + 29.0));
      float pool = clamp(0.6 + 0.45 * hollow + 0.9 * cloud(place * vec3(3.4, 1.3, 3.4) + flow), 0.0, 1.0);
      diffuseColor.rgb = mix(vec3(0.24, 0.020, 0.016), vec3(0.045, 0.0015, 0.004), pool);
      diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.30, 0.075, 0.05), 0.35 * smoothstep(0.15, 0.55, cloud(place
        * 24.0 + flow)) * (1.0 - pool));`,
  },
  stoneware: {
    color: 0xb3a183,
    roughness: 0.6,
    clearcoat: 0.25,
    clearcoatRoughness: 0.4,
    tint: `vec3 flow = vec3(grain(place * 2.0), grain(place * 2.0 + 13.0), grain(place * 2.0 + 31.0));
      float ash = cloud(place * vec3(3.6, 1.0, 3.6) + 1.1 * flow) + 0.3 * cloud(place * vec3(18.0, 3.0, 18.0));
      diffuseColor.rgb = mix(vec3(0.34, 0.235, 0.135), vec3(0.31, 0.295, 0.23), smoothstep(-0.25, 0.3, ash));
      diffuseColor.rgb *= 1.0 - 0.22 * max(hollow, 0.0) + 0.10 * cloud(place * 40.0);
      float speck = smoothstep(0.36, 0.5, grain(place * 62.0)) * smoothstep(-0.1, 0.3, grain(place * 9.0));
      diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.07, 0.042, 0.026), speck * 0.8);`,
    rough: "roughnessFactor += 0.3 * cloud(place * 5.0);",
    bump: "slope += 0.035 * relief(place * 55.0);",
  },
  bronze: {
    color: 0x7d5330,
    roughness: 0.36,
    metalness: 1,
    clearcoat: 0.3,
    clearcoatRoughness: 0.35,
    tint: `vec3 drift = vec3(grain(place * 1.7), grain(place * 1.7 + 17.0), grain(place * 1.7 + 41.0));
      float wax = cloud(place * 2.6 + drift) + 0.25 * cloud(place * 19.0);
      diffuseColor.rgb *= 0.88 - 0.4 * max(hollow, 0.0) + 0.32 * max(-hollow, 0.0) - 0.5 * wax;`,
    rough: "roughnessFactor += 0.28 * wax + 0.10 * max(hollow, 0.0);",
    bump: "slope += 0.010 * relief(place * 70.0);",
  },
  verdigris: {
    color: 0x7a5434,
    roughness: 0.4,
    metalness: 1,
    tint: `${patina}
      vec3 salt = mix(vec3(0.055, 0.165, 0.13), vec3(0.155, 0.315, 0.255), clamp(0.5 + 0.9 * drift.y + 0.8 * fine,
        0.0, 1.0));
      salt = mix(salt, vec3(0.33, 0.47, 0.40), 0.6 * bloom);
      diffuseColor.rgb *= 0.85 - 0.4 * runs - 0.3 * fine;
      diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.075, 0.038, 0.022), 0.75 * smoothstep(-0.42, -0.06, age));
      diffuseColor.rgb = mix(diffuseColor.rgb, salt, grown);
      diffuseColor.rgb *= 1.0 - 0.3 * pits;`,
    rough: `roughnessFactor = mix(roughnessFactor + 0.2 * fine, 0.86, grown) + 0.1 * pits;
      metalnessFactor = mix(metalnessFactor, 0.0, grown);`,
    bump: "slope += (0.012 + 0.05 * grown + 0.07 * pits) * grit.yzw;",
  },
  gilt: {
    color: 0xd6a44c,
    roughness: 0.25,
    metalness: 1,
    tint: "diffuseColor.rgb *= 1.0 - 0.3 * max(hollow, 0.0) - 0.10 * cloud(place * 4.0);",
    rough: "roughnessFactor += 0.16 * cloud(place * 6.0) + 0.07 * cloud(place * 31.0);",
    bump: "slope += 0.006 * relief(place * 38.0);",
  },
  basalt: {
    color: 0x2b282c,
    roughness: 0.54,
    clearcoat: 0.22,
    clearcoatRoughness: 0.42,
    tint: `diffuseColor.rgb *= 1.0 - 0.25 * max(hollow, 0.0) + 0.25 * cloud(place * 7.0) + 0.5 * grain(place * 118.0);
      float pores = smoothstep(0.34, 0.52, grain(place * 92.0));
      diffuseColor.rgb *= 1.0 - 0.7 * pores;`,
    rough: "roughnessFactor += 0.3 * pores + 0.12 * cloud(place * 11.0);",
    bump: "slope += 0.14 * pores * relief(place * 92.0) + 0.03 * relief(place * 118.0);",
  },
  marble: {
    color: 0xe9e6e0,
    roughness: 0.42,
    clearcoat: 0.35,
    clearcoatRoughness: 0.3,
    tint: `vec3 fold = vec3(cloud(place * 1.1), cloud(place * 1.1 + 9.0), cloud(place * 1.1 + 21.0));
      vec3 bent = vec3(place.x * 1.3 + place.y * 0.9, place.y * 0.3 - place.x * 0.3, place.z * 1.1) + 0.5 * fold
        + 0.08 * vec3(grain(place * 7.0), grain(place * 7.0 + 5.0), grain(place * 7.0 + 3.0));
      float where = smoothstep(-0.3, 0.25, cloud(place * 1.3 + 33.0));
      vec4 fault = gradientNoise(bent * 1.9);
      float ridge = abs(fault.x) / max(0.35, length(fault.yzw));
      float vein = (1.0 - smoothstep(0.002, 0.017, ridge)) * where;
      float halo = (1.0 - smoothstep(0.0, 0.09, ridge)) * where;
      diffuseColor.rgb *= 1.0 + 0.03 * cloud(place * 3.0);
      diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.33, 0.345, 0.36), clamp(vein * 0.66 + halo * 0.09, 0.0, 0.8));
      diffuseColor.rgb *= 1.0 - 0.05 * max(hollow, 0.0);`,
    bump: "slope += 0.006 * relief(place * 90.0);",
  },
  lacquer: {
    color: 0x22101f,
    roughness: 0.3,
    clearcoat: 1,
    clearcoatRoughness: 0.05,
    tint: "diffuseColor.rgb *= 1.0 + 0.4 * max(-hollow, 0.0);",
  },
  brass: {
    color: 0xb98d45,
    roughness: 0.29,
    metalness: 1,
    tint: "diffuseColor.rgb *= 1.0 - 0.16 * cloud(place * 8.0);",
    rough: "roughnessFactor += 0.2 * cloud(place * 9.0) + 0.06 * grain(place * vec3(9.0, 240.0, 9.0));",
  },
  gold: {
    color: 0xe0ac4e,
    roughness: 0.3,
    metalness: 1,
    tint: `float bare = 1.0 - smoothstep(0.66, 0.86, hollow + 0.12 * cloud(place * 90.0));
      diffuseColor.rgb = mix(vec3(0.022, 0.008, 0.006), diffuseColor.rgb * (1.0 - 0.2 * cloud(place * 60.0)), bare);`,
    rough: `metalnessFactor = bare;
      roughnessFactor += 0.2 * cloud(place * 40.0);`,
    bump: "slope += 0.05 * bare * relief(place * 110.0);",
  },
  stone: {
    color: 0x3a363a,
    roughness: 0.66,
    tint: "diffuseColor.rgb *= 1.0 + 0.22 * cloud(place * 16.0) + 0.3 * grain(place * 105.0);",
    bump: "slope += 0.05 * relief(place * 95.0);",
  },
  wall: { color: 0xffffff, matte: true },
  plinth: { color: 0xffffff, matte: true },
  floor: {
    color: 0xffffff,
    roughness: 0.5,
    tint: `diffuseColor.rgb *= 1.0 + 0.10 * cloud(place * 0.8) + 0.05 * cloud(place * 6.0) + 0.05 * grain(place
      * 60.0);`,
    rough: "roughnessFactor += 0.22 * cloud(place * 1.7);",
  },
  oak: {
    color: 0x9a7650,
    roughness: 0.55,
    tint: wood("vec3(0.30, 0.185, 0.095)", "vec3(0.42, 0.28, 0.16)", "vec3(0.12, 1.0, 1.0)"),
  },
  pine: {
    color: 0xc9a878,
    roughness: 0.8,
    tint: wood("vec3(0.50, 0.35, 0.20)", "vec3(0.62, 0.46, 0.29)", "vec3(1.0, 0.09, 1.0)"),
    bump: "slope += 0.02 * relief(lengthways * 70.0);",
  },
  linen: {
    color: 0xd9d3c6,
    roughness: 0.95,
    tint: "diffuseColor.rgb *= 1.0 + 0.05 * grain(place * vec3(220.0, 40.0, 40.0)) + 0.05 * grain(place * vec3(40.0, 220.0, 40.0));",
  },
  iron: { color: 0x6d675f, roughness: 0.45, metalness: 1 },
}

/** Gradient noise (Perlin) with its exact derivative, on an integer hash: no lattice shows, near or far. */
const noise = `
uvec3 scramble(uvec3 v) {
  v = v * 1664525u + 1013904223u;
  v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
  v ^= v >> 16u;
  v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
  return v;
}
vec3 leaning(ivec3 p) { return vec3(scramble(uvec3(p + 32768)) >> 8u) * (2.0 / 16777216.0) - 1.0; }
vec4 gradientNoise(vec3 p) {
  vec3 cell = floor(p); vec3 w = p - cell; ivec3 i = ivec3(cell);
  vec3 u = w * w * w * (w * (w * 6.0 - 15.0) + 10.0);
  vec3 du = 30.0 * w * w * (w * (w - 2.0) + 1.0);
  vec3 ga = leaning(i); vec3 gb = leaning(i + ivec3(1, 0, 0)); vec3 gc = leaning(i + ivec3(0, 1, 0));
  vec3 gd = leaning(i + ivec3(1, 1, 0)); vec3 ge = leaning(i + ivec3(0, 0, 1)); vec3 gf = leaning(i + ivec3(1, 0, 1));
  vec3 gg = leaning(i + ivec3(0, 1, 1)); vec3 gh = leaning(i + ivec3(1, 1, 1));
  float va = dot(ga, w); float vb = dot(gb, w - vec3(1, 0, 0)); float vc = dot(gc, w - vec3(0, 1, 0));
  float vd = dot(gd, w - vec3(1, 1, 0)); float ve = dot(ge, w - vec3(0, 0, 1)); float vf = dot(gf, w - vec3(1, 0, 1));
  float vg = dot(gg, w - vec3(0, 1, 1)); float vh = dot(gh, w - vec3(1, 1, 1));
  float kx = vb - va; float ky = vc - va; float kz = ve - va;
  float kxy = va - vb - vc + vd; float kyz = va - vc - ve + vg; float kzx = va - vb - ve + vf;
  float kxyz = -va + vb + vc - vd + ve - vf - vg + vh;
  float value = va + u.x * kx + u.y * ky + u.z * kz + u.x * u.y * kxy + u.y * u.z * kyz + u.z * u.x * kzx + u.x
    * u.y * u.z * kxyz;
  vec3 slope = ga + u.x * (gb - ga) + u.y * (gc - ga) + u.z * (ge - ga) + u.x * u.y * (ga - gb - gc + gd)
    + u.y * u.z * (ga - gc - ge + gg) + u.z * u.x * (ga - gb - ge + gf)
    + u.x * u.y * u.z * (-ga + gb + gc - gd + ge - gf - gg + gh)
    + du * (vec3(kx, ky, kz) + u.yzx * vec3(kxy, kyz, kzx) + u.zxy * vec3(kzx, kxy, kyz) + u.yzx * u.zxy * kxyz);
  return vec4(value, slope);
}
float grain(vec3 p) { return gradientNoise(p).x; }
vec3 relief(vec3 p) { return gradientNoise(p).yzw; }
float cloud(vec3 p) { return 0.6 * grain(p) + 0.3 * grain(p * 2.03 + 7.1) + 0.15 * grain(p * 4.1 + 3.7); }
`

/** Ambient light, reduced where little of it is visible; light surfaces reflect some of it. */
const ambience = `
  vec3 thrown = clamp(diffuseColor.rgb, 0.0, 0.92);
  float shut = 1.0 - clamp(reached.x, 0.0, 1.0);
  vec3 left = (1.0 - shut) / (1.0 - thrown * shut * 0.3);
  reflectedLight.directDiffuse *= 1.0 - 0.75 * shut;
  #ifndef STANDARD
    left *= left * left;
  #endif
  reflectedLight.indirectDiffuse *= left;
  #ifdef USE_CLEARCOAT
    clearcoatSpecularIndirect *= mix(1.0, 1.0 - shut, 0.8);
  #endif
  #ifdef USE_SHEEN
    sheenSpecularIndirect *= 1.0 - shut;
  #endif
  #ifdef STANDARD
    reflectedLight.indirectSpecular *= computeSpecularOcclusion(saturate(dot(geometryNormal, geometryViewDir)),
      1.0 - shut, material.roughness);
  #endif
`

/** Interpolated inside the triangle: at a silhouette, values from outside it would show as dark dots. */
const passed =
  "centroid varying vec3 place; centroid varying vec3 facing; centroid varying float hollow; centroid varying vec3 reached;"
for (const chunk of ["normal_pars_vertex", "normal_pars_fragment"] as const)
  THREE.ShaderChunk[chunk] = THREE.ShaderChunk[chunk].replace("varying vec3 vNormal", "centroid varying vec3 vNormal")
const inside = (code: string) => code.replace("varying vec3 vViewPosition", "centroid varying vec3 vViewPosition")

/** Makes a material. `offset` moves the grain, so that two pieces of one material differ. */
export function material(name: Surface, offset = 0): THREE.MeshPhysicalMaterial | THREE.MeshLambertMaterial {
  const { tint = "", rough = "", bump = "", matte, ...look } = looks[name]
  const made = matte ? new THREE.MeshLambertMaterial({ color: look.color }) : new THREE.MeshPhysicalMaterial(look)
  if (name === "gold") Object.assign(made, { polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 })
  made.onBeforeCompile = (shader) => {
    shader.uniforms.grainOffset = { value: offset }
    shader.vertexShader = inside(shader.vertexShader)
      .replace(
        "#include <common>",
        `#include <common>
uniform float grainOffset; attribute float groove; attribute vec3 light;
${passed}`,
      )
      .replace(
        "#include <begin_vertex>",
        "#include <begin_vertex>\nplace = position + grainOffset; facing = normal; hollow = groove; reached = light;",
      )
    shader.fragmentShader = inside(shader.fragmentShader)
      .replace(
        "#include <common>",
        `#include <common>
uniform mat3 normalMatrix;
${passed}${noise}`,
      )
      .replace("#include <color_fragment>", `#include <color_fragment>\n${tint}`)
      .replace("#include <metalnessmap_fragment>", `#include <metalnessmap_fragment>\n${rough}`)
      .replace("#include <aomap_fragment>", ambience)
    if (!bump) return
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <normal_fragment_maps>",
      `#include <normal_fragment_maps>
vec3 slope = vec3(0.0);
${bump}
vec3 outward = normalize(facing);
slope -= outward * dot(slope, outward);
normal = normalize(normal - normalMatrix * slope);`,
    )
  }
  made.customProgramCacheKey = () => name
  return made
}
