import { homeCopy } from "#contract/copy/home.ts"
import { wordsOf } from "../../../platform/meta/words.ts"

const words = wordsOf(homeCopy)
const features = ["home_feature_1", "home_feature_2", "home_feature_3"] as const

export function Features() {
  return (
    <section aria-labelledby="features-title" className="wrap mt-16 grid gap-x-6 md:mt-28 md:grid-cols-12">
      <h2 id="features-title" className="font-display text-h2 max-md:mb-5 md:col-span-4 md:pt-4">
        {words("home_why")}
      </h2>
      <ul className="placard md:col-span-8">
        {features.map((key) => (
          <li
            key={key}
            className="grid gap-x-6 gap-y-1 border-line py-5 not-first:border-t md:grid-cols-2 md:items-baseline md:py-7 md:first:pt-5"
          >
            <h3 className="font-display text-[1.75rem] leading-tight">{words(key)}</h3>
            <p className="max-w-[30rem] text-ink-2">{words(`${key}_text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
