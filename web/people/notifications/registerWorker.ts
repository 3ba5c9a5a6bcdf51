/** One script for all languages: with one for each, a change of language would replace the worker while pages load. */
export const registerWorker = () => navigator.serviceWorker?.register("/sw.js", { scope: "/" })
