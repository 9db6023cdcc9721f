/** What the shop asks: its rules, one a row, and whether it asks more than a face value that the customer knows. */
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { type Centimes, centimes, formatDinars, zeroCentimes } from '#shared/money.ts'
import { type OrderKind, orderKinds, productOf } from '#shared/products/orders.ts'
import { noPrices, type PriceRule, type Prices, pricesSchema } from '#shared/till/prices.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Choice, Segments, YesOrNo } from '../../components/segments.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useTranslator } from '../../counter-context.tsx'
import carnetStyles from '../carnet/carnet.module.css'
import { useAsked } from '../carnet/customer-parts.tsx'
import { SettingHint } from '../settings/setting.tsx'
import { useAct, useSignature } from '../till/act.ts'
import { AmountField, FormFoot, useTypedAmount, WhoField } from '../till/form-parts.tsx'
import styles from './prices-dialog.module.css'

export function PricesDialog() {
  const { text } = useTranslator()
  const { answer, error } = useAsked('prices.read', {})
  return (
    <PanelDialog size="full" title={<Text k="prices.title" />}>
      <ScrollPart label={text('prices.title')} testId="prices">
        {error && <ErrorNote error={error} />}
        {answer && <PricesForm kept={answer} />}
      </ScrollPart>
    </PanelDialog>
  )
}

function PricesForm({ kept }: { readonly kept: Prices }) {
  const { run, error, isBusy } = useAct('prices.set')
  const { isSigned, signed } = useSignature()
  const [prices, setPrices] = useState<Prices>(noPrices)
  const [isSaved, setIsSaved] = useState(false)
  useEffect(() => setPrices(kept), [kept])
  const change = (changed: Partial<Prices>): void => {
    setIsSaved(false)
    setPrices({ ...prices, ...changed })
  }
  const isSame = JSON.stringify(prices) === JSON.stringify(kept)
  const save = async (): Promise<void> => setIsSaved((await run({ ...signed, prices })) !== undefined)
  return (
    <div className={styles['prices']}>
      <p>
        <Text k="prices.text" />
      </p>
      <YesOrNo
        label="prices.surcharges"
        isOn={prices.surcharges}
        onChange={(surcharges) => change({ surcharges })}
      />
      <SettingHint k="prices.surchargesHint" />
      <ul className={styles['price-rules']} data-testid="rules">
        {prices.rules.map((rule, place) => (
          <li key={`${rule.service} ${rule.of}`}>
            <RuleText rule={rule} />
            <Button
              look="quiet"
              testId="remove-rule"
              onPress={() => change({ rules: prices.rules.filter((_, other) => other !== place) })}
            >
              <Icon name="close" />
              <Text k="prices.remove" />
            </Button>
          </li>
        ))}
      </ul>
      <RuleForm
        onAdd={(rule) => {
          const rules = [...prices.rules.filter((one) => !isForSame(one, rule)), rule]
          if (pricesSchema.safeParse({ ...prices, rules }).success) change({ rules })
        }}
      />
      <WhoField />
      <FormFoot
        word={<Text k="prices.save" />}
        canGo={isSigned && !isBusy && !isSame}
        onPress={() => void save()}
        error={error}
        testId="prices-save"
      >
        <span role="status">{isSaved && isSame && <Text k="settings.saved" />}</span>
      </FormFoot>
    </div>
  )
}

const isForSame = (one: PriceRule, other: PriceRule): boolean =>
  one.service === other.service && one.of?.toLowerCase() === other.of?.toLowerCase()

function RuleText({ rule: { service, of, ...rule } }: { readonly rule: PriceRule }) {
  return (
    <span>
      <strong>
        <Text k={`header.service.${service}`} /> {of !== null && <bdi>{of}</bdi>}
      </strong>{' '}
      {partsOf(rule).map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a rule keep their order.
        <Fragment key={place}>
          {place > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

/** What a rule does to a price, in words; a rule that does nothing says so. */
function partsOf({
  margin,
  roundUpToCentimes,
  minProfitCentimes,
}: Pick<PriceRule, 'margin' | 'roundUpToCentimes' | 'minProfitCentimes'>): readonly ReactNode[] {
  const parts: ReactNode[] = []
  if (margin.kind === 'fixed')
    parts.push(<Text k="prices.added" values={{ sum: <Amount centimes={margin.centimes} /> }} />)
  if (margin.kind === 'percent')
    parts.push(
      <Text k="prices.addedPercent" values={{ percent: formatDinars(centimes(margin.basisPoints)) }} />,
    )
  if (roundUpToCentimes !== null)
    parts.push(
      <Text k="prices.rounded" values={{ sum: <Amount centimes={centimes(roundUpToCentimes)} /> }} />,
    )
  if (minProfitCentimes > 0)
    parts.push(<Text k="prices.atLeast" values={{ sum: <Amount centimes={minProfitCentimes} /> }} />)
  return parts.length > 0 ? parts : [<Text key="none" k="prices.margin.none" />]
}

const margins = ['none', 'fixed', 'percent'] as const
const roundings = ['0', '500', '1000'] as const
const nameMaxLength = 200

function RuleForm({ onAdd }: { readonly onAdd: (rule: PriceRule) => void }) {
  const { text } = useTranslator()
  const [service, setService] = useState<OrderKind>(orderKinds[0])
  const [of, setOf] = useState('')
  const [kind, setKind] = useState<(typeof margins)[number]>('fixed')
  const [rounding, setRounding] = useState<(typeof roundings)[number]>('0')
  const added = useTypedAmount()
  const least = useTypedAmount()
  const margin = marginOf(kind, added.amount)
  const { priceNames } = productOf({ kind: service })
  const add = (): void => {
    if (!margin || least.amount === undefined) return
    onAdd({
      service,
      of: of.trim() === '' ? null : of.trim(),
      margin,
      roundUpToCentimes: rounding === '0' ? null : rounding === '500' ? 500 : 1_000,
      minProfitCentimes: least.amount ?? zeroCentimes,
    })
    added.type('')
    least.type('')
    setOf('')
  }
  return (
    <fieldset className={carnetStyles['carnet-form']} data-testid="rule-form">
      <legend>
        <Text k="prices.newRule" />
      </legend>
      <Segments
        label={text('prices.service')}
        value={service}
        segments={orderKinds.map((value) => ({ value, face: <Text k={`header.service.${value}`} /> }))}
        onChange={setService}
      />
      <TextField
        label="prices.of"
        hint="prices.ofHint"
        value={of}
        maxLength={nameMaxLength}
        onChange={setOf}
      />
      <div className={controlsStyles['action-row']}>
        {priceNames.map((name) => (
          <Button key={name} look="quiet" onPress={() => setOf(name)}>
            <bdi>{name}</bdi>
          </Button>
        ))}
      </div>
      <Choice
        label="prices.marginLabel"
        value={kind}
        values={margins}
        face={(value) => <Text k={`prices.margin.${value}`} />}
        onChange={setKind}
      />
      {kind !== 'none' && (
        <AmountField label={kind === 'fixed' ? 'prices.fixedLabel' : 'prices.percentLabel'} amount={added} />
      )}
      <Choice
        label="prices.rounding"
        value={rounding}
        values={roundings}
        face={(value) => <Text k={`prices.roundings.${value}`} />}
        onChange={setRounding}
      />
      <AmountField label="prices.least" amount={least} />
      <Button isDisabled={!margin || least.amount === undefined} testId="add-rule" onPress={add}>
        <Icon name="check" />
        <Text k="prices.addRule" />
      </Button>
    </fieldset>
  )
}

/** A per cent is typed as an amount is, with two decimals at the most: hundredths of it are what a rule holds. */
function marginOf(
  kind: PriceRule['margin']['kind'],
  typed: Centimes | null | undefined,
): PriceRule['margin'] | undefined {
  if (kind === 'none') return { kind }
  if (typed === null || typed === undefined) return undefined
  if (kind === 'fixed') return { kind, centimes: typed }
  return typed <= 10_000 ? { kind, basisPoints: typed } : undefined
}
