import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { wait } from '../load.ts'
import { temporaryFolder, type Scene } from '../drill.ts'

function command(program: string, ...args: string[]) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr?.trim() || error}`)
}

/** A process that was just ended may hold it for a moment. */
async function unmount(folder: string) {
  for (let tries = 0; tries < 40; tries++) {
    if (spawnSync('umount', [folder]).status === 0) return
    await wait(50)
  }
  command('umount', '--lazy', folder)
}

/** Says why something cannot be done on this machine, having tried it. */
export function whyNot(attempt: (folder: string) => void): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount'
  const folder = temporaryFolder()
  try {
    attempt(folder)
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

const mountMemory = (folder: string, megabytes: number) =>
  command('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)

export const unableToMountMemory = () => whyNot((folder) => mountMemory(folder, 1))

/** Puts the data folder of the scene on a small disk; answers where it is. */
export function onSmallDisk(scene: Scene, megabytes: number): string {
  const folder = join(scene.folder, 'small')
  mkdirSync(folder)
  mountMemory(folder, megabytes)
  scene.onEnd(() => unmount(folder))
  scene.env['DATA_DIR'] = join(folder, 'data')
  return folder
}

function makeImage(image: string, megabytes: number) {
  command('truncate', '--size', `${megabytes}M`, image)
  command('mkfs.ext4', '-q', '-F', image)
}

// EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: from here on nothing reaches the disk, not even the journal.
const shutDown =
  'import fcntl, os, sys; fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587d, b"\\2\\0\\0\\0")'
const cutOff = (folder: string) => command('python3', '-c', shutDown, folder)

export const unableToCut = () =>
  whyNot((folder) => {
    const image = `${folder}.img`
    try {
      makeImage(image, 8)
      command('mount', '-o', 'loop', image, folder)
      cutOff(folder)
    } finally {
      spawnSync('umount', [folder])
      rmSync(image, { force: true })
    }
  })

/** Puts the data folder of the scene on a disk whose power can be cut. */
export function onOwnDisk(scene: Scene) {
  const folder = join(scene.folder, 'disk')
  const image = `${folder}.img`
  mkdirSync(folder)
  makeImage(image, 256)
  // The loop device goes with the mount.
  const mount = () => command('mount', '-o', 'loop', image, folder)
  mount()
  scene.onEnd(() => unmount(folder))
  scene.env['DATA_DIR'] = join(folder, 'data')
  return {
    cut: () => cutOff(folder),
    /** Power is back: what the journal holds is recovered. */
    async restore() {
      await unmount(folder)
      mount()
    },
  }
}
