import { demoModels } from "./catalogue.ts"

export type DemoReviewer = { key: string; full_name: string; region: string }
export type DemoReview = {
  /** slug of the model */
  model: string
  /** key of the reviewer; never twice for one model */
  reviewer: string
  rating: 3 | 4 | 5
  comment: string
  /** ISO date, after the model's release */
  created: string
}
export type DemoSlide =
  | { kind: "image"; image: string; caption: string }
  /** `image` is the poster, frame 0 of the video */
  | { kind: "film"; film: string; image: string; caption: string }

export const demoReviewers: DemoReviewer[] = [
  { key: "helen", full_name: "Helen Marchetti", region: "usa" },
  { key: "tomas", full_name: "Tomas Lindqvist", region: "eu" },
  { key: "ruth", full_name: "Ruth Abernathy", region: "uk" },
  { key: "kenji", full_name: "Kenji Watanabe", region: "asia" },
  { key: "paul", full_name: "Paul Desrosiers", region: "canada" },
  { key: "ana", full_name: "Ana Villanueva", region: "mexico" },
  { key: "graham", full_name: "Graham Pellow", region: "australia" },
  { key: "ilse", full_name: "Ilse Brandt", region: "eu" },
  { key: "marcus", full_name: "Marcus Oyelaran", region: "uk" },
  { key: "diane", full_name: "Diane Kowalski", region: "usa" },
  { key: "felix", full_name: "Felix Auerbach", region: "eu" },
  { key: "noor", full_name: "Noor Haddad", region: "canada" },
  { key: "victor", full_name: "Victor Salgado", region: "mexico" },
  { key: "joan", full_name: "Joan Petersen", region: "usa" },
]

type Said = [rating: 3 | 4 | 5, comment: string]

const said: Record<string, Said[]> = {
  isolde: [
    [5, "The seam is finer than the photographs show. In the evening it is the only line you see."],
    [5, "Arrived in a crate with felt supports at every contact point. Not a mark on it."],
    [4, "Beautiful glaze. The stand needed half a turn more than the leaflet says before it felt firm."],
    [5, "I have looked at it every morning for a season and have not finished."],
    [5, "Exactly the cool white that was promised, and slightly warm by lamplight."],
  ],
  marguerite: [
    [5, "The glaze pools under the jaw line in a way no picture prepares you for."],
    [5, "Two careful couriers, one heavy crate, no drama. The block alone is worth having."],
    [4, "Superb. I would have liked a darker felt under the block, but that is a detail."],
    [5, "We set it against a dark wall as suggested. Guests lower their voices."],
  ],
  oriane: [
    [5, "The brown goes right through. Along the shoulder it has already started to lighten."],
    [4, "Heavier than I planned for, though the listing states it clearly. The stand is excellent."],
    [5, "Chased so well that I cannot find the mold line, and I looked for it."],
    [5, "Came with a tin of wax and clear instructions. A thoughtful touch."],
  ],
  sabine: [
    [5, "Plain, matte and calm. It made the rest of the room look busy."],
    [4, "A fair price for honest work. Dusts easily with a soft brush."],
    [4, "The color is warmer than on my screen, which turned out to be a good thing."],
    [3, "Lovely form, but the outer carton was dented. The piece itself was fine."],
    [5, "My first piece. I have since cleared a second shelf."],
    [5, "Steady on an uneven floor once the foot is adjusted. No complaints."],
  ],
  leonora: [
    [5, "They sent photographs of three blocks and let me choose. The vein falls exactly where I hoped."],
    [5, "Handling time was as announced. The levelling ring saved us on an old floor."],
  ],
  cordelia: [
    [5, "Morning sun does go around it. I moved a chair to watch."],
    [4, "The flutes are crisp at the foot and soft at the neck. Very well made."],
    [4, "Packaging could use fewer staples. The vessel is faultless."],
    [5, "Brass collar fits without any play. A pleasure to lift out of the box."],
  ],
  octavia: [
    [5, "The joints really do close to a hair. I ran a sheet of paper along every one."],
    [4, "Assembly took two people and an hour. The drawing is clear."],
    [5, "It changes the scale of the room. Severe in the best sense."],
  ],
  beatrix: [
    [5, "A true red, with the ivory line along the crown. The kiln was kind to mine."],
    [4, "Slightly darker than pictured, as the description warns. I prefer it so."],
    [5, "From the side it does look like a chess piece. Very dignified."],
  ],
  ottoline: [
    [5, "I rearranged the bookcase for it, as predicted."],
    [4, "Light, elegant, and easy to move for cleaning."],
    [3, "Good form. I expected a finer grain in the surface, but the price is fair."],
    [4, "The thickness changes so slowly that you notice only when you walk past."],
    [5, "Sturdy box, clear leaflet, quick reply to a question about wax."],
  ],
  honora: [
    [5, "The whole room bends in it. I have become careful about what stands opposite."],
    [5, "Delivered by appointment with gloves in the lid. Flawless."],
  ],
  eudora: [
    [4, "I saw the twist on the second day, just as they said."],
    [5, "Holds quince branches without a drop on the floor."],
    [5, "The pale ridges look drawn with a pencil. Wonderful depth of color."],
  ],
  sidonie: [
    [5, "Black in the afternoon, violet at night. Photographs cannot show it."],
    [4, "Worth the wait. One fine nib in the lacquer near the base, which I have grown fond of."],
    [5, "So light that I moved it alone. The finish is as deep as a piano's."],
  ],
  clothilde: [
    [5, "Took apart for a house move and went back together without a rattle."],
    [4, "Good in a narrow hallway. The ash core is nicely finished too."],
    [5, "There is indeed an order one likes best. I have found mine."],
    [3, "Pleasant, but one part was a shade darker. They offered to exchange it at once."],
    [4, "Simple, well packed, here within eight working days."],
  ],
  delphine: [
    [5, "The green has settled since delivery and looks better every month."],
    [5, "The comparison photograph in the box is a fine idea."],
    [4, "Striking folds. Allow some space behind it for the light."],
  ],
  augusta: [
    [5, "I received the three promised photographs, wax to patina. It felt like being there."],
    [5, "Posture is the right word. It carries the room."],
  ],
  rosalind: [
    [5, "Four degrees is correct. It listens."],
    [4, "The seam is sealed as described and wipes clean."],
    [5, "A quiet presence by the window. The glaze is even all round."],
    [4, "Lovely work. The block arrived a day before the bust, in a separate carton."],
  ],
  theodora: [[5, "The drawing of the vein hangs beside it now. A serious piece of carving."]],
  winifred: [
    [4, "Stands by the front door through rain and sun. No change at all."],
    [5, "It does look found. I am asked where I dug it up."],
    [5, "Iron speckle like a quail's egg. Very good value."],
    [4, "Solid foot, honest glaze, no nonsense in the packaging."],
  ],
  mathilde: [
    [5, "The crackle sings. I heard it three times in the first week."],
    [4, "At arm's length the surface is extraordinary. From across the room it is simply green."],
    [5, "Brass stand turned with real care, down to the thread."],
  ],
  genevieve: [
    [5, "The lamp behind it was a good suggestion. The edges glow."],
    [5, "The gold sits slightly above the middle, and the eye does rest there."],
  ],
  antonia: [
    [5, "I could not find the weld either. Tell the foreman."],
    [4, "Slim from the sofa, massive from the door. Measure before you order."],
    [5, "Wax finish is deep and even. The plinth is dead level."],
  ],
  cosima: [
    [4, "The cork discs are a small mercy when cleaning."],
    [5, "Unequal and exactly right. It looks seated."],
    [4, "Color varies between the parts, as handmade celadon should."],
  ],
  ludovica: [
    [5, "Found the tool marks. Now I cannot stop seeing them, and I am glad."],
    [5, "One lamp, dark wall, as advised. It glows rather than shines."],
  ],
  seraphine: [
    [5, "You can make out the weave of the linen along the hem."],
    [4, "Calm and pale. It needs a plain wall, and then it is perfect."],
    [4, "Well packed, with a second layer inside the first."],
  ],
  valeria: [
    [5, "When the curtain opens the red wakes up. I had doubted the text."],
    [4, "Rich color. The brass foot could be a shade darker for my taste."],
    [5, "Deep flutes, clean edges, flawless collar."],
  ],
  ingrid: [
    [5, "A shadow that you can walk around. Exactly what I wanted."],
    [4, "The honing is superb. Delivery needed a second attempt."],
  ],
  solveig: [
    [5, "The flat spot at the top does catch the light. I would miss it now."],
    [4, "Lifts out of the socket easily. White, smooth and very clean."],
    [3, "A fine piece, but the socket felt was loose. A replacement came within the week."],
  ],
  astrid: [
    [5, "Plain as bread, they say, and that is right. I like bread."],
    [4, "Turned it until the speckle faced the window. Good advice."],
    [4, "Excellent for the price. Stable and well glazed."],
    [5, "My second from this studio. The same care as with the dear ones."],
  ],
  sigrid: [
    [5, "The screw stops with a soft click, as promised. Joyful engineering."],
    [4, "Hard to photograph, easy to love. Keep a soft cloth near."],
  ],
  ismene: [
    [5, "Smoke around a column is the best description. Cool to the touch even in August."],
    [4, "Beautiful carving. Mine has fewer veins than pictured, still very fine."],
  ],
  calliope: [[5, "I followed a ridge with a finger, and yes, one arrives above the beginning."]],
  ariadne: [
    [5, "The beech box is a piece of furniture in its own right."],
    [4, "The gold thread is subtle by day and quite bright at night. I enjoy both."],
  ],
  penelope: [
    [5, "Counted the folds. Thirty-four."],
    [4, "A lamp on the floor makes the hem shine like wet sand, just as written."],
    [4, "Patient company is well put. Solid and nicely finished underneath."],
  ],
  xanthe: [[5, "It needs gloves, patience and a dark room, and repays all three."]],
  zenobia: [
    [5, "One lamp above and behind. The folds appear as if written."],
    [4, "The inlay is perfect. Getting it up the stairs was a morning's work."],
  ],
  aurelia: [
    [5, "Gold that can be lived with in daylight. I did not expect that."],
    [4, "Toned just enough. Arrived with spare felt and a care card."],
  ],
  flavia: [
    [4, "It does borrow color from whoever walks past. Delightful beside a doorway."],
    [5, "Straight as a plumb line and very slender. Well protected in transit."],
  ],
  livia: [
    [5, "The gold looks brighter on bare clay. A simple idea, perfectly done."],
    [4, "Care is easy: a brush, and nothing else."],
  ],
  cornelia: [
    [5, "Ordered before it sold out. The green in the hollow of the back is superb."],
    [5, "Weathered and precise at once. I hope for a second edition."],
  ],
  lavinia: [
    [4, "Assembled in twelve minutes. I kept the order of the kiln."],
    [5, "The reds are all different and all good."],
  ],
  portia: [[5, "The vein crosses the brow like weather. I chose the block from four photographs."]],
  imogen: [
    [5, "The card shows where it stood in the kiln. Mine was third row, left."],
    [4, "Remarkable at this price. Very smooth and a lovely pale green."],
    [4, "Arrived sooner than announced and in perfect order."],
  ],
  adelaide: [[4, "You can feel the coils under your palm. Rough and precious is right."]],
  henrietta: [
    [4, "Stands in a sheltered corner of the garden. The ground pin is solid."],
    [5, "Neighbours ask which field it came from."],
  ],
  renata: [[5, "Leans like a sail and does not move. The foot is beautifully weighted."]],
}

export const demoReviews: DemoReview[] = Object.entries(said).flatMap(([model, list], row) => {
  const released = demoModels.find((piece) => piece.slug === model)!.release_date
  return list.map(([rating, comment], index) => ({
    model,
    reviewer: demoReviewers[(row * 5 + index * 3) % demoReviewers.length]!.key,
    rating,
    comment,
    created: daysAfter(released, 9 + ((row * 7 + index * 11) % 31)),
  }))
})

/** By the demo customer, about what has been delivered. */
export const ownReviews: { model: string; rating: number; comment: string; daysAgo: number }[] = [
  {
    model: "portia",
    rating: 5,
    comment: "A sample review. The crate was easy to open, and the marble is flawless.",
    daysAgo: 26,
  },
  {
    model: "imogen",
    rating: 4,
    comment: "A sample review. Smaller than I had imagined, and beautifully even.",
    daysAgo: 2,
  },
]

/** The turntable, and whom it shows. */
export const slideVideoKey = "demo/slideshow-turntable"
export const slideVideoModel = "calliope"
/** The pieces of the slideshow, with air around the whole plinth. */
export const heroPieces = ["isolde", "delphine", "octavia", "xanthe"]
export const heroKey = (slug: string) => `demo/hero-${slug}`
export const demoSlides: DemoSlide[] = [
  { kind: "image", image: heroKey("isolde"), caption: "Isolde, glazed porcelain, mended in gold" },
  { kind: "image", image: heroKey("delphine"), caption: "Delphine, bronze with natural verdigris" },
  {
    kind: "film",
    film: slideVideoKey,
    image: `${slideVideoKey}-poster`,
    caption: "Calliope, one slow turn in bronze and green",
  },
  { kind: "image", image: heroKey("octavia"), caption: "Octavia, seven modules of honed basalt" },
  { kind: "image", image: heroKey("xanthe"), caption: "Xanthe, gilt bronze" },
]

function daysAfter(date: string, days: number) {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}
