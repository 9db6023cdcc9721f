/** The steps of an internet card, as the cashier sees them. */
import {
  type InternetType,
  internetTypes,
  operatorHint,
  parseInternetNumber,
  parseMobileNumber,
} from '#shared/phone.ts'
import type { InternetProduct } from '#shared/products/internet.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote, StatusNote } from '../../components/error-note.tsx'
import { Kbd } from '../../components/icon.tsx'
import { Amount, LineNumber, Ltr, Text } from '../../components/text.tsx'
import { useParts, useSeesCosts, useTranslator } from '../../counter-context.tsx'
import { FavouriteList } from '../../features/favourites/favourites.tsx'
import cardsStyles from '../../features/sell/cards.module.css'
import { NumberEntry, RecognisedChoice } from '../../features/sell/number-entry.tsx'
import stepPartsStyles from '../../features/sell/step-parts.module.css'
import { PracticeList, StepFrame } from '../../features/sell/step-parts.tsx'
import { textOfNumber } from '../../features/sell/typed-number.ts'
import { OperatorName } from '../mobile/names.tsx'
import {
  asksWhatIsSold,
  type CardsStepState,
  type CheckingStepState,
  digitOf4G,
  type InternetStep,
  internetPracticeLines,
  type NumberStepState,
} from './entry.ts'

export function InternetSteps({ step }: { readonly step: InternetStep }) {
  switch (step.at) {
    case 'number':
    case 'checking':
      return <NumberStep step={step} />
    case 'cards':
      return <CardsStep step={step} />
  }
}

// First step: the number of the line, ADSL or 4G by its shape.

/** Of the type that was chosen; of both until one is. */
const practiceOf = (chosen: InternetType | null) =>
  internetPracticeLines
    .filter(({ type }) => chosen === null || type === chosen)
    .map(({ number, ending }) => ({ number, outcome: `sell.practice.${ending}` as const }))

function NumberStep({ step }: { readonly step: NumberStepState | CheckingStepState }) {
  const { internet } = useParts().selling.entries
  const isChecking = step.at === 'checking'
  const parsed = parseInternetNumber(step.digits)
  return (
    <NumberEntry
      title="sell.number.title"
      label="sell.number.label"
      hint="sell.number.hint"
      problem={step.at === 'number' && step.problem ? `sell.problem.${step.problem}` : null}
      typed={textOfNumber(step)}
      isHeld={isChecking}
      goOn="sell.number.check"
      held="sell.number.checking"
      error={step.error}
      onType={internet.type}
      onDigit={internet.pressDigit}
      onErase={internet.erase}
      onGoOn={internet.goOn}
      choice={
        <RecognisedChoice
          label="sell.type.label"
          options={internetTypes}
          nameOf={(type) => <Text k={`sell.type.${type}`} />}
          recognised={parsed.ok ? parsed.value.type : null}
          chosen={step.chosenType}
          isDisabled={isChecking}
          onChoose={internet.chooseType}
        />
      }
      question={step.at === 'number' && asksWhatIsSold(step) && <MobileQuestion step={step} />}
      favourites={<FavouriteList kind="internet" chosen={step.favourite} isHeld={isChecking} />}
      kind="internet"
      practice={<PracticeList numbers={practiceOf(step.chosenType)} onPick={internet.type} />}
    />
  )
}

// A mobile number under Internet: what is meant is asked, and the number stays as it was typed.

function MobileQuestion({ step }: { readonly step: NumberStepState }) {
  const { selling } = useParts()
  const parsed = parseMobileNumber(step.digits)
  const operator = parsed.ok ? operatorHint(parsed.value) : undefined
  return (
    <StatusNote testId="is-mobile">
      <Text k="start.isMobile" values={{ operator: operator ? <OperatorName operator={operator} /> : '' }} />
      <span className={controlsStyles['action-row']}>
        <Button look="main" shortcut="F1" onPress={() => selling.open('mobile')}>
          <Text k="start.sellTopUp" /> <Kbd>F1</Kbd>
        </Button>
        <Button shortcut={String(digitOf4G)} onPress={selling.entries.internet.sellAs4G}>
          <Text k="start.sell4G" /> <Kbd>{digitOf4G}</Kbd>
        </Button>
      </span>
    </StatusNote>
  )
}

// Second step: the line as the operator knows it, and the cards it can take.

/** The digit keys 1 to 9 pick the first nine cards. */
const digitKeys = 9

function CardsStep({ step }: { readonly step: CardsStepState }) {
  const { internet } = useParts().selling.entries
  const { text } = useTranslator()
  return (
    <StepFrame title="sell.cards.title" canGoBack>
      <LineSummary line={step.line} />
      {step.error && <ErrorNote error={step.error} />}
      {step.products.length === 0 ? (
        <p className={controlsStyles['empty']}>
          <Text k="sell.cards.none" />
        </p>
      ) : (
        <ul className={cardsStyles['card-grid']} aria-label={text('sell.cards.list')}>
          {step.products.map((product, place) => (
            <li key={product.valueCentimes}>
              <CardTile
                product={product}
                digit={place < digitKeys ? place + 1 : null}
                isPicked={step.pricing === product.valueCentimes}
                isDisabled={step.pricing !== null}
                onPick={() => void internet.pick(product)}
              />
            </li>
          ))}
        </ul>
      )}
      <p className={stepPartsStyles['step-hint']} aria-live="polite">
        <Text k={step.pricing === null ? 'sell.cards.hint' : 'sell.cards.pricing'} />
      </p>
    </StepFrame>
  )
}

// Whose line it is: the number in groups, its type, and what the operator says of the customer.

function LineSummary({ line }: { readonly line: CardsStepState['line'] }) {
  return (
    <section className={stepPartsStyles['line-summary']}>
      <p className={stepPartsStyles['line-number']}>
        <LineNumber number={line.number} />
      </p>
      <dl>
        <div>
          <dt>
            <Text k="sale.type" />
          </dt>
          <dd>
            <Text k={`sell.type.${line.type}`} />
          </dd>
        </div>
        <div>
          <dt>
            <Text k="sale.customer" />
          </dt>
          <dd>
            <Ltr>{line.subscriber.customerNumber}</Ltr>
          </dd>
        </div>
        {line.subscriber.offer !== null && (
          <div>
            <dt>
              <Text k="sale.offer" />
            </dt>
            <dd>
              <bdi>{line.subscriber.offer}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

// A card on offer, as a large numbered tile. One that is out of stock is shown, said, and cannot be picked.

interface CardTileProps {
  readonly product: InternetProduct
  /** The digit key that picks it; cards after the ninth have none. */
  readonly digit: number | null
  readonly isPicked: boolean
  readonly isDisabled: boolean
  readonly onPick: () => void
}

function CardTile({ product, digit, isPicked, isDisabled, onPick }: CardTileProps) {
  const { available, valueCentimes, costCentimes } = product
  const seesCosts = useSeesCosts()
  return (
    <button
      type="button"
      className={cardsStyles['card-tile']}
      aria-keyshortcuts={available && digit !== null ? String(digit) : undefined}
      aria-busy={isPicked || undefined}
      disabled={!available || isDisabled}
      data-available={available}
      data-picked={isPicked || undefined}
      onClick={onPick}
    >
      {digit !== null && <Kbd>{digit}</Kbd>}
      <span className={cardsStyles['card-value']}>
        <Amount centimes={valueCentimes} />
      </span>{' '}
      <span className={cardsStyles['card-cost']}>
        {available ? (
          seesCosts &&
          costCentimes !== undefined && (
            <Text k="sell.cards.cost" values={{ amount: <Amount centimes={costCentimes} /> }} />
          )
        ) : (
          <Text k="sell.cards.unavailable" />
        )}
      </span>
    </button>
  )
}
