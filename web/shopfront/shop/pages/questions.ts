import { t } from "#contract/t.ts"
import { shippingTexts } from "#contract/texts.ts"
import { returnDays, shipsAsNew } from "../../../platform/meta/shop.ts"
import { shippingTerms } from "./shippingTerms.ts"

export const questions = () => [
  {
    question: t`What exactly do you sell?`,
    answer: t`Collectible models: figures, busts, columns and vessels for adult collectors. Each page lists the material, dimensions and edition, with pictures from all sides.`,
  },
  {
    question: t`How do I pay?`,
    answer: t`In crypto, through an external payment provider. Prices are in US dollars; the provider shows the amount in the currency you choose. We never see your wallet.`,
  },
  {
    question: t`What does shipping cost, and how long does it take?`,
    answer: shipsAsNew()
      ? t`Shipping is always free. Handling takes 3-5 business days. Shipping then takes 7-10 business days within the United States and 10-14 to all other countries.`
      : shippingTerms(),
  },
  {
    question: t`Is the packaging discreet?`,
    answer: t`Yes. Cartons are plain, and labels, emails and payment descriptions show only an order number.`,
  },
  {
    question: t`Can I return a model or get my money back?`,
    answer: t`${shippingTexts.returns(returnDays())} If something arrives damaged or isn't what you ordered, return it from the order page or contact us with your order number, and we'll make it right.`,
  },
  {
    question: t`What do I get with a membership?`,
    answer: t`Members can chat with the moderator of any model: 10 messages with Standard, 30 with VIP and unlimited with VVIP, per 30-day period. VIP and VVIP members can also watch VIP videos.`,
  },
  {
    question: t`Who reads my chat?`,
    answer: t`The moderator of that model. Software checks messages for prohibited content, and an administrator reviews anything it flags.`,
  },
  {
    question: t`How do I delete my account?`,
    answer: t`In your dashboard, under Settings. You can also download everything we hold about you there. We erase your personal data immediately; orders and payments are kept without it for our records.`,
  },
]
