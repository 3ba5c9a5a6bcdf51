import type { ReactNode } from "react"
import { contactCopy } from "#contract/copy/contact.ts"
import { t } from "#contract/t.ts"
import type { ShownPage } from "#server/platform/site-pages/shown.ts"
import { pageMeta } from "../../../platform/meta/meta.ts"
import { useSeller } from "../../../platform/meta/rootData.ts"
import { supportHours } from "../../../platform/meta/shop.ts"
import { wordsOf } from "../../../platform/meta/words.ts"
import { Link } from "../../../platform/router.ts"
import { ChevronDown } from "../../../platform/ui/icons.ts"
import { Trans } from "../../../platform/ui/Trans.tsx"
import type { Route } from "./+types/contact"
import { ContactForm } from "./ContactForm.tsx"
import { Html, Untranslated } from "./OwnText.tsx"
import { builtinText, ownLinks, wordsIn } from "./ownText.ts"
import { questions } from "./questions.ts"
import { SellerDetails } from "./Seller.tsx"

export const loader = ({ context, request }: Route.LoaderArgs) => builtinText("faq", context, request)

export const links = ownLinks

const words = wordsOf(contactCopy)

export const meta: Route.MetaFunction = (where) =>
  pageMeta(where, {
    title: t`Contact Us`,
    description: words("contact_description"),
    jsonLd: [
      {
        "@type": "FAQPage",
        mainEntity: questionsIn(where.loaderData ?? null).map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
      },
    ],
  })

/** The shop's own questions, or those of the owner. */
const questionsIn = (page: ShownPage | null) =>
  page?.chapters.map(({ title, html }) => ({ question: title, answer: wordsIn(html) })) ?? questions()

export default function Contact({ loaderData: own }: Route.ComponentProps) {
  const seller = useSeller()
  return (
    <div className="wrap grid gap-x-6 py-10 md:py-14 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      <div className="lg:col-span-4">
        <h1 className="font-display text-h1">{t`Contact Us`}</h1>
        <p className="mt-4 max-w-measure text-pretty text-ink-2 text-lead">{words("contact_lead")}</p>
      </div>
      <section
        aria-labelledby="form-title"
        className="mt-8 rounded-card border border-line bg-surface p-5 sm:p-8 lg:col-span-7 lg:col-start-6 lg:row-span-2 lg:mt-0 xl:p-12"
      >
        <h2 id="form-title" className="sr-only">{t`Send a message`}</h2>
        <ContactForm />
        <p className="without-js">{t`This form requires JavaScript. Please enable it in your browser.`}</p>
      </section>
      <section id="help" aria-labelledby="help-title" className="mt-14 scroll-mt-24 lg:col-span-4">
        <h2 id="help-title" tabIndex={-1} className="placard pt-3 font-display text-h3">{t`Help Center`}</h2>
        <dl className="mt-3 border-line border-t text-ui">
          <Fact name={t`Support hours`}>{supportHours()}</Fact>
          <Fact name={t`Response time`}>{words("contact_replies")}</Fact>
          <Fact name={t`Your orders`}>
            <Trans>
              <Link className="link" to="/dashboard?tab=orders">
                Track them in your account
              </Link>{" "}
              or{" "}
              <Link className="link" to="/orders/lookup">
                by number and email
              </Link>
            </Trans>
          </Fact>
          <Fact name={t`Your password`}>
            <Link className="link" to="/forgot-password">{t`Reset your password`}</Link>
          </Fact>
          <Fact name={t`Policies`}>
            <Trans>
              <Link className="link" to="/terms">
                Terms of Service
              </Link>{" "}
              and{" "}
              <Link className="link" to="/privacy">
                Privacy Policy
              </Link>
            </Trans>
          </Fact>
        </dl>
        {seller && (
          <section aria-labelledby="seller-title" className="mt-8 text-ui">
            <h3 id="seller-title" className="font-semibold">{t`The seller`}</h3>
            <SellerDetails seller={seller} />
          </section>
        )}
      </section>
      <section
        id="faq"
        aria-labelledby="faq-title"
        className="placard mt-14 scroll-mt-24 gap-x-6 pt-4 md:mt-20 lg:col-span-full lg:grid lg:grid-cols-12"
      >
        <h2 id="faq-title" tabIndex={-1} className="mb-3 font-display text-h2 lg:col-span-4" lang={own?.language}>
          {own ? own.title : t`Frequently asked questions`}
        </h2>
        {own ? (
          <div className="lg:col-span-7 lg:col-start-6">
            <Untranslated page={own} />
            <div lang={own.language}>
              {own.intro && <Html html={own.intro} className="prose pb-5" />}
              {own.chapters.map(({ id, title, html }) => (
                <Question key={id} question={title}>
                  <Html html={html} className="prose pb-5 text-ink-2" />
                </Question>
              ))}
            </div>
          </div>
        ) : (
          <div className="lg:col-span-7 lg:col-start-6">
            {questions().map(({ question, answer }) => (
              <Question key={question} question={question}>
                <p className="max-w-measure pb-5 text-ink-2">{answer}</p>
              </Question>
            ))}
          </div>
        )}
      </section>
    </div>
  )
}

function Question({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details name="faq" className="group border-line border-b">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-medium marker:content-none">
        {question}
        <ChevronDown aria-hidden size={18} className="shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-line border-b py-2.5">
      <dt className="text-ink-3">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
