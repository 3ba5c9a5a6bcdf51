import type { MetaDescriptor } from "react-router"
import type { Video } from "#contract/videos.ts"
import { inLanguage } from "../../platform/language.ts"
import { addressMeta } from "../../platform/meta/meta.ts"
import { titled } from "../../platform/meta/shop.ts"
import { preview } from "../../platform/ui/format.ts"
import { isoDuration } from "./player/times.ts"

export function videoMeta(video: Video, origin: string): MetaDescriptor[] {
  const path = `/video/${video.id}`
  const title = titled(video.title)
  const description = preview(video.description, 155)
  const { thumbnail } = video
  const poster = thumbnail && `${origin}${thumbnail.variants.base}/${Math.max(...thumbnail.variants.widths)}.webp`
  return [
    { title },
    { name: "description", content: description },
    ...addressMeta(origin, path),
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: "video.other" },
    ...(poster ? [{ property: "og:image", content: poster }] : []),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "VideoObject",
        name: video.title,
        description: video.description,
        url: origin + inLanguage(path),
        uploadDate: video.created_at,
        ...(poster ? { thumbnailUrl: [poster] } : {}),
        ...(video.duration ? { duration: isoDuration(video.duration) } : {}),
        isFamilyFriendly: false,
        isAccessibleForFree: false,
        interactionStatistic: {
          "@type": "InteractionCounter",
          interactionType: { "@type": "WatchAction" },
          userInteractionCount: video.views,
        },
      },
    },
  ]
}
