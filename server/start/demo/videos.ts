/** How a video is rendered: the piece turns once, the lamp moves around it, or the camera moves away from it. */
export type Motion = "turn" | "lamp" | "near"

export interface DemoVideo {
  /** Its folder below `demo/private/`, and its poster's name. */
  slug: string
  /** The piece it shows. */
  model: string
  motion: Motion
  seconds: number
  title: string
  description: string
  tags: string[]
  featured: boolean
}

/** The videos of the demo shop, oldest first. The motion is their category. */
export const demoVideos: DemoVideo[] = [
  {
    slug: "octavia-from-near",
    model: "octavia",
    motion: "near",
    seconds: 6,
    title: "Octavia, seven modules",
    description:
      "The camera starts at the joint between two modules and pulls back until the whole column is in view. The basalt is honed dry, so the only bright lines are the edges.",
    tags: ["basalt", "surface"],
    featured: false,
  },
  {
    slug: "aurelia-turn",
    model: "aurelia",
    motion: "turn",
    seconds: 6,
    title: "Aurelia, one turn",
    description:
      "Gold leaf in plain daylight. One slow turn shows how the twist carries a single highlight from the foot to the mouth and hands it on to the next rib.",
    tags: ["gilt", "turntable"],
    featured: false,
  },
  {
    slug: "delphine-turn",
    model: "delphine",
    motion: "turn",
    seconds: 6,
    title: "Delphine in the round",
    description:
      "Bronze with a natural green patina, filmed against a dark wall. The folds keep the green, the raised edges have gone back to brown, and the turn shows both.",
    tags: ["bronze", "turntable"],
    featured: false,
  },
  {
    slug: "theodora-from-near",
    model: "theodora",
    motion: "near",
    seconds: 6,
    title: "Theodora, along the seam",
    description:
      "A gold line in white marble, first seen as closely as the studio sees it. Then the camera steps back and the line becomes one fold among many.",
    tags: ["marble", "seam", "surface"],
    featured: false,
  },
  {
    slug: "ariadne-turn",
    model: "ariadne",
    motion: "turn",
    seconds: 6,
    title: "Ariadne, without beginning",
    description:
      "A closed loop has no front. The video turns it once in daylight and ends where it began, so it can be left running.",
    tags: ["porcelain", "seam", "turntable"],
    featured: false,
  },
  {
    slug: "marguerite-lamp",
    model: "marguerite",
    motion: "lamp",
    seconds: 6,
    title: "Marguerite and one lamp",
    description:
      "Nothing moves here but the lamp. It moves around the bust in an arc, and the celadon shows where the glaze is thin and where it has pooled.",
    tags: ["celadon", "seam", "light"],
    featured: true,
  },
  {
    slug: "xanthe-lamp",
    model: "xanthe",
    motion: "lamp",
    seconds: 6,
    title: "Xanthe in the night room",
    description:
      "Gilt bronze takes its color from whatever light there is. One lamp crosses a dark room, and the loop answers with a bright edge that travels all the way round.",
    tags: ["gilt", "light"],
    featured: true,
  },
  {
    slug: "isolde-turn",
    model: "isolde",
    motion: "turn",
    seconds: 6,
    title: "Isolde, mended in gold",
    description:
      "White porcelain on its brass stand, turned once. The seam runs from shoulder to hip; watch how it disappears at the side and comes back at the shoulder.",
    tags: ["porcelain", "seam", "turntable"],
    featured: true,
  },
]

export const demoVideoKey = (slug: string) => `demo/private/${slug}`
export const demoPosterKey = (slug: string) => `demo/film-${slug}`
