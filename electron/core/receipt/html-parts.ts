/** The pieces of a page that slips and sheets share: words in each language, lines, the header, the marks, codes. */
import { type Logo, logoMaxDots } from '#shared/shop.ts'
import { bitmapOfBits, centredOn } from './bitmap.ts'
import { figureOf } from './blocks.ts'
import { barcodePicture, qrOf } from './codes.ts'
import type { SlipAmountLine, SlipDocument, SlipLine, SlipTextLine, Wording } from './document.ts'
import { type Html, html, nothing } from './markup.ts'
import { renderBitmap } from './svg.ts'

export const directionOf = (language: string): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr')

/** At the head and at the foot: a slip that is torn in two is still marked. */
export const renderMark = (mark: Wording | null): Html =>
  mark ? html`<p class="mark">${renderWording(mark)}</p>` : nothing

export const renderWording = (wording: Wording): readonly Html[] =>
  wording.map(
    ({ language, text }) => html`<span lang="${language}" dir="${directionOf(language)}">${text}</span>`,
  )

export const renderLabels = (wording: Wording): readonly Html[] =>
  wording.map(
    ({ language, text }) => html`<dt lang="${language}" dir="${directionOf(language)}">${text}</dt>`,
  )

export const renderShop = ({ shop }: Pick<SlipDocument, 'shop'>): readonly Html[] => [
  renderLogo(shop.logo),
  shop.name === ''
    ? nothing
    : html`<p class="shop"><bdi>${shop.name}</bdi></p>
`,
  ...shop.lines.map(
    (line) => html`<p class="shop-line"><bdi>${line}</bdi></p>
`,
  ),
]

/** In the middle of a picture as wide as the page's logo may be, so that it is as large as on paper. */
function renderLogo(logo: Logo | null): Html {
  const picture = logo && centredOn(logoMaxDots.width, bitmapOfBits(logo))
  return picture ? renderBitmap(picture, 'logo') : nothing
}

export const renderFooter = (footer: string): Html =>
  footer === ''
    ? nothing
    : html`<p class="farewell"><bdi>${footer}</bdi></p>
`

export function renderLine(line: SlipLine, currency: Wording): Html {
  const value = line.kind === 'amount' ? renderAmount(line, currency) : renderText(line)
  return html`<div class="line line-${line.kind}">${renderLabels(line.label)}<dd>${value}</dd></div>
`
}

/** Digits and codes read left to right wherever they stand; words follow their own script. */
const renderText = (line: SlipTextLine): Html =>
  line.kind === 'text' ? html`<bdi>${line.text}</bdi>` : html`<bdi dir="ltr">${line.text}</bdi>`

function renderAmount(line: SlipAmountLine, currency: Wording): Html {
  const figure = figureOf(line.amountCentimes)
  const units = currency.map(({ language, text }) => html`\u00a0<span lang="${language}">${text}</span>`)
  return html`<span class="amount amount-${sizeOf(figure)}"><bdi dir="ltr">${figure}</bdi>${units}</span>`
}

/** The longer the figure, the smaller its type, so that the largest amount there can be stays on one line of 48 mm. */
function sizeOf(figure: string): 'large' | 'medium' | 'small' {
  if (figure.length <= 7) return 'large'
  return figure.length <= 12 ? 'medium' : 'small'
}

/** One dot for each module: the page's own size is the style's. */
export const renderQr = (text: string): Html => renderBitmap(qrOf(text, 1), 'qr')

/** The widest bars there may be on the narrowest paper. */
const BARCODE_DOTS = 384

export function renderBarcode(text: string): Html {
  const picture = barcodePicture(text, BARCODE_DOTS)
  return picture ? renderBitmap(picture, 'barcode') : nothing
}
