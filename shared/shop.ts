/**
 * The shop as its receipts name it: the header that every slip begins with and the words that it ends with. Every length
 * is bounded here, so that no header can fill the paper. Kept in the settings; a field that is empty has no line.
 */
import * as z from 'zod'

/** A line of the header: what fits a few lines of the narrowest paper. */
const lineMaxCharacters = 80
/** The identifiers of Algerian trade are at most 20 digits; some shops write them in groups. */
const identifierMaxCharacters = 30
const addressMaxLines = 4
const phonesMaxCount = 4
export const footerMaxCharacters = 200

/** The widest head there is on 58 mm, and a height that leaves the slip its length: 24 mm. */
export const logoMaxDots = { width: 384, height: 192 } as const

const bytesOf = (widthDots: number, heightDots: number) => (widthDots / 8) * heightDots

/** A picture in black and white as a thermal head prints it: rows of whole bytes, most significant bit leftmost, 1 is black. */
export const logoSchema = z
  .object({
    widthDots: z.int().min(8).max(logoMaxDots.width).multipleOf(8),
    heightDots: z.int().min(1).max(logoMaxDots.height),
    bits: z.base64(),
  })
  .refine(
    ({ widthDots, heightDots, bits }) => bits.length === Math.ceil(bytesOf(widthDots, heightDots) / 3) * 4,
    'not as many dots as the logo is large',
  )
export type Logo = z.infer<typeof logoSchema>

const line = z.string().max(lineMaxCharacters)
const identifier = z.string().max(identifierMaxCharacters)

export const shopSchema = z.object({
  name: line,
  address: z.array(line).max(addressMaxLines),
  phones: z.array(identifier).max(phonesMaxCount),
  /** Registre du commerce, numéro d'identification fiscale, numéro d'identification statistique, article d'imposition. */
  rc: identifier,
  nif: identifier,
  nis: identifier,
  ai: identifier,
  logo: logoSchema.nullable(),
  footer: z.string().max(footerMaxCharacters),
})
export type Shop = z.infer<typeof shopSchema>

export const emptyShop: Shop = {
  name: '',
  address: [],
  phones: [],
  rc: '',
  nif: '',
  nis: '',
  ai: '',
  logo: null,
  footer: '',
}
