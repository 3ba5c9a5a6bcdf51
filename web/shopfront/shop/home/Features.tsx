import { t } from "#contract/t.ts"

const features = [
  {
    title: t`Premium Visual Experience`,
    text: t`Every model from all sides in the same light, close enough to follow the glaze and the seam.`,
  },
  {
    title: t`Exclusive Member Access`,
    text: t`Members chat with the people who look after each model, and VIP members get exclusive videos.`,
  },
  {
    title: t`Real Interaction Real Connection`,
    text: t`A real person answers, never a script. Each model has her own moderator, who knows her well.`,
  },
]

export function Features() {
  return (
    <section aria-labelledby="features-title" className="wrap mt-16 grid gap-x-6 md:mt-28 md:grid-cols-12">
      <h2
        id="features-title"
        className="font-display text-h2 max-md:mb-5 md:col-span-4 md:pt-4"
      >{t`Why collect with us`}</h2>
      <ul className="placard md:col-span-8">
        {features.map(({ title, text }) => (
          <li
            key={title}
            className="grid gap-x-6 gap-y-1 border-line py-5 not-first:border-t md:grid-cols-2 md:items-baseline md:py-7 md:first:pt-5"
          >
            <h3 className="font-display text-[1.75rem] leading-tight">{title}</h3>
            <p className="max-w-[30rem] text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
