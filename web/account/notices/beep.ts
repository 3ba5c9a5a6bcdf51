let context: AudioContext | undefined
/** Until when, by its own clock. */
let sounds = 0

/** 800 Hz for 0.3 seconds. A page that was not touched yet may not sound, and stays silent. */
export async function beep(): Promise<void> {
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return
  context ??= new AudioContext()
  if (context.state !== "running") await context.resume().catch(() => undefined)
  // Two at once would only be louder.
  if (context.state !== "running" || context.currentTime < sounds) return
  const tone = context.createOscillator()
  const loudness = context.createGain()
  const ends = context.currentTime + 0.3
  sounds = ends
  tone.frequency.value = 800
  loudness.gain.setValueAtTime(0.15, context.currentTime)
  loudness.gain.setValueAtTime(0.15, ends - 0.03)
  // Faded out, so that it does not end with a click.
  loudness.gain.linearRampToValueAtTime(0, ends)
  tone.connect(loudness).connect(context.destination)
  tone.start()
  tone.stop(ends)
}
