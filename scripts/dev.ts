import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer as createSocket, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer, type ViteDevServer } from 'vite'
import { consolePage } from '../console/page.ts'
import { viteConfig as consoleConfig } from '../console/vite-config.ts'
import { viteConfig as patientConfig } from '../patient/vite-config.ts'

// npm run dev   the service on http://127.0.0.1:3000 (PORT), for those who change it: what is edited in a web app
// shows in the browser by itself, and the service starts again with each change of its own.

process.chdir(join(import.meta.dirname, '..'))
const port = Number(process.env['PORT'] || 3000)
const address = `http://127.0.0.1:${port}`
const service = `http://127.0.0.1:${await freePort()}`
const script = 'src/main.tsx'
const optimizeDeps = { entries: [script] }

async function freePort() {
  const socket = createSocket().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  return port
}

function watchService() {
  // Else node's watcher would send messages of its own among those of the service's threads.
  const quiet = 'data:text/javascript,delete process.env.WATCH_REPORT_DEPENDENCIES'
  const paths = ['--watch-path=server/src', '--watch-path=contract/src']
  const watch = ['--watch-preserve-output', ...paths, '--import', quiet]
  const child = spawn(process.execPath, [...watch, 'server/src/program.ts', 'serve'], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: new URL(service).port },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  // The address to open is the one in front.
  child.stderr.on('data', (text) => process.stderr.write(String(text).replaceAll(service, address)))
  process.on('exit', () => child.kill())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit())
}

const startConsole = ({ httpServer }: ViteDevServer) =>
  createServer({
    ...consoleConfig,
    optimizeDeps,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: httpServer! } },
  })

/** Waits for a service that is just starting. */
async function ask(url: string, cookie: string, tries = 100): Promise<Response> {
  try {
    return await fetch(service + url, { headers: { cookie }, redirect: 'manual' })
  } catch (error) {
    if (tries === 0) throw error
    await wait(100)
    return ask(url, cookie, tries - 1)
  }
}

/** Vite puts the base of the console before every address. */
const staffPage = async (vite: ViteDevServer, url: string) =>
  (await vite.transformIndexHtml(url, consolePage({ script: `/${script}` }))).replace(
    '/console/media/',
    '/media/',
  )

/** The service says what is on the page, the sources how it looks. Undefined where it is no page of the patient client. */
async function patientPage(vite: ViteDevServer, { url = '/', headers }: IncomingMessage) {
  const { cookie = '' } = headers
  const answer = await ask(url, cookie)
  const site = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(await answer.text())?.[1]
  if (!site) return undefined
  const { renderPage } = await vite.ssrLoadModule('/src/server.tsx')
  return vite.transformIndexHtml(url, renderPage(url.split('?')[0], cookie, JSON.parse(site)))
}

watchService()
const patient = await createServer({
  ...patientConfig,
  plugins: [
    ...patientConfig.plugins,
    {
      name: 'pages',
      async configureServer(vite) {
        const staff = await startConsole(vite)
        vite.middlewares.use(async (request, response, next) => {
          const { url = '/', headers } = request
          const isPage = headers.accept?.includes('text/html')
          const isStaff = url.startsWith('/console/')
          if (isStaff && !isPage) return staff.middlewares(request, response, next)
          if (!isPage) return next()
          try {
            const page = await (isStaff ? staffPage(staff, url) : patientPage(vite, request))
            if (!page) return next()
            response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
          } catch (error) {
            next(error)
          }
        })
      },
    },
  ],
  define: { ASSETS: { script, imports: [], screens: {}, style: '', styleHash: '' } },
  optimizeDeps,
  appType: 'custom',
  ssr: { noExternal: true },
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: { '^/(?!@|src/|node_modules/)': service },
  },
})
await patient.listen()
