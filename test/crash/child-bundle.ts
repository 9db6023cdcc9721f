/** The program of the process that dies, as one file: a process per point loads it in a third of the time of its modules. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Packages that load a file of their own by its path. */
const native = ['better-sqlite3', 'koffi', '@napi-rs/canvas', 'keytar']

export interface ChildBundle {
  readonly program: string
  remove(): void
}

/** Bundles child.ts below out/, from where the packages and resources of the project are found. */
export async function bundleChild(): Promise<ChildBundle> {
  const parent = join(root, 'out', 'test')
  mkdirSync(parent, { recursive: true })
  const outDir = mkdtempSync(join(parent, 'crash-child-'))
  await build({
    ...{ root, configFile: false, logLevel: 'warn', publicDir: false },
    resolve: { conditions: ['node'] },
    ssr: { noExternal: true, external: native },
    build: { outDir, ssr: 'test/crash/child.ts', target: 'node24', minify: false },
  })
  return {
    program: join(outDir, 'child.js'),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  }
}
