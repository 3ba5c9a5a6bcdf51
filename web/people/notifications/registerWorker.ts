/** All languages share one script: otherwise a change of language would replace the worker while pages load. */
export const registerWorker = () => navigator.serviceWorker?.register("/sw.js", { scope: "/" })
