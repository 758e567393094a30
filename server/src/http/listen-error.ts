import { StartError } from '../start-error.ts'

/** Why the service cannot listen, by the variable that has to be changed. */
export function listenError(
  error: unknown,
  { host, port, variable }: { host: string; port: number; variable: 'PORT' | 'METRICS_PORT' },
): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return new StartError(
      `端口 ${port} 已被占用，请停掉占用它的程序，或用 ${variable} 换一个 · the port is in use`,
    )
  }
  if (code === 'EACCES') {
    return new StartError(`${variable} ${port} 没有权限使用 · permission denied, ports below 1024 need it`)
  }
  if (code === 'EADDRNOTAVAIL') {
    return new StartError(`HOST ${host} 不是本机的地址 · is not an address of this machine`)
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartError(`HOST ${host} 无法解析为地址 · cannot be resolved to an address`)
  }
  return error
}
