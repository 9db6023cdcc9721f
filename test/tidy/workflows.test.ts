/** What the workflows start is there: a script, a spec, a file; and nothing that is unsigned is handed out. */
import { expect, test } from 'vitest'
import { listFiles, readSource } from './sources.ts'

const files = listFiles()
const workflows = files.filter((path) => /^\.github\/workflows\/.+\.yml$/.test(path))
const texts = workflows.map(readSource)
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readSource('package.json'))
const found = (pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, word = '']) => word))

test('every npm script that a workflow runs is one of ours', () => {
  const run = [...found(/\bnpm run ([\w:-]+)/g), ...found(/\bnpm (test|start)\b/g)]
  expect(run.length).toBeGreaterThan(8)
  expect(run.filter((name) => !(name in scripts))).toEqual([])
})

test('the linter of the workflows knows every kind of machine that they ask for', () => {
  const [pinned = ''] = found(/docker:\/\/rhysd\/actionlint:(\S+)/g)
  const [major = 0, minor = 0, patch = 0] = pinned.split('.').map(Number)
  // The first that knows windows-11-arm and macos-15-intel is 1.7.8.
  expect(major * 10_000 + minor * 100 + patch).toBeGreaterThanOrEqual(10_708)
})

test('every npm script starts a file that is there', () => {
  const started = Object.values(scripts).flatMap(
    (script) => script.match(/\b(test|resources)\/[\w/.-]+/g) ?? [],
  )
  expect(started.filter((path) => !files.includes(path))).toEqual([])
})

test('every spec and file that a workflow names is there', () => {
  const specs = found(/\b([\w-]+\.spec\.ts)\b/g).map((name) => `test/e2e/${name}`)
  const paths = found(/\b((?:test|resources|\.github)\/[\w/.-]+\.\w+)\b/g)
  expect(specs.length).toBeGreaterThan(0)
  expect([...specs, ...paths].filter((path) => !files.includes(path))).toEqual([])
})

/** Which package of Debian brings what a step starts, where the machine does not have it. */
const suppliers: Readonly<Record<string, string>> = {
  Xvfb: 'xvfb',
  'xvfb-run': 'xauth',
  weston: 'weston',
  'dbus-run-session': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
}

test('what a job of Linux starts beside ours is installed by that job', () => {
  const jobs = texts.flatMap((text) => text.split(/^ {2}(?=[\w-]+:$)/m).slice(1))
  const missing = jobs.flatMap((job) => {
    const installed = (job.match(/apt-get install .+/g) ?? []).join(' ').split(' ')
    const started = Object.keys(suppliers).filter((name) =>
      new RegExp(`(run: |[;|&] |=\\S+ |^ +)${name} `, 'm').test(job),
    )
    return started.filter((name) => !installed.includes(suppliers[name] ?? ''))
  })
  expect(jobs.some((job) => job.includes('xvfb-run '))).toBe(true)
  expect(missing).toEqual([])
})

test('the smoke run of Linux has a keyring that is open: without one it would wait for a password', () => {
  const steps = texts
    .flatMap((text) => text.split(/^ {6}- /m))
    .filter((step) => step.includes('npm run smoke:electron'))
  const [linux = '', others = ''] = steps
  expect(steps).toHaveLength(2)
  expect(linux).toMatch(
    /if: runner\.os == 'Linux'\n +run: dbus-run-session -- .*gnome-keyring-daemon --unlock/,
  )
  expect(others).toMatch(/if: runner\.os != 'Linux'\n +run: npm run smoke:electron\n/)
})

test('installers leave the machine of a release alone, and a release is signed', () => {
  const [text = '', versions = ''] = readSource('.github/workflows/package.yml').split('\n  versions:\n')
  // The job that signs versions begins with a release, and hands out what the other jobs had for it.
  expect(versions).toMatch(
    /^(?: {4}#.*\n)* {4}if: startsWith\(github\.ref, 'refs\/tags\/v'\)\n {4}needs: \[package, debian\]\n/,
  )
  expect(versions.match(/^ {10}path: .+$/gm)).toEqual(['          path: release', '          path: release'])
  const steps = text.split(/^ {6}- /m)
  const uploads = steps.filter((step) => step.includes('upload-artifact'))
  expect(uploads).toHaveLength(1)
  expect(uploads[0]).toMatch(/^(# .*\n\s*)?if: env\.IS_RELEASE == 'true'( && [^|\n]+)?\n/)
  // Before anything is packed: a tag that is not the version ends the job.
  const tagged = steps.findIndex((step) =>
    /if: env\.IS_RELEASE == 'true'\n.*\n? +run: node \S+\/release\.mjs tag "\$GITHUB_REF_NAME"/.test(step),
  )
  expect(tagged).toBeGreaterThan(0)
  expect(tagged).toBeLessThan(steps.findIndex((step) => step.includes('npm run dist')))
  const secret = steps.filter((step) => step.includes('secrets.'))
  expect(secret).toHaveLength(2)
  for (const step of secret) expect(step).toMatch(/^ +if: env\.IS_RELEASE == 'true'( && [^|\n]+)?\n/m)
  expect(secret.filter((step) => step.includes('npm run dist -- --release\n'))).toHaveLength(1)
  expect(readSource('electron-builder.yml')).toMatch(/^publish: null$/m)
})
