import { shippingTexts } from "#contract/texts.ts"
import { returnDays } from "../../meta/shop.ts"

export const questions = () => [
  {
    question: "What exactly do you sell?",
    answer:
      "Collectible models: figures, busts, columns and vessels for adult collectors. Each page lists the material, dimensions and edition, with pictures from all sides.",
  },
  {
    question: "How do I pay?",
    answer:
      "In crypto, through an external payment provider. Prices are in US dollars; the provider shows the amount in the currency you choose. We never see your wallet.",
  },
  {
    question: "What does shipping cost, and how long does it take?",
    answer:
      "Shipping is always free. Handling takes 3-5 business days. Shipping then takes 7-10 business days within the United States and 10-14 to all other countries.",
  },
  {
    question: "Is the packaging discreet?",
    answer: "Yes. Cartons are plain, and labels, emails and payment descriptions show only an order number.",
  },
  {
    question: "Can I return a model or get my money back?",
    answer: `${shippingTexts.returns(returnDays())} If something arrives damaged or isn't what you ordered, return it from the order page or contact us with your order number, and we'll make it right.`,
  },
  {
    question: "What do I get with a membership?",
    answer:
      "Members can chat with the moderator of any model: 10 messages with Standard, 30 with VIP and unlimited with VVIP, per 30-day period. VIP and VVIP members can also watch VIP videos.",
  },
  {
    question: "Who reads my chat?",
    answer:
      "The moderator of that model. Software checks messages for prohibited content, and an administrator reviews anything it flags.",
  },
  {
    question: "How do I delete my account?",
    answer:
      "In your dashboard, under Settings. You can also download everything we hold about you there. We erase your personal data immediately; orders and payments are kept without it for our records.",
  },
]
