import { Link } from "react-router"
import { supportTexts } from "#contract/texts.ts"
import { pageMeta } from "../../shell/meta.ts"
import { supportHours } from "../../shell/shop.ts"
import type { Route } from "./+types/terms"
import { type Chapter, Prose } from "./Prose.tsx"

export const meta: Route.MetaFunction = (where) =>
  pageMeta(where, {
    title: "Terms of Service",
    description: `The rules of the shop: adults only, payments, shipping, memberships, chat and its moderation. Last updated ${supportTexts.termsUpdated}.`,
  })

// As they are when the page is drawn, not when it is loaded.
const SupportHours = () => supportHours()

const chapters: Chapter[] = [
  {
    id: "adults",
    title: "Adults only",
    text: (
      <p>
        You must be 18 years or older to enter this website, to have an account and to buy. By entering you state that
        you are. Every model depicts an adult; texts, reviews and messages that point at minors are refused, and we
        report what the law asks us to report. Accounts of minors are closed.
      </p>
    ),
  },
  {
    id: "account",
    title: "Your account",
    text: (
      <p>
        Give your own name and an address that you read. Keep your password to yourself; what is done with it counts as
        done by you until you tell us. One person has one account. We may close accounts that break these terms, that
        are used to deceive, or that put others at risk.
      </p>
    ),
  },
  {
    id: "orders",
    title: "Orders and prices",
    text: (
      <p>
        Prices are in US dollars and include shipping. An order fixes the prices and holds the pieces for 60 minutes; it
        is binding when its payment is confirmed. If a payment arrives late, short or in the wrong currency we check it
        by hand and write to you before anything else happens.
      </p>
    ),
  },
  {
    id: "payments",
    title: "Payments are non-refundable",
    text: (
      <p>
        Payments are made in crypto through an external provider and are non-refundable, for orders as for memberships.
        This does not touch your rights where a piece arrives damaged, is not the one you ordered, or does not arrive at
        all; nor money that reached us twice or by mistake, which we send back.
      </p>
    ),
  },
  {
    id: "shipping",
    title: "Shipping",
    text: (
      <p>
        Shipping is always free. Pieces leave us within 3-5 business days. Standard shipping takes 7-10 business days,
        Express 2-3 and International 10-14. Cartons are plain and labels are neutral. Duties and taxes of the country
        of destination are paid by the recipient.
      </p>
    ),
  },
  {
    id: "memberships",
    title: "Memberships",
    text: (
      <p>
        A membership lasts 30 days from its payment and does not renew by itself. Bought again, it is added to the days
        you still have; on an upgrade the unused days are converted by price. Messages and photos are counted for each
        period and are not carried over. See <Link to="/upgrade">what each membership brings</Link>.
      </p>
    ),
  },
  {
    id: "conversation",
    title: "Conversation and moderation",
    text: (
      <>
        <p>
          Chats are held with moderators, who are people. Be civil. Forbidden are threats, harassment, anything that
          concerns minors, offers of sexual services, requests for payment outside the shop, and the private data of
          others.
        </p>
        <p>
          AI moderation flags content: messages, reviews and pictures are checked by software, and what it flags is read
          by an administrator, who may keep it, remove it, or close the account. Software never closes an account by
          itself.
        </p>
      </>
    ),
  },
  {
    id: "content",
    title: "What you write",
    text: (
      <p>
        Your reviews and messages stay yours. You allow us to store and show them for the purpose you wrote them for: a
        review on the page of its model, with your first name and initial; a message to those in the conversation. You
        can change or delete them.
      </p>
    ),
  },
  {
    id: "ours",
    title: "What is ours",
    text: (
      <p>
        Pictures, films, texts and designs on this website belong to us or to those who made them. You may share links.
        Please ask before you use anything else.
      </p>
    ),
  },
  {
    id: "liability",
    title: "Liability",
    text: (
      <p>
        We keep the shop running with care, but not without interruption. We are liable for intent and gross negligence,
        and for damage to life, body and health; beyond that only for what is essential to the contract, up to the
        damage that could be foreseen. Rights that the law gives you as a consumer stay as they are.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes and contact",
    text: (
      <p>
        When these terms change we change the date above, and tell account holders by mail before a change that concerns
        them. Questions? <Link to="/contact">Write to us</Link>: <SupportHours />.
      </p>
    ),
  },
]

export default function Terms() {
  return (
    <Prose
      title="Terms of Service"
      updated={supportTexts.termsUpdated}
      lead="The short version: you are an adult, payments are final, parcels are plain and free, and AI moderation flags content that does not belong here. The rest is below, in plain words."
      chapters={chapters}
    />
  )
}
