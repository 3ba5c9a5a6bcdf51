import { contactCopy } from "#contract/copy/contact.ts"
import { t } from "#contract/t.ts"
import { pageMeta } from "../../../platform/meta/meta.ts"
import { useRootData } from "../../../platform/meta/rootData.ts"
import { supportHours } from "../../../platform/meta/shop.ts"
import { wordsOf } from "../../../platform/meta/words.ts"
import { Link } from "../../../platform/router.ts"
import { Trans } from "../../../platform/ui/Trans.tsx"
import type { Route } from "./+types/accessibility"
import { OwnText } from "./OwnText.tsx"
import { builtinText, ownLinks, ownMeta } from "./ownText.ts"
import { type Chapter, Prose } from "./Prose.tsx"

const words = wordsOf(contactCopy)

export const loader = ({ context, request }: Route.LoaderArgs) => builtinText("accessibility", context, request)

export const links = ownLinks

export const meta: Route.MetaFunction = (where) =>
  ownMeta(where) ??
  pageMeta(where, {
    title: t`Accessibility`,
    description: t`The standard our pages are built to, how we test it, what doesn't work for everyone yet, and how to tell us about a barrier.`,
  })

// This is a function, because the shop's settings may change between renders.
function Reporting() {
  const email = useRootData()?.supportEmail
  return (
    <p>
      <Trans>
        If something on this site keeps you from reading, buying or chatting, use the{" "}
        <Link to="/contact">contact form</Link> or email <a href={`mailto:${email}`}>{email}</a>. Tell us the page, what
        you tried to do, and the browser and assistive technology you use. We can also take your order or answer your
        question by email. We are available {supportHours()}. {words("contact_replies")}.
      </Trans>
    </p>
  )
}

const chapters: Chapter[] = [
  {
    id: "standard",
    title: "Standard",
    text: (
      <p>
        <Trans>
          We build this website to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. By our own assessment
          it partially conforms: the exceptions we know of are listed below. The statement covers every page of the
          shop, customer accounts, the chat, the videos, and the pages our own staff work with.
        </Trans>
      </p>
    ),
  },
  {
    id: "tests",
    title: t`How we test`,
    text: (
      <>
        <p>
          <Trans>Before each release, automated tests in Chromium open the pages of every role and check:</Trans>
        </p>
        <ul className="mt-3 list-disc space-y-1 ps-5 text-ink-2">
          <li>{t`names, roles, contrast, headings and landmarks, in the light and the dark theme`}</li>
          <li>
            <Trans>
              that tasks from the age confirmation to the payment, and the work of our staff, need only a keyboard
            </Trans>
          </li>
          <li>{t`that keyboard focus is visible, isn't covered, and returns when a dialog closes`}</li>
          <li>{t`zoom to 400%, larger text and wider text spacing`}</li>
          <li>{t`forced colors and reduced motion`}</li>
          <li>{t`targets of at least 24 by 24 pixels, or with as much space around them`}</li>
          <li>{t`that changes such as a full cart, an error or a new message are announced`}</li>
        </ul>
      </>
    ),
  },
  {
    id: "limits",
    title: t`Known limitations`,
    text: (
      <ul className="mt-3 list-disc space-y-2 ps-5 text-ink-2">
        <li>
          <Trans>
            We haven't yet tested with people who use assistive technology every day, nor with every combination of
            browser and screen reader. Automated tests don't find every barrier.
          </Trans>
        </li>
        <li>
          <Trans>
            Videos have captions only if we have added them, and no audio description. The description below each video
            says what it shows.
          </Trans>
        </li>
        <li>
          <Trans>
            Images and documents that people send in chat have no text alternative unless their sender describes them.
          </Trans>
        </li>
        <li>
          <Trans>
            Payment takes place on the pages of an external provider, which we don't control. If you can't complete a
            payment there, contact us before the time for it runs out.
          </Trans>
        </li>
      </ul>
    ),
  },
  { id: "report", title: t`Report a barrier`, text: <Reporting /> },
]

export default function Accessibility({ loaderData }: Route.ComponentProps) {
  if (loaderData) return <OwnText page={loaderData} of="accessibility" />
  return (
    <Prose
      title={t`Accessibility`}
      updated={t`November 23, 2026`}
      lead={t`Everyone should be able to use this website, whatever their abilities, devices or settings.`}
      chapters={chapters}
    />
  )
}
