import { Link } from "react-router"
import { supportTexts } from "#contract/texts.ts"
import { pageMeta } from "../../shell/meta.ts"
import type { Route } from "./+types/privacy"
import { type Chapter, Prose } from "./Prose.tsx"

export const meta: Route.MetaFunction = (where) =>
  pageMeta(where, {
    title: "Privacy Policy",
    description:
      "What this shop stores about you, why, for how long, and who else sees it. No trackers, no third-party scripts, no cookies.",
  })

const chapters: Chapter[] = [
  {
    id: "visit",
    title: "When you visit",
    text: (
      <p>
        We set no cookies, load nothing from other companies and run no analytics. Your browser keeps a few things on
        your own device: that you confirmed your age, the theme you chose, a guest's cart, and, when you sign in, your
        session and a copy of your profile so that pages appear at once. Signing out removes the last two. Your network
        address is used in memory to limit abuse and is not written down with what you look at.
      </p>
    ),
  },
  {
    id: "account",
    title: "Your account",
    text: (
      <p>
        We store your name, email address, region, role and membership, when you joined, and your password as a one-way
        hash (argon2id) that nobody can read. Sessions are stored as hashes too, with the name of the browser, and end
        after 12 hours, or after 30 days if you ask to be remembered. Your cart, favorites and reviews are kept with
        your account.
      </p>
    ),
  },
  {
    id: "orders",
    title: "Orders and shipping",
    text: (
      <p>
        An order keeps what you bought, at which price, and the name, address, email and phone number you gave for the
        parcel. The carrier is given what is needed to deliver it, on a neutral label. The books keep orders and
        payments as long as the law asks.
      </p>
    ),
  },
  {
    id: "payments",
    title: "Payments",
    text: (
      <p>
        Payments are handled by an external crypto provider. It is told an order number and an amount: no names of
        models, no pictures, no shipping address. It tells us whether, and how much, was paid. Your wallet is between
        you and it.
      </p>
    ),
  },
  {
    id: "conversation",
    title: "Conversation",
    text: (
      <p>
        Messages are stored for those in the conversation: you and the moderator of that model. Software checks them for
        forbidden content; what it flags is read by an administrator. The check is done on our own server. Where this
        shop has set up a remote moderation service as well, that service is sent the text of a message, and nothing
        that says whose it is. Messages are not used for advertising and are not sold.
      </p>
    ),
  },
  {
    id: "reviews",
    title: "Reviews",
    text: (
      <p>
        A review is public. It shows your first name and initial and whether you bought the piece, never your address.
      </p>
    ),
  },
  {
    id: "mail",
    title: "Mail",
    text: (
      <p>
        We write about your account and your orders, in neutral words. The newsletter is sent only after you have
        confirmed your address by a link, and each one ends with a link to stop it. A message you send by the contact
        form is kept for those who answer it.
      </p>
    ),
  },
  {
    id: "pictures",
    title: "Pictures you send",
    text: (
      <p>
        A picture is decoded and stored anew, so that its hidden data, such as the place where it was taken, is gone
        before anybody sees it.
      </p>
    ),
  },
  {
    id: "rights",
    title: "Your rights",
    text: (
      <p>
        You may see, correct, take along and erase what we hold about you. Name, region, address and password you change
        in your account; for the rest <Link to="/contact">write to us</Link>. When an account is deleted, its personal
        data is erased: orders and payments stay without it, and reviews are shown as by a former member. What was said
        and points at minors is kept, as it may be evidence.
      </p>
    ),
  },
  {
    id: "security",
    title: "How it is protected",
    text: (
      <p>
        Pages carry a strict content policy, links carry no codes to other sites, logs carry no texts or addresses, and
        every change made by staff is recorded. If something should go wrong all the same, we tell those concerned.
      </p>
    ),
  },
]

export default function Privacy() {
  return (
    <Prose
      title="Privacy Policy"
      updated={supportTexts.termsUpdated}
      lead="We keep what an order and a conversation need, tell nobody more than they must know, and follow nobody around."
      chapters={chapters}
    />
  )
}
