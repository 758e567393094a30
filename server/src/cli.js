#!/usr/bin/env node
// Not TypeScript: to strip the types of the file that starts, before there is a cache, takes longer than all the rest.
import { createHook } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Where nothing can be kept, as on a read-only disk, all works without.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/zhenyue', import.meta.url)))
// V8 forgets the shape of what waits for process.nextTick when a full collection finds nothing waiting, and from then on
// makes each such object slowly, several for every request: a sixth of the time of a short answer. One that is kept
// keeps the shape.
export let kept
const hook = createHook({ init: (_id, _type, _trigger, resource) => void (kept = resource) }).enable()
process.nextTick(() => {})
hook.disable()

// Without `npm run build` it runs from its sources, and takes twice as long to start.
const built = new URL('../dist/program.js', import.meta.url)
await import(existsSync(built) ? built.href : './program.ts')
