/**
 * Where the two hosts are. The key goes out only to an address that cannot be listened to: https, or this machine
 * itself, where the training service lives.
 */
import type { ServiceHost } from '#shared/service-errors.ts'

export type Address =
  | { readonly ok: true; readonly origin: string; readonly prefix: string }
  | { readonly ok: false; readonly reason: 'bad-address' | 'insecure-address' }

export type Addresses = Readonly<Record<ServiceHost, Address>>

const loopback = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/

/** Reads a base address such as `https://host` or `https://host/prefix`. */
export function readAddress(text: string): Address {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return { ok: false, reason: 'bad-address' }
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))
  if (!secure) return { ok: false, reason: 'insecure-address' }
  return { ok: true, origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}
