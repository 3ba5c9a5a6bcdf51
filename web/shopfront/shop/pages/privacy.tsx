import { evidenceDays } from "#contract/messageRules.ts"
import { t } from "#contract/t.ts"
import { supportTexts } from "#contract/texts.ts"
import { pageMeta } from "../../../platform/meta/meta.ts"
import { useSeller } from "../../../platform/meta/rootData.ts"
import { Link } from "../../../platform/router.ts"
import { Trans } from "../../../platform/ui/Trans.tsx"
import type { Route } from "./+types/privacy"
import { OwnText } from "./OwnText.tsx"
import { builtinText, ownLinks, ownMeta } from "./ownText.ts"
import { type Chapter, Prose } from "./Prose.tsx"
import { sellerChapters } from "./Seller.tsx"

export const loader = ({ context, request }: Route.LoaderArgs) => builtinText("privacy", context, request)

export const links = ownLinks

export const meta: Route.MetaFunction = (where) =>
  ownMeta(where) ??
  pageMeta(where, {
    title: t`Privacy Policy`,
    description: t`What we store about you, why, for how long, and who else sees it. No trackers and no third-party scripts.`,
  })

const chapters: Chapter[] = [
  {
    id: "visit",
    title: t`When you visit`,
    text: (
      <p>
        <Trans>
          We load nothing from other companies, run no analytics, and set cookies only for age verification. Your
          browser keeps a few things on your own device: that you confirmed your age, the theme you chose, your cart as
          a guest, the page it shows when you're offline and, when you log in, your session and a copy of your profile
          so that pages load instantly. Logging out removes the last two. Without “Remember me”, closing the last tab of
          the shop removes them too. We use your IP address in memory to prevent abuse and don't record it with the
          pages you view.
        </Trans>
      </p>
    ),
  },
  {
    id: "age",
    title: t`Age verification`,
    text: (
      <p>
        <Trans>
          In some countries we verify that you're 18 or older. An external provider does this on its own pages. We tell
          it nothing about you, and keep only that you're over 18, when this was checked and by whom, for a year or
          until you delete your account. A cookie remembers it in your browser, also after you log out; another connects
          you with the check for half an hour, and neither says who you are.
        </Trans>
      </p>
    ),
  },
  {
    id: "account",
    title: t`Your account`,
    text: (
      <p>
        <Trans>
          We store your name, email address, region, role and membership, the time zone you last used the shop in, the
          date you joined, and your password as a one-way hash (argon2id) that nobody can read. Sessions are also stored
          as hashes, with the name of your browser, and end after 12 hours, or after 30 days if you choose to be
          remembered. Your cart, favorites and reviews are stored with your account.
        </Trans>
      </p>
    ),
  },
  {
    id: "orders",
    title: t`Orders and shipping`,
    text: (
      <p>
        <Trans>
          An order records what you bought, the price, and the name, address, email and phone number you provided for
          delivery. We give the carrier only what it needs to deliver your parcel, on a neutral label. We keep records
          of orders and payments for as long as the law requires. Invoices have your name and address, which we keep for
          ten years, even if you delete your account.
        </Trans>
      </p>
    ),
  },
  {
    id: "payments",
    title: t`Payments`,
    text: (
      <p>
        <Trans>
          Payments are handled by an external crypto provider. We send it an order number and an amount, but no model
          names, images or shipping address. It tells us whether you paid and how much. We never see your wallet.
        </Trans>
      </p>
    ),
  },
  {
    id: "conversation",
    title: t`Chat`,
    text: (
      <p>
        <Trans>
          We store messages for the people in the conversation: you and the moderator of that model. Software checks
          them for prohibited content, and an administrator reads what it flags. The check runs on our own server. If we
          also use an external moderation service, we send it the text of a message and nothing that identifies you. We
          don't sell messages or use them for advertising.
        </Trans>
      </p>
    ),
  },
  {
    id: "reviews",
    title: t`Reviews`,
    text: (
      <p>
        <Trans>
          Reviews are public. They show your first name and last initial and whether you bought the model, but never
          your email address.
        </Trans>
      </p>
    ),
  },
  {
    id: "mail",
    title: t`Email`,
    text: (
      <p>
        <Trans>
          We email you about your account and your orders, in neutral wording. We only send the newsletter once you've
          confirmed your address, and every issue includes an unsubscribe link. We delete an address a year after it was
          unsubscribed, or 30 days after its confirmation link expired unused. Messages you send through the contact
          form are stored for a year so that our team can answer them.
        </Trans>
      </p>
    ),
  },
  {
    id: "notifications",
    title: t`Notifications on your devices`,
    text: (
      <p>
        <Trans>
          If you turn them on for a device, its browser gives us an address at the service of its maker, such as Apple,
          Google, Microsoft or Mozilla. We send each notification there, encrypted so that only your browser can read
          it. It says that there is a message or news about an order, and never what or who it is about. We forget the
          address when you turn notifications off or log out on that device.
        </Trans>
      </p>
    ),
  },
  {
    id: "pictures",
    title: t`Images you send`,
    text: (
      <p>
        <Trans>
          We re-encode every image you send, which removes hidden data such as the location where it was taken before
          anyone sees it.
        </Trans>
      </p>
    ),
  },
  {
    id: "rights",
    title: t`Your rights`,
    text: (
      <p>
        <Trans>
          You can access, correct, export and erase the data we hold about you. You can change your name, region, email
          address and password in your account. For anything else, <Link to="/contact">contact us</Link>. When an
          account is deleted, we erase its personal data: orders and payments are kept without it, and reviews are shown
          as written by a former member. If content was flagged or reported, we keep it and its attachments as evidence
          even if you or we delete it or your account. Only staff can see it, and we remove it {evidenceDays.plain} days
          after the decision, or {evidenceDays.critical} days if it concerns minors. In that case, the account is paused
          and can't be deleted until our team has reviewed it.
        </Trans>
      </p>
    ),
  },
  {
    id: "security",
    title: t`How we protect it`,
    text: (
      <p>
        <Trans>
          Our pages use a strict content security policy, links never pass codes to other sites, logs contain no
          messages or addresses, and every change made by staff is recorded. If something still goes wrong, we tell the
          people affected.
        </Trans>
      </p>
    ),
  },
]

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const seller = useSeller()
  const about = seller ? [sellerChapters.seller(seller), sellerChapters.controller(seller)] : []
  if (loaderData) return <OwnText page={loaderData} of="privacy" about={about} />
  return (
    <Prose
      title={t`Privacy Policy`}
      updated={supportTexts.termsUpdated}
      lead={t`We keep only what your orders and chats need, share no more than necessary, and never track you.`}
      chapters={[...chapters, ...about]}
    />
  )
}
