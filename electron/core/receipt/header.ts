/** The shop's header as it stands on paper: what the shop has not given has no line. Words from outside are cleaned here. */
import type { Shop } from '#shared/shop.ts'
import { cleanText } from './clean-text.ts'
import type { ShopHeader } from './document.ts'

/** By these letters every trader's papers name them, in French and in Arabic alike. */
const identifiers = { rc: 'RC', nif: 'NIF', nis: 'NIS', ai: 'AI' } as const

export function headerOf(shop: Shop): ShopHeader {
  return {
    name: cleanText(shop.name),
    logo: shop.logo,
    lines: [
      ...shop.address.map(cleanText),
      // The digits of a number keep together, and one number reads from left to right even among Arabic words.
      shop.phones.map(keptTogether).filter(isGiven).join(' · '),
      ...identifierLines(shop),
    ].filter(isGiven),
  }
}

const isGiven = (text: string): boolean => text !== ''

const keptTogether = (text: string): string => cleanText(text).replaceAll(' ', '\u00a0')

const identifierLines = (shop: Shop): readonly string[] =>
  (['rc', 'nif', 'nis', 'ai'] as const)
    .filter((name) => cleanText(shop[name]) !== '')
    .map((name) => `${identifiers[name]} ${keptTogether(shop[name])}`)
