const features = [
  {
    title: "Premium Visual Experience",
    text: "Every piece from all sides in the same light, close enough to follow the glaze and the seam.",
  },
  {
    title: "Exclusive Member Access",
    text: "Members chat with the people who look after each piece, and VIP members get exclusive videos.",
  },
  {
    title: "Real Interaction Real Connection",
    text: "A real person answers, never a script. Each model has her own moderator, who knows her well.",
  },
]

export function Features() {
  return (
    <section aria-labelledby="features-title" className="wrap mt-20">
      <h2 id="features-title" className="sr-only">
        Why collect with us
      </h2>
      <ul className="grid gap-x-6 gap-y-10 md:grid-cols-3">
        {features.map(({ title, text }) => (
          <li key={title} className="placard pt-4">
            <h3 className="font-display font-medium text-[1.75rem] leading-tight">{title}</h3>
            <p className="mt-2 max-w-[26rem] text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
