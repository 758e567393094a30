import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@zhenyue/contract'
import type { Bench } from './bench.ts'
import { connections, rateOf, type Turn } from './measure.ts'
import { escaped } from './picture.ts'
import { request } from './requests.ts'
import { serve, type Service } from './service.ts'
import { book } from './works/lookups.ts'
import { appointmentWritten, leadWritten, Writer, type Written } from './works/writes.ts'

// A picture of where the main thread of the service spends its time on the hot paths, by V8's own profiler.

interface Call {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}
interface Profile {
  nodes: Call[]
  samples: number[]
  timeDeltas: number[]
}

/** A function, what called it above and what it called below; time in microseconds. */
interface Frame {
  name: string
  origin: string
  time: number
  calls: Map<string, Frame>
}

const newFrame = (name: string, origin: string): Frame => ({ name, origin, time: 0, calls: new Map() })

function placeOf({ functionName, url, lineNumber }: Call['callFrame']): { name: string; origin: string } {
  const name = functionName || '(anonymous)'
  const own = /\/((?:server|contract)\/src\/.*)$/.exec(url)?.[1]
  if (own) return { name: `${name} ${own}:${lineNumber + 1}`, origin: 'own' }
  const library = /\/node_modules\/(.*)$/.exec(url)?.[1]
  if (library) return { name: `${name} ${library}:${lineNumber + 1}`, origin: 'library' }
  return url ? { name: `${name} ${url}`, origin: 'node' } : { name, origin: 'native' }
}

/** The tree of calls in the last seconds, idle time left out. */
function treeOf({ nodes, samples, timeDeltas }: Profile, seconds: number): Frame {
  const calls = new Map(nodes.map((node) => [node.id, node]))
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const root = newFrame('', 'native')
  let ago = timeDeltas.reduce((sum, delta) => sum + delta, 0)
  samples.forEach((sample, i) => {
    ago -= timeDeltas[i]!
    const path: Call[] = []
    for (let call = calls.get(sample); call; call = calls.get(callers.get(call.id)!)) path.unshift(call)
    if (ago > seconds * 1e6 || path.at(-1)!.callFrame.functionName === '(idle)') return
    let frame = root
    frame.time += timeDeltas[i]!
    for (const { callFrame } of path.slice(1)) {
      const { name, origin } = placeOf(callFrame)
      if (!frame.calls.has(name)) frame.calls.set(name, newFrame(name, origin))
      frame = frame.calls.get(name)!
      frame.time += timeDeltas[i]!
    }
  })
  return root
}

const width = 1200
const row = 15
/** Calls of a smaller part of the whole are left out. */
const least = 0.002

/** Boxes under their callers, as wide as their share; and how many rows they take. */
function boxes(frame: Frame, x: number, y: number, whole: number): { svg: string; rows: number } {
  let svg = ''
  let rows = 0
  for (const call of [...frame.calls.values()].toSorted((a, b) => b.time - a.time)) {
    const part = call.time / whole
    if (part < least) continue
    const wide = part * width
    const shown = call.name.slice(0, Math.max(0, Math.floor((wide - 6) / 6)))
    svg += `<g><title>${escaped(call.name)}: ${(part * 100).toFixed(1)} %</title><rect class="${call.origin}" x="${x.toFixed(1)}" y="${y}" width="${Math.max(wide - 0.5, 0.5).toFixed(1)}" height="${row - 1}"/>`
    svg += `${shown.length > 2 ? `<text x="${(x + 3).toFixed(1)}" y="${y + 11}">${escaped(shown)}</text>` : ''}</g>`
    const below = boxes(call, x, y + row, whole)
    svg += below.svg
    rows = Math.max(rows, 1 + below.rows)
    x += wide
  }
  return { svg, rows }
}

function drawn(trees: [name: string, tree: Frame][]): string {
  let y = 34
  let svg = ''
  for (const [name, tree] of trees) {
    const { svg: boxed, rows } = boxes(tree, 0, y + 20, tree.time)
    svg += `<text class="title" x="0" y="${y + 12}">${escaped(name)}</text>${boxed}`
    y += 40 + rows * row
  }
  const origins = {
    own: '诊约 Zhenyue',
    library: '依赖 dependencies',
    node: 'Node.js',
    native: '原生 native',
  }
  const legend = Object.entries(origins)
    .map(
      ([origin, text], i) =>
        `<rect class="${origin}" x="${i * 170}" y="8" width="14" height="14"/><text x="${i * 170 + 20}" y="19">${text}</text>`,
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img" aria-label="Where the time of the hot paths goes">
<style>
  svg { background: #fff; font: 10px system-ui, sans-serif } text { fill: #1f2933 } .title { font-size: 13px; font-weight: 600 }
  .own { fill: #7dd3c0 } .library { fill: #f5c98b } .node { fill: #b9d4f1 } .native { fill: #d8d8de }
</style>
${legend}${svg}
</svg>
`
}

type Load = (bench: Bench, service: Service, seconds: number) => Promise<Turn>

const reading =
  (path: string): Load =>
  (bench, { port }, seconds) => {
    const asked = { ports: [port], connections, request: request('GET', path), expect: { status: 200 } }
    return rateOf(bench, asked, seconds)
  }
const writing =
  (written: Written): Load =>
  (bench, { port }, seconds) =>
    new Writer(bench, port, written).write(seconds)

const paths: Record<string, (service: Service) => Promise<Load>> = {
  'GET home': async () => reading(api.home.read.path),
  'GET appointment by id': async ({ url }) => reading(`/api/v1/appointments/${(await book(url)).id}`),
  'POST lead, SQLite': async () => writing(leadWritten),
  'POST appointment, SQLite': async () => writing(appointmentWritten),
}

/** Profiles the service on each of the hot paths; the second half of six seconds is drawn. */
export async function flame(bench: Bench): Promise<string> {
  const trees: [string, Frame][] = []
  for (const [name, prepare] of Object.entries(paths)) {
    const folder = bench.subfolder()
    const profiler = `--cpu-prof --cpu-prof-interval=250 --cpu-prof-dir=${folder}`
    const service = await serve(bench, { NODE_OPTIONS: profiler })
    const load = await prepare(service)
    const { wrong } = await load(bench, service, 6)
    await service.stop()
    if (wrong !== undefined) throw new Error(wrong)
    // Of its threads the main one is number 0.
    const file = readdirSync(folder).find((one) => /\.0\.\d+\.cpuprofile$/.test(one))!
    trees.push([name, treeOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile, 3)])
  }
  return drawn(trees)
}
