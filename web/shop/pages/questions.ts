export const questions = [
  {
    question: "What exactly do you sell?",
    answer:
      "Collectible models: figures, busts, columns and vessels for adult collectors. Each page names the material, the measures and the edition, and shows four views under the same light.",
  },
  {
    question: "How do I pay?",
    answer:
      "In crypto, through an external payment provider. Amounts are in US dollars; the provider shows the sum in the currency you pick. We never see your wallet.",
  },
  {
    question: "What does shipping cost, and how long does it take?",
    answer:
      "Shipping is always free. A piece leaves us within 3-5 business days; Standard takes 7-10 business days, Express 2-3 and International 10-14.",
  },
  {
    question: "Is the parcel discreet?",
    answer: "Yes. Cartons are plain, and labels, letters and payment lines name only an order number.",
  },
  {
    question: "Can I return a piece or get my money back?",
    answer:
      "Payments are non-refundable. If something arrived damaged or is not what you ordered, write to us with your order number and we will put it right.",
  },
  {
    question: "What does a membership bring?",
    answer:
      "Members talk with the moderator of a model: 10 messages with Standard, 30 with VIP, without a limit with VVIP, in periods of 30 days. VIP and VVIP members also enter the film room.",
  },
  {
    question: "Who reads my chat?",
    answer:
      "The moderator of that model. Software checks messages for forbidden content and flags what it finds, and an administrator looks at what was flagged.",
  },
  {
    question: "How do I delete my account?",
    answer:
      "In your dashboard, under Settings; a file with everything we hold about you is found there, too. Your personal data is erased at once; orders and payments are kept without it, as the books require.",
  },
]
