import { t } from "#contract/t.ts"
/** Names and values in two columns. */
export function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-y-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3 text-meta">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A text as it was stored or sent, with its line breaks, or "None". */
export function RawText({ title, text }: { title: string; text: string | null }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-semibold text-ink-2 text-meta">{title}</h3>
      {text ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by the keyboard
        <pre tabIndex={0} className="max-h-72 overflow-auto bg-sunken p-3 text-meta">
          {text}
        </pre>
      ) : (
        <p className="text-ink-3">{t`None`}</p>
      )}
    </section>
  )
}
