import css from "../../shopfront/paper/paper.css?url"
import { Content } from "./Content.tsx"

export const links = () => [{ rel: "stylesheet", href: css }]

/** Pages to be printed show nothing of the shop. */
export default function PaperLayout() {
  return (
    <div className="wrap paper py-6">
      <Content />
    </div>
  )
}
