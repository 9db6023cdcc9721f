/**
 * `comptoir://counter/…` and `comptoir://display/…`: the only origins the windows know. Both are served the built renderer
 * from its folder, each its own page; the counter's the core's own pages under /slip/, /receipt/, /recovery/, /print/,
 * /paper/ and /report/ besides.
 *
 * Invariant: nothing outside the renderer's folder is ever read, every answer carries the strict policy below, and what
 * is not known is 404.
 */
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'
import { pageOfRole, type WindowRole } from './web-rules.ts'

const scheme = 'comptoir'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
}

export interface AppPage {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
}

/** Must run before Electron is ready: the scheme becomes a secure origin with paths, as https is. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true }
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }])
}

/** Begins to answer. `readPage` is the core's: undefined where it has no page at that path. */
export function serveApp(options: {
  readonly rendererDir: string
  readonly readPage: (path: string) => AppPage | undefined
}): void {
  protocol.handle(scheme, async (request) => {
    const page = await findPage(request, options)
    return toResponse(page ?? { status: 404, contentType: 'text/plain; charset=utf-8', body: 'Not found' })
  })
}

async function findPage(
  request: Request,
  { rendererDir, readPage }: Parameters<typeof serveApp>[0],
): Promise<AppPage | undefined> {
  const url = new URL(request.url)
  const { host, pathname } = url
  if (!isRole(host) || request.method !== 'GET') return undefined
  if (/^\/(slip|receipt|recovery|print|paper|report)\//.test(pathname))
    return host === 'counter' ? readPage(pathname) : undefined
  const path = pathname === '/' ? pageOfRole[host] : pathname
  return isPageOfOthers(path, host) ? undefined : readBuiltFile(rendererDir, path)
}

/** A host is named as the role of its window. */
const isRole = (host: string): host is WindowRole => Object.hasOwn(pageOfRole, host)

const isPageOfOthers = (path: string, role: WindowRole): boolean =>
  extname(path) === '.html' && path !== pageOfRole[role]

/** A file of the built renderer, or undefined for any path that is not plainly one. */
async function readBuiltFile(folder: string, pathname: string): Promise<AppPage | undefined> {
  const asked = decode(pathname)
  if (asked === undefined || /[\\\0:]/.test(asked)) return undefined
  const path = normalize(join(folder, asked))
  const contentType = contentTypes[extname(path)]
  if (!path.startsWith(normalize(folder) + sep) || contentType === undefined) return undefined
  const body = await readFile(path).catch(() => undefined)
  return body && { status: 200, contentType, body }
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

function toResponse(page: AppPage): Response {
  const body = typeof page.body === 'string' ? page.body : new Uint8Array(page.body)
  return new Response(body, {
    status: page.status,
    headers: {
      'Content-Type': page.contentType,
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
  })
}
