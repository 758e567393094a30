import { createStore } from '../../app/store.ts'

/** Whether a new lead is heard. */
export const rings = createStore(true, 'rings')

// Browsers let a page sound only after a first gesture, and warn of one that tries before.
let audio: AudioContext | undefined
for (const gesture of ['pointerdown', 'keydown'] as const) {
  addEventListener(gesture, () => (audio ??= new AudioContext()), { once: true })
}

/** Two soft notes. */
export function ring() {
  if (!audio || !rings.get()) return
  for (const [index, pitch] of [659, 880].entries()) {
    const from = audio.currentTime + index * 0.18
    const note = new OscillatorNode(audio, { frequency: pitch })
    const loudness = new GainNode(audio, { gain: 0 })
    loudness.gain.setValueAtTime(0, from)
    loudness.gain.linearRampToValueAtTime(0.06, from + 0.03)
    loudness.gain.exponentialRampToValueAtTime(0.001, from + 0.5)
    note.connect(loudness).connect(audio.destination)
    note.start(from)
    note.stop(from + 0.5)
  }
}
