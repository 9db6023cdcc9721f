/** What follows a confirmation, what closes the counter, and what stands over or beside the sale in hand. */
import { journalProblems } from '#shared/app-error.ts'
import type { JournalDoubt } from '#shared/journal-doubt.ts'
import { centimes, zeroCentimes } from '#shared/money.ts'
import { notices } from '#shared/notices.ts'
import { receiptVerdicts } from '#shared/receipt-proof.ts'
import { emptyShop } from '#shared/shop.ts'
import { defaultSettings, type SaleView, type StatusView } from '#shared/views.ts'
import { saleOf } from '../support/bridge.ts'
import { refNumber } from '../support/refs.ts'
import { accounts, backups, finding, heldVersion, oldVersion, rehearsal } from './care-views.ts'
import { ok, refused, type Scene, scene } from './scene.ts'
import { sellAnswers, sellKeys } from './selling-scenes.ts'
import { busyDay, candidates, cardViews, longShopName, nowMs, offers, orders, saleIn } from './views.ts'

/** One that is uncertain is not beside its review, which would warn of it as of another sale. */
const outcome = (name: string, sale: SaleView, sales = [sale]): Scene =>
  scene(`outcome-${name}`, {
    sales,
    answers: { ...sellAnswers, 'sale.confirm': ok(sale) },
    ...{ keys: sellKeys, shows: '[data-testid="outcome"]' },
  })

const refundMessage = 'تعذّر تنفيذ التعبئة: العرض لا يوافق هذا الرقم، يرجى اختيار عرض آخر'
const twoCards = saleIn('fulfilled', orders.cards, { cards: cardViews(2), deliveredCount: 2 })
const oneLacks = { ...twoCards, incomplete: true, cards: cardViews(1) }
const outcomeScenes = [
  outcome('sending', saleIn('sending')),
  outcome('in-doubt', saleIn('in-doubt', orders.cards)),
  outcome('several-found', saleIn('in-doubt', orders.cards, { candidates, decidable: true })),
  outcome('unsent', saleIn('unsent', orders.mobile, { reason: 'connect-failed' })),
  outcome('not-found', saleIn('unsent', orders.mobile, { attempts: 2, reason: 'not-found' }), []),
  outcome('not-found-cards', saleIn('unsent', orders.cards, { reason: 'not-found' })),
  outcome(
    'not-found-answered',
    saleIn('unsent', orders.bill, { reason: 'not-found', lastRefusal: 'BILL_ALREADY_PAID' }),
  ),
  outcome('handling', saleIn('handling')),
  outcome('queued', saleIn('queued', orders.internet)),
  outcome('unknown', saleIn('unknown'), []),
  outcome('fulfilled', saleIn('fulfilled', orders.mobile, { transactionNumber: '20261120140512345678' })),
  outcome(
    'fulfilled-cards',
    saleIn('fulfilled', orders.cards, { cards: cardViews(100), deliveredCount: 100 }),
  ),
  scene('outcome-codes-unshown', {
    sales: [twoCards],
    answers: { ...sellAnswers, 'sale.confirm': ok(twoCards) },
    ...{ keys: [...sellKeys, 'click .step-foot .button'], shows: '[data-testid="codes-unshown"]' },
  }),
  scene('outcome-codes-typed', {
    sales: [twoCards],
    answers: { ...sellAnswers, 'sale.confirm': ok(twoCards) },
    ...{ keys: [...sellKeys, '0', '6', '6', '1'], shows: '.step-foot input' },
  }),
  scene('outcome-codes-shown', {
    sales: [twoCards],
    answers: {
      ...{ ...sellAnswers, 'sale.confirm': ok(twoCards) },
      'sale.reveal-cards': ok({
        cards: ['ABCD-EFGH-IJKL-MNOP', 'QRST-UVWX-YZ12-3456'].map((code) => ({
          ...{ kind: 'open', code, serial: '9876543210123456' },
        })),
      }),
    },
    ...{
      keys: [...sellKeys, 'click [data-testid="show-codes"]'],
      shows: '.code-list li:last-child .code-open',
    },
  }),
  scene('note-late-codes', {
    sales: [oneLacks],
    heard: [{ kind: 'sale-changed', sale: { ...twoCards, changedAtMs: nowMs }, restCame: true }],
    shows: '.sale-note',
  }),
  outcome('incomplete', saleIn('fulfilled', orders.cards, { incomplete: true, cards: cardViews(3) })),
  outcome('partly', saleIn('partly-fulfilled', orders.cards, { deliveredCount: 40, cards: cardViews(40) })),
  outcome('partly-uncounted', saleIn('partly-fulfilled', orders.cards)),
  outcome('owed-more', saleIn('refunded', orders.internet, { givenBeforeCentimes: centimes(30_000) })),
  outcome('partly-settled', saleIn('partly-fulfilled', orders.cards, { countedPartCentimes: zeroCentimes })),
  outcome('refunded', saleIn('refunded', orders.mobile, { offers, refundMessage })),
  outcome('menu', saleIn('refunded', orders.menu, { offers })),
  outcome('refunded-internet', saleIn('refunded', orders.internet)),
  outcome('refused', saleIn('refused', orders.bill, { reason: 'BILL_ALREADY_PAID' })),
  outcome('cancelled', saleIn('cancelled')),
  outcome('surfaced', saleIn('handling', orders.mobile, { givenUp: true })),
  outcome('delivered-after-all', saleIn('fulfilled', orders.mobile, { givenUp: true })),
]

type Why = Extract<StatusView['selling'], { open: false }>['why']
const whys = [
  ...([
    'connecting',
    'offline',
    'maintenance',
    'busy',
    'service-fails',
    'key-refused',
    'read-only-key',
    'other-account',
    'addresses-changed',
  ] as const),
  ...(['address-refused', 'blocked', 'profile', 'journal'] as const),
] satisfies readonly Why[]

const closed = (why: Why): Partial<StatusView> => ({
  environment: 'production',
  connection: why === 'connecting' ? 'connecting' : why === 'offline' ? 'offline' : 'online',
  selling: {
    ...{
      open: false,
      why,
      detail: 'api-profile.json, line 12: paths.paylink must be a path that begins with /',
    },
    ...(why === 'key-refused'
      ? { attemptsLeft: 3, nextCheck: { kind: 'later', fromMs: nowMs + 900_000 } }
      : {}),
    ...(why === 'address-refused' ? { address: '2001:db8:85a3::8a2e:370:7334' } : {}),
  },
})

const anchoredAtMs = nowMs - 7_200_000
const doubts = [
  ['older', { problem: 'older', anchoredAtMs, missingEntries: 128, isAccepted: false }],
  ['comparing', { problem: 'older', anchoredAtMs, isAccepted: true }],
  ['unwitnessed', { problem: 'unwitnessed', anchoredAtMs, isAccepted: false }],
  ['other', { problem: 'other', anchoredAtMs, isAccepted: false }],
  [
    'moved',
    {
      ...{ problem: 'moved', anchoredAtMs, isAccepted: false },
      otherFolder: 'C:\\Users\\caisse\\AppData\\Roaming\\Comptoir\\journal',
    },
  ],
] as const satisfies readonly (readonly [string, JournalDoubt])[]

const closedScenes = [
  ...whys.map((why) => scene(`closed-${why}`, { status: closed(why), sales: busyDay, shows: '.closed' })),
  ...doubts.map(([name, doubt]) =>
    scene(`journal-doubt-${name}`, {
      status: { ...closed('journal-doubted'), journal: { kind: 'open', doubt } },
      sales: busyDay,
      shows: '[data-testid="journal-doubt"]',
    }),
  ),
  ...journalProblems.map((problem) =>
    scene(`journal-${problem}`, {
      status: {
        journal: {
          ...{
            kind: 'closed',
            problem,
            detail: 'SQLITE_CORRUPT: database disk image is malformed, entry 12 345',
          },
          ...(problem === 'older-copy' ? { missingEntries: 11 } : {}),
          ...(problem === 'not-migrated' ? { opensWith: '1.12.0' } : {}),
        },
      },
      answers: { 'journal.backups': ok({ backups: [...backups] }), 'journal.rehearse': ok(rehearsal) },
      keys: problem === 'older-copy' ? ['click .backup-row'] : [],
      shows: '.full-screen',
    }),
  ),
]

const account = { 'accounts.list': ok({ accounts: [...accounts] }) }
const accountKeys = ['click [data-testid="accounts"]']
const keyKeys = [...accountKeys, 'click [data-testid="add-account"]']
const addressKeys = [...keyKeys, 'click [data-testid="addresses"]']
const open = (place: number) => [...accountKeys, `click .account-row:nth-child(2) .button >> nth=${place}`]

const accountScenes = [
  scene('accounts-list', { answers: account, keys: accountKeys, shows: '.account-row' }),
  scene('accounts-addresses', { answers: account, keys: addressKeys, shows: '[data-place="addresses"]' }),
  scene('accounts-key', { answers: account, keys: keyKeys, shows: '[data-place="key"]' }),
  scene('accounts-key-refused', {
    answers: {
      ...account,
      'accounts.check-key': { ok: false, error: { kind: 'account', problem: 'no-key' } },
    },
    ...{ keys: [...keyKeys, 'click [data-testid="paste"]'], shows: '[data-place="key"] .note' },
  }),
  scene('accounts-finding', {
    answers: { ...account, 'accounts.check-key': ok(finding) },
    ...{ keys: [...keyKeys, 'click [data-testid="paste"]'], shows: '[data-place="finding"]' },
  }),
  scene('accounts-switch', { answers: account, keys: open(0), shows: '[data-place="switch"]' }),
  scene('accounts-remove', { answers: account, keys: open(2), shows: '[data-place="remove"]' }),
  scene('accounts-recovery', {
    answers: account,
    ...{ keys: [...accountKeys, 'click [data-testid="recovery"]'], shows: '[data-place="recovery"]' },
  }),
]

const undecided = { decidable: true, reason: 'unknown-word', serviceId: '66f0c9a1b2c3d4e5f6a7b8c9' } as const
const byDecision = {
  ...{ end: 'refunded' as const, who: 'Samira Benabdallah', saw: 'Leur n° 66f0c9a1b2c3, « annulée »' },
  ...{ why: 'Le service l’a dit au téléphone', atMs: nowMs, isOverruled: false },
}

const saidPartly = { ...byDecision, end: 'partly-delivered' as const, count: 40 }

const saleDialog = (name: string, ...sales: [SaleView, ...SaleView[]]): Scene =>
  scene(`sale-${name}`, {
    sales,
    answers: { 'sale.reveal-cards': refused('NOT_FOUND') },
    ...{ keys: ['click .sale-row'], shows: '[data-testid="sale-detail"]' },
  })

/** What a scanner types of a signed slip. */
const scannedReceipt = {
  ref: refNumber(1),
  amountCentimes: 205_000,
  state: 'SOLD',
  madeAtMs: nowMs - 3_600_000,
}
const scannedText = `C1.${scannedReceipt.ref}.205000.SOLD.1795179900.${'0123456789ABCDEF.'.repeat(2)}${'Z'.repeat(103)}`

const dialogScenes = [
  scene('help', { keys: ['?'], shows: '[role="dialog"]' }),
  scene('help-outside-training', {
    status: { environment: 'production' },
    keys: ['?'],
    shows: '[role="dialog"]',
  }),
  scene('settings', {
    settings: { shop: { ...emptyShop, name: longShopName } },
    keys: ['F10'],
    shows: '[data-testid="settings-dialog"]',
  }),
  scene('settings-slips', {
    settings: { slip: { ...defaultSettings.slip, isProven: true, claimDays: 30 } },
    ...{ keys: ['F10', 'click [data-setting="slip"] .segments-label:last-of-type'] },
    shows: '[data-testid="settings-dialog"]',
  }),
  ...receiptVerdicts.map((verdict) =>
    scene(`receipt-${verdict}`, {
      answers: { 'receipt.check': ok({ ...scannedReceipt, verdict }) },
      ...{ keys: ['Control+f', scannedText], shows: '[data-testid="receipt-verdict"]' },
    }),
  ),
  ...Object.entries({ held: heldVersion, old: oldVersion }).map(([name, view]) =>
    scene(`versions-${name}`, {
      answers: { 'updates.state': ok(view), 'updates.look': ok(view) },
      keys: ['F10', 'click [data-testid="versions-look"]', 'scroll [data-testid="versions"]'],
      shows: '[data-testid="versions"]',
    }),
  ),
  scene('backups', {
    answers: { 'journal.backups': ok({ backups: [...backups] }), 'journal.rehearse': ok(rehearsal) },
    ...{ keys: ['click [data-testid="journal"]', 'click .backup-row'], shows: '.trial' },
  }),
  saleDialog('mobile', saleIn('refunded', orders.mobile, { offers, refundMessage })),
  saleDialog('cards', saleIn('fulfilled', orders.cards, { cards: cardViews(12), deliveredCount: 12 })),
  saleDialog('bill', saleIn('handling', orders.bill)),
  saleDialog('choice', saleIn('in-doubt', orders.cards, { candidates, decidable: true })),
  saleDialog(
    'undecided',
    saleIn('unknown', orders.mobile, { ...undecided, serverStatus: 'CANCELLED' }),
    saleIn('handling', orders.mobile, {}, 2),
  ),
  saleDialog('undecided-doubt', saleIn('in-doubt', orders.cards, { ...undecided, reason: 'path-unproven' })),
  saleDialog('decided-partly', saleIn('partly-fulfilled', orders.cards, { byDecision: saidPartly })),
  saleDialog('decided', saleIn('refunded', orders.mobile, { byDecision })),
  saleDialog('unsent', saleIn('unsent', orders.internet)),
]

const news = busyDay.filter(({ phase }) =>
  ['refunded', 'partly-fulfilled', 'refused', 'queued'].includes(phase),
)
const everywhere = { environment: 'sandbox', account: { username: '0550123456' } } as const
const manySales = Array.from({ length: 200 }, (_, place) => ({
  ...saleIn(place % 3 === 0 ? 'handling' : 'fulfilled', orders.mobile, {}, 1 + (place % 60)),
  ref: saleOf(2_000 + place).ref,
}))

const otherScenes = [
  scene('loading', { answers: { 'app.snapshot': 'never' }, shows: '[aria-busy="true"]' }),
  scene('broken', {
    answers: { 'app.snapshot': { ok: false, error: { kind: 'internal' } } },
    shows: '[data-testid="broken"]',
  }),
  scene('empty', { shows: '.sales-panel .empty' }),
  scene('busy-day', { sales: busyDay, shows: '.sale-row' }),
  scene('very-busy-day', { sales: manySales, shows: '.sale-row' }),
  scene('notices', { status: { ...everywhere, notices: [...notices] }, shows: '.notices' }),
  scene('notices-unfolded', {
    status: { ...everywhere, notices: [...notices] },
    ...{ keys: ['click [data-testid="notices-fold"]'], shows: '[data-notice="update-ready"]' },
  }),
  scene('notes', { sales: news.map((sale) => ({ ...sale, changedAtMs: nowMs + 1 })), shows: '.notes' }),
  scene('crowded', {
    sales: [
      saleIn('unsent', orders.mobile, { reason: 'not-found' }, 13),
      ...busyDay.map((sale) =>
        sale.phase === 'refunded' || sale.phase === 'refused' ? { ...sale, changedAtMs: nowMs + 1 } : sale,
      ),
    ],
    shows: '[data-testid="notes-fold"]',
  }),
  scene('nothing-found', { sales: busyDay, keys: ['Control+f', '999999'], shows: '.sales-panel .empty' }),
  scene('production', {
    status: { ...everywhere, environment: 'production', balance: null },
    shows: '.status-bar',
  }),
  scene('settings-not-kept', {
    answers: {
      'settings.update': {
        ok: false,
        error: { kind: 'journal', problem: 'disk-full', detail: 'SQLITE_FULL' },
      },
    },
    ...{ sales: busyDay, keys: ['click .recents-hide'], shows: '.notes' },
  }),
]

export const otherViewScenes: readonly Scene[] = [
  ...outcomeScenes,
  ...closedScenes,
  ...accountScenes,
  ...dialogScenes,
  ...otherScenes,
]
