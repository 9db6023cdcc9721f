/** Operators and plans as they are named and marked at the counter. */
import type { Operator } from '#shared/phone.ts'
import type { MobileOrder } from '#shared/products/mobile.ts'
import type { ChipFace } from '#shared/products/product.ts'
import { OwnName, Text } from '../../components/text.tsx'

const chips: Readonly<Record<Operator, ChipFace>> = {
  Mobilis: { initials: 'M', tone: 'green' },
  Djezzy: { initials: 'D', tone: 'red' },
  Ooredoo: { initials: 'O', tone: 'blue' },
}

const arabicNames: Readonly<Record<Operator, string>> = {
  Mobilis: 'موبيليس',
  Djezzy: 'جازي',
  Ooredoo: 'أوريدو',
}

export const operatorChip = (operator: Operator | null): ChipFace =>
  operator === null ? { initials: '?', tone: 'grey' } : chips[operator]

export const OperatorName = ({ operator }: { readonly operator: Operator }) => (
  <OwnName latin={operator} arabic={arabicNames[operator]} />
)

/** Words that plans are named by, beside the operator's name. */
const arabicWords: readonly (readonly [RegExp, string])[] = [
  [/pr[ée]pay[ée]/iu, 'مسبق الدفع'],
  [/post[ -]?pay[ée]|facture/iu, 'فاتورة'],
  [/hayla/iu, 'هايلة'],
  [/dima/iu, 'ديما'],
  [/flexy/iu, 'فليكسي'],
  [/internet|data/iu, 'إنترنت'],
  [/gros/iu, 'جملة'],
  [/\bappels?\b/iu, 'مكالمات'],
]

/** Isolated: the groups of a number keep their order inside of Arabic text, and two numbers do not become one. No line ends in it. */
const leftToRight = (figure: string): string => `\u2066${figure.trim().replace(/\s/g, '\u00A0')}\u2069`

/** Days, by the number that stands before them. */
const arabicDays: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = {
  one: 'يوم',
  two: 'يومان',
  few: 'أيام',
}
const arabicPlural = new Intl.PluralRules('ar')
const daysOf = (count: number): string => arabicDays[arabicPlural.select(count)] ?? 'يوما'

/** The Arabic name of a plan as far as its words are known; undefined where none of them is. */
export function arabicPlanName(planName: string): string | undefined {
  const operator = Object.entries(arabicNames).find(([latin]) =>
    planName.toLowerCase().includes(latin.toLowerCase()),
  )
  const words = arabicWords.filter(([word]) => word.test(planName)).map(([, arabic]) => arabic)
  const figures = [...planName.matchAll(/(\d[\d\s]*?)(\s*jours?\b|(?!\s?\d))/giu)].map(
    ([, figure = '', jours]) =>
      jours ? `${leftToRight(figure)} ${daysOf(Number(figure.replace(/\s/g, '')))}` : leftToRight(figure),
  )
  const offers = /\boffres?\b/iu.test(planName) ? ['عروض'] : []
  const known = [...offers, ...(operator ? [operator[1]] : []), ...words]
  return known.length === 0 ? undefined : [known.join(' '), ...figures].join(' · ')
}

/** Whose top-up it is and which: the usual one is a flexy. */
export function MobileAbout({ operator, planKind, planName }: Omit<MobileOrder, 'kind'>) {
  return (
    <>
      {operator && (
        <>
          <OperatorName operator={operator} /> ·{' '}
        </>
      )}
      {planKind === 'dynamic' ? (
        <Text k="sell.mobile.flexy" />
      ) : (
        <OwnName latin={planName} arabic={arabicPlanName(planName)} />
      )}
    </>
  )
}
