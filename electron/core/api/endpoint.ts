/**
 * What an endpoint is: one row of data. Owns the way from a row and an input to the request on the wire. An input that
 * does not fit its row makes no request, so nothing half-formed ever leaves.
 */
import type * as z from 'zod'
import type { CodeOfStatus, ServiceHost } from '#shared/service-errors.ts'
import type { KeyWord } from './platform-records.ts'
import type { ApiProfile } from './profile.ts'
import type { AnswerKind } from './transport.ts'

/** What a second try of the same request would do: read again, be known by its ref, or start the work again. */
export type EndpointClass = 'read' | 'known-by-ref' | 'starts-again'

/** Of one record that is asked for: the platform's table has no code for a record that is not there. */
export const notFoundAt404: CodeOfStatus = { 404: 'NOT_FOUND' }

export interface Endpoint<Input, Value> {
  /** For logs and evidence; the same as the client's method. */
  readonly name: string
  readonly host: ServiceHost
  readonly method: 'GET' | 'POST'
  /** As the document writes it, `{name}` for what goes into it, or the profile's name for a path it does not show. */
  readonly path: string | { readonly profile: keyof ApiProfile['paths'] }
  readonly class: EndpointClass
  /** Fields that the path names go into it; the others are the query of a GET, the JSON body of a POST. */
  readonly request: z.ZodType<Input>
  /** The whole body of a success, whichever 2xx it comes with. Every other status has the error shape ("Response envelope"). */
  readonly answers: { readonly 200: z.ZodType<Value> }
  /** Where the status of a refusal speaks for a code that no table knows. */
  readonly codeOfStatus?: CodeOfStatus
  /** 'file' where 200 comes with a raw file: its schema is given an AnsweredFile. Refusals are JSON all the same. */
  readonly answerKind?: AnswerKind
  /** False where the answer speaks of something else than what was asked. */
  readonly agrees?: (asked: Input, answered: Value) => boolean
  /** Its success proves the key good, and says whose it is: lockout and binding let it through, and go by it. */
  readonly provesKey?: (answered: Value) => KeyWord
  /** False where the shop's profile leaves this request out. */
  readonly isOffered?: (asked: Input, profile: ApiProfile) => boolean
}

/** A request as it goes on the wire: path with query, and the JSON text or null. */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: string | null
}

/** Builds the request, or undefined where the input does not fit the endpoint's schema, its path or the profile. */
export function buildRequest<Input, Value>(
  endpoint: Endpoint<Input, Value>,
  input: Input,
  profile: ApiProfile,
): WireRequest | undefined {
  const parsed = endpoint.request.safeParse(input)
  if (!parsed.success || endpoint.isOffered?.(input, profile) === false) return undefined
  const fields = Object.entries(parsed.data as object).filter(([, value]) => value !== undefined)
  const template = typeof endpoint.path === 'string' ? endpoint.path : profile.paths[endpoint.path.profile]
  if (template === null) return undefined
  const inPath = fields.filter(([name]) => template.includes(`{${name}}`))
  const beside = fields.filter(([name]) => !template.includes(`{${name}}`))
  const path = fillPath(template, inPath)
  if (path === undefined) return undefined
  if (endpoint.method === 'POST') {
    return { method: 'POST', path, body: JSON.stringify(Object.fromEntries(beside)) }
  }
  if (beside.length === 0) return { method: 'GET', path, body: null }
  const query = new URLSearchParams(beside.map(([name, value]): [string, string] => [name, String(value)]))
  return { method: 'GET', path: `${path}?${query}`, body: null }
}

/** Undefined where a value cannot stand in a path, or the template asks for more than there is. */
function fillPath(template: string, fields: readonly (readonly [string, unknown])[]): string | undefined {
  const path = fields.reduce<string | undefined>((filled, [name, value]) => {
    const segment = encodeSegment(value)
    return segment === undefined ? undefined : filled?.replaceAll(`{${name}}`, () => segment)
  }, template)
  return path?.includes('{') ? undefined : path
}

/** Dots alone would climb out of the path, and half a character cannot be encoded. */
function encodeSegment(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.isWellFormed() || /^\.*$/.test(value)) return undefined
  return encodeURIComponent(value)
}
