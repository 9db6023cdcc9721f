/** A kind of sale is named in its own folders alone; everything else asks the product that an order is of. */
import { expect, test } from 'vitest'
import { orderKinds } from '#shared/products/orders.ts'
import { listFiles, readSource } from './sources.ts'

/** Files beside `products/` that name a kind, or import of one, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'shared/views.ts':
    'a sale has the subscriber that the service named for its line, whatever is sold on it later',
  'electron/core/journal/migrations.ts': 'a migration never changes, whatever becomes of the kinds',
  'electron/core/journal/sales.ts': 'its queries name the rows that an index of the migrations is of',
  'electron/core/journal/entry.ts': 'entries that were written hold the subscriber of a line',
  'electron/core/api/profile.ts': 'a profile says which forms of each biller the service takes',
  'electron/core/official-receipts/receipt-service.ts':
    'an official receipt is that of a bill: no other kind has one',
  'electron/core/slip-pages.ts':
    'the slip that tries a printer is of a sample order, which has to be of some kind',
  'electron/core/status/operators.ts': 'the service reports what is down operator by operator',
  'electron/core/sale/match-context.ts':
    'it keeps whether somebody else orders with the key, which matters to orders without a ref: gift cards',
  'electron/core/sale/sale-service.ts': 'it reports the order of somebody else that was found',
}

/** The training service is the other side of the wire, with words of its own; styles draw by the attribute `data-kind`. */
const isBound = (path: string): boolean =>
  /^(shared|electron|renderer)\/.*\.tsx?$/.test(path) && !/\/products\/|^electron\/training\//.test(path)

const kind = orderKinds.join('|')

/** What names a kind: a literal in whatever quotes, a part of a message's or a command's key, a member, or a file of its own. */
const naming: readonly RegExp[] = [
  new RegExp(`(["'\`])(?<kind>${kind})\\1`, 'g'),
  new RegExp(`["'\`](?:[\\w-]+\\.)*(?<kind>${kind})\\.[\\w-]`, 'g'),
  new RegExp(`["'\`][\\w.-]+\\.(?<kind>${kind})["'\`]`, 'g'),
  new RegExp(`[\\w\\])]\\??\\.(?<kind>${kind})\\b(?![-'"\`])`, 'g'),
  new RegExp(`["'\`][^"'\`\\s]*/products/(?<kind>${kind})\\b[^"'\`\\s]*\\.tsx?["'\`]`, 'g'),
]

/** The kinds that a text names. */
const kindsIn = (text: string): readonly string[] => [
  ...new Set(naming.flatMap((form) => [...text.matchAll(form)].map(({ groups }) => groups?.['kind'] ?? ''))),
]

test('a kind of sale is named in products/ alone', () => {
  const found = listFiles().filter((path) => isBound(path) && kindsIn(readSource(path)).length > 0)
  expect(found.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})

test.each([
  ["if (sale.order.kind === 'gift-card') return", ['gift-card']],
  ['<FavouriteList kind="internet" />', ['internet']],
  ['WHERE kind = `bill`', ['bill']],
  ["selling.entries.bill.scan(text), selling.entries['gift-card']", ['gift-card', 'bill']],
  ["title: 'sell.gift-card.title', outcome: `sell.mobile.practice.`", ['gift-card', 'mobile']],
  ['<PracticeRows title="header.service.internet" />', ['internet']],
  ["import { OfferList } from '../../renderer/products/mobile/plan-list.tsx'", ['mobile']],
  ["import { recogniseBillScan } from '#shared/products/bill-account.ts'", ['bill']],
  ["import { productFlows } from '../../renderer/products/flows.ts'", []],
  ["'bills.discover', `header.service.`, billOrder, mobile, bills.billId", []],
])('in %j the kinds %j are named', (text, kinds) => {
  expect(kindsIn(text)).toEqual(kinds)
})
