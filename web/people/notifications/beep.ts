let context: AudioContext | undefined
/** When the current beep ends, in seconds of audio time. */
let sounds = 0

/** Plays 800 Hz for 0.3 seconds. Browsers mute a page without user activation. */
export async function beep(): Promise<void> {
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return
  context ??= new AudioContext()
  if (context.state !== "running") await context.resume().catch(() => undefined)
  // Overlapping beeps would only be louder.
  if (context.state !== "running" || context.currentTime < sounds) return
  const tone = context.createOscillator()
  const loudness = context.createGain()
  const ends = context.currentTime + 0.3
  sounds = ends
  tone.frequency.value = 800
  loudness.gain.setValueAtTime(0.15, context.currentTime)
  loudness.gain.setValueAtTime(0.15, ends - 0.03)
  // Fading out avoids a click.
  loudness.gain.linearRampToValueAtTime(0, ends)
  tone.connect(loudness).connect(context.destination)
  tone.start()
  tone.stop(ends)
}
