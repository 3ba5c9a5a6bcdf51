import { Announcement } from "./Announcement.tsx"
import { Content, SkipLink } from "./Content.tsx"
import { StaffBar } from "./StaffBar.tsx"
import { StaffHeader } from "./StaffHeader.tsx"

/** Pages of admins and moderators show nothing of the shop but a link to it. theme.css gives them one gutter. */
export default function StaffLayout() {
  return (
    <>
      <SkipLink />
      {import.meta.env.SSR && <Announcement />}
      <StaffHeader />
      <Content />
      <StaffBar />
    </>
  )
}
