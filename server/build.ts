import { build } from 'vite'

// The program in a few files: to find and link a thousand takes longer than all else of a start.
await build({
  configFile: false,
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    outDir: 'dist',
    ssr: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: {
        program: 'src/program.ts',
        writer: 'src/db/sqlite/writer.ts',
        report: 'src/db/sqlite/report.ts',
      },
      // Only where someone has it.
      external: ['pg-native'],
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
})
