/**
 * The failing disk of fail-nth.c, as the tests use it: made by the machine's own C compiler, loaded into a child process,
 * and controlled through a page of memory that both share. Free of the test runner, for the child.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** In the order of `enum kind`. */
const kinds = [
  'open',
  'create',
  'read',
  'write',
  'sync',
  'truncate',
  'rename',
  'link',
  'unlink',
  'mkdir',
] as const
type Kind = (typeof kinds)[number]
/** In the order of `enum owner`: whose file it is. */
const owners = ['foreign', 'wal', 'database', 'beside'] as const
type Owner = (typeof owners)[number]

/** What breaks, and which operations it can break: a disk without room is still read, and forgets without help. */
export const troubles = {
  'bad sectors': { error: constants.errno.EIO, kinds: ['read'] },
  'I/O error': { error: constants.errno.EIO, kinds },
  'disk full': {
    error: constants.errno.ENOSPC,
    kinds: ['create', 'write', 'sync', 'truncate', 'rename', 'link', 'mkdir'],
  },
} as const satisfies Record<string, { readonly error: number; readonly kinds: readonly Kind[] }>
export type Trouble = keyof typeof troubles

/** Once, or from then on until the disk is mended. */
export type Lasting = 'once' | 'for good'

export interface Struck {
  /** How many operations failed. */
  readonly count: number
  /** What the first of them was, and on whose file: 'sync wal'. */
  readonly first: string
}

export type Syncs = Readonly<Record<Owner, number>>

export interface FailingDisk {
  /** Counts from here on what goes to files below `folder`, and fails the n-th of it. */
  fail(n: number, how: { readonly trouble: Trouble; readonly lasting: Lasting }): void
  /** Nothing fails any more; answers what did. */
  mend(): Struck
  /** The fsyncs and fdatasyncs since the folder was chosen, by whose file it was. */
  syncs(): Syncs
  /** Looks at this folder and no other; forgets what was counted. */
  watch(folder: string): void
}

const NUMBER_BYTES = 8
const FOLDER_BYTES = 512
/** The places of struct control, in numbers of eight bytes. */
const places = { kinds: 0, failAt: 1, struck: 5, syncs: 8, folder: 8 + owners.length } as const
const CONTROL_BYTES = places.folder * NUMBER_BYTES + FOLDER_BYTES

export const variableName = 'FAIL_NTH_CONTROL'

/** Makes the library in `folder`; its path, or why this machine cannot have it. */
export function makeShim(folder: string): { readonly library: string } | { readonly why: string } {
  if (process.platform !== 'linux') return { why: 'the failing disk stands before the C library of Linux' }
  const library = join(folder, 'fail-nth.so')
  const source = fileURLToPath(new URL('fail-nth.c', import.meta.url))
  const made = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  })
  if (made.error) return { why: 'there is no C compiler on this machine' }
  if (made.status !== 0) throw new Error(made.stderr)
  return { library }
}

/** The environment of a child whose disk can be made to fail. The control file is made in `folder` under this name. */
export function failingEnvironment(library: string, folder: string, name: string): NodeJS.ProcessEnv {
  const control = join(folder, `${name}.control`)
  writeFileSync(control, Buffer.alloc(CONTROL_BYTES))
  return { ...process.env, LD_PRELOAD: library, [variableName]: control }
}

/** The disk of this process, which was started with `failingEnvironment`. */
export function openFailingDisk(): FailingDisk {
  const file = openSync(process.env[variableName] ?? '', 'r+')
  process.once('exit', () => closeSync(file))
  const write = (place: number, ...numbers: readonly number[]) => {
    const bytes = Buffer.alloc(numbers.length * NUMBER_BYTES)
    for (const [index, number] of numbers.entries()) {
      bytes.writeBigInt64LE(BigInt(number), index * NUMBER_BYTES)
    }
    writeSync(file, bytes, 0, bytes.length, place * NUMBER_BYTES)
  }
  const read = (place: number, count: number): readonly number[] => {
    const bytes = Buffer.alloc(count * NUMBER_BYTES)
    readSync(file, bytes, 0, bytes.length, place * NUMBER_BYTES)
    return Array.from({ length: count }, (_, index) => Number(bytes.readBigInt64LE(index * NUMBER_BYTES)))
  }
  return {
    fail(n, { trouble, lasting }) {
      const { error, kinds: able } = troubles[trouble]
      const mask = able.reduce((bits, kind) => bits | (1 << kinds.indexOf(kind)), 0)
      write(places.kinds, mask, n, error, lasting === 'for good' ? 1 : 0, 0, 0, 0, 0)
    },
    mend() {
      write(places.failAt, 0)
      const [count = 0, kind = 0, owner = 0] = read(places.struck, 3)
      return { count, first: count === 0 ? '' : `${kinds[kind]} ${owners[owner]}` }
    },
    syncs() {
      const counted = read(places.syncs, owners.length)
      return {
        foreign: 0,
        wal: counted[1] ?? 0,
        database: counted[2] ?? 0,
        beside: counted[3] ?? 0,
      }
    },
    watch(folder) {
      const path = Buffer.alloc(FOLDER_BYTES)
      path.write(folder)
      write(0, ...Array.from({ length: places.folder }, () => 0))
      writeSync(file, path, 0, FOLDER_BYTES, places.folder * NUMBER_BYTES)
    },
  }
}
