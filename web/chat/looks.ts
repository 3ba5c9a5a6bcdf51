/** What bubbles share, whether they have arrived or are on their way. */
const any = "max-w-[min(34rem,78vw)] min-w-0 whitespace-pre-wrap wrap-anywhere"
export const bubble = `${any} px-4 py-2.5`
/** The picture fills it, but for an even edge. */
export const pictureBubble = `${any} p-1.5`
export const meta = "mt-1 text-badge tabular"
/** Around everything on a page of the chat: the footer waits below the screen, and goes once there is a conversation. */
export const chatFrame = "chat-frame"
