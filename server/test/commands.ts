// Runs commands of the program, one after another as they are asked for: what a start loads is loaded once.

type Written = string | Uint8Array

class Ended extends Error {}

let runs = 0
process.on('message', async ({ env, args }: { env: Record<string, string>; args: string[] }) => {
  const said = { stdout: '', stderr: '' }
  let code: number | undefined
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (data: Written) => {
      if (code === undefined) said[name] += Buffer.from(data as string).toString()
      return true
    }
  }
  // Whoever ends a program does not expect to be asked to go on.
  process.exit = (status) => {
    code ??= Number(status ?? process.exitCode ?? 0)
    throw new Ended()
  }
  process.env = env
  process.exitCode = undefined
  process.argv = [process.execPath, 'zhenyue', ...args]
  runs += 1
  // Another address is another run of the same text.
  await import(`../src/program.ts?${runs}`)
  code ??= Number(process.exitCode ?? 0)
  process.send!({ code, ...said })
})
