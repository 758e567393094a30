import { etagOf } from './etag.ts'
import { inBytes } from './wire.ts'

/** An answer as it is sent. */
export interface Document {
  version: number
  etag: string
  /** One character for each byte. */
  body: string
}

const most = { documents: 100, bytes: 16 * 1024 * 1024 }

/**
 * Answers to what anyone may read, ready to be sent until any of it changes, here or on another instance.
 * That is asked of the database for every request; those that arrived together share the question.
 */
export class Documents {
  readonly #readVersion: () => number | Promise<number>
  readonly #ready = new Map<string, Document>()
  #bytes = 0
  /** Raised by every change. */
  #version: number | Promise<number> | undefined

  constructor(readVersion: () => number | Promise<number>) {
    this.#readVersion = readVersion
  }

  /** What is at this address now; at once, where it is ready and the database answers at once. */
  read(url: string, make: () => Promise<unknown>, envelope: (data: string) => string) {
    if (this.#version === undefined) {
      this.#version = this.#readVersion()
      // Whatever comes in later has to ask again.
      setImmediate(() => (this.#version = undefined))
    }
    const readAt = (version: number) => {
      const ready = this.#ready.get(url)
      return ready?.version === version ? ready : this.#make(url, version, make, envelope)
    }
    return typeof this.#version === 'number' ? readAt(this.#version) : this.#version.then(readAt)
  }

  async #make(
    url: string,
    version: number,
    make: () => Promise<unknown>,
    envelope: (data: string) => string,
  ): Promise<Document> {
    if (this.#ready.has(url)) this.#forgetAll()
    const data = JSON.stringify(await make())
    const document = { version, etag: etagOf(data), body: inBytes(envelope(data)) }
    this.#bytes += document.body.length
    if (this.#ready.size >= most.documents || this.#bytes > most.bytes) this.#forgetAll(document.body.length)
    this.#ready.set(url, document)
    return document
  }

  #forgetAll(bytes = 0) {
    this.#ready.clear()
    this.#bytes = bytes
  }
}
