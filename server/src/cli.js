#!/usr/bin/env node
// Not TypeScript: to strip the types of the file that starts, before there is a cache, takes longer than all the rest.
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Where nothing can be kept, as on a read-only disk, all works without.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/zhenyue', import.meta.url)))
// Without `npm run build` it runs from its sources, and takes twice as long to start.
const built = new URL('../dist/program.js', import.meta.url)
await import(existsSync(built) ? built.href : './program.ts')
