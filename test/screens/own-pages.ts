/** What the core serves beside the window's own pages: a real slip of whichever sale is asked for, and a biller's receipt. */
import { createCanvas } from '@napi-rs/canvas'
import { readSlipAsset, renderSlipPage } from '#core/receipt/html.ts'
import { renderSampleSlip } from '#core/slip-pages.ts'
import { parseReceiptPath } from '#shared/official-receipt.ts'
import { parseSampleSlipPath, parseSlipPath } from '#shared/slip-page.ts'
import { defaultSettings } from '#shared/views.ts'
import { storedSale } from '../support/stored-sale.ts'
import type { ReadPage } from '../support/window-page.ts'
import { longShop, nowMs } from './views.ts'

export const readOwnPage: ReadPage = (path) => {
  const asset = readSlipAsset(path)
  if (asset) return asset
  if (parseReceiptPath(path)) return { contentType: 'image/png', body: receiptPicture }
  const sample = parseSampleSlipPath(path)
  if (sample)
    return htmlOf(renderSampleSlip({ slip: { ...defaultSettings.slip, ...sample }, shop: longShop }, nowMs))
  const asked = parseSlipPath(path)
  if (!asked) return undefined
  const sale = { ...storedSale('gift-card'), ref: asked.ref }
  return renderSlipPage(sale, asked, { shop: longShop, environment: 'training', nowMs })
}

const htmlOf = (body: string) => ({ contentType: 'text/html; charset=utf-8', body })

/** As tall as a sheet of paper. */
const receiptPicture = drawReceipt()

function drawReceipt(): Buffer {
  const canvas = createCanvas(620, 877)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#1d3f72'
  for (const top of [40, 120, 150, 180, 260, 290, 320, 780]) pen.fillRect(40, top, 540, top === 40 ? 48 : 10)
  return canvas.toBuffer('image/png')
}
