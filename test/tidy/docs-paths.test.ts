/** What the documents name by its path is there: files and folders of the tree, links between documents, and a test for each claim. */
import { existsSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readSource, root } from './sources.ts'

const files = listFiles()
const documents = files.filter((path) => path.endsWith('.md'))
const names = new Set(files.map((path) => basename(path)))
const isThere = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`))

/** A path from the root that holds no word which stands for another. */
const ownPath = /`((?:electron|shared|renderer|resources|test|docs)\/[\w./-]*[\w/])`/g
/** A file by its name alone: "beside it", "there". Of the code, since the others may be of a shop or of the system. */
const bareFile = /`([\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs))`/g
const link = /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g

const found = (document: string, form: RegExp): readonly string[] =>
  [...readSource(document).matchAll(form)].map((match) => match[1] ?? '')

test('every path of the tree that a document names is there', () => {
  const missing = documents.flatMap((document) =>
    found(document, ownPath)
      // A README may name what lies below its own folder.
      .filter((path) => !isThere(path.replace(/\/$/, '')) && !isThere(join(dirname(document), path)))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
  expect(found('docs/threat-model.md', ownPath).length).toBeGreaterThan(100)
})

test('every file of code that a document names by its name alone is there', () => {
  const missing = documents.flatMap((document) =>
    found(document, bareFile)
      .filter((name) => !names.has(name))
      .map((name) => `${document}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('every link from a document to a file leads there', () => {
  const broken = documents.flatMap((document) =>
    found(document, link)
      .filter((target) => !existsSync(join(root, normalize(join(dirname(document), target)))))
      .map((target) => `${document}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every claim of the threat model names its test', () => {
  const parts = readSource('docs/threat-model.md').split(/^## /m).slice(1)
  const claims = parts.flatMap((part) => part.split(/^- /m).slice(1))
  const unproven = claims.filter(
    (claim) => !claim.startsWith('*We cannot*') && !/`test\/[\w./-]+\.(?:test|spec)\.ts`/.test(claim),
  )
  expect(unproven.map((claim) => claim.slice(0, 80))).toEqual([])
  expect(claims.length).toBeGreaterThan(40)
})
