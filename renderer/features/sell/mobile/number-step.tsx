/** First step: the mobile number, its operator by the prefix. */
import { partDownFor } from '#shared/operators-down.ts'
import { operators } from '#shared/phone.ts'
import { useMobileDown, useParts } from '../../../counter-context.tsx'
import { FavouriteList } from '../../favourites/favourite-list.tsx'
import { NumberEntry } from '../number-entry.tsx'
import { PracticeList } from '../practice-list.tsx'
import { RecognisedChoice } from '../recognised-choice.tsx'
import { DownNote } from './down-note.tsx'
import { type LoadingStep, type OfferStep, operatorOf, type NumberStep as Step } from './flow.ts'
import { mobilePracticeNumbers } from './practice.ts'

const practice = mobilePracticeNumbers.map(({ number, ending }) => ({
  number,
  outcome: `sell.mobile.practice.${ending}` as const,
}))

export function NumberStep({ step }: { readonly step: Step | LoadingStep | OfferStep }) {
  const { mobile } = useParts().selling.entries
  const isLoading = step.at !== 'mobile-number'
  const { digits, chosenOperator, favourite } = isLoading ? step.typed : step
  const operator = operatorOf({ digits, chosenOperator })
  const part = partDownFor({ operator, kind: 'dynamic' }, useMobileDown())
  return (
    <NumberEntry
      title="sell.mobile.title"
      label="sell.mobile.label"
      hint="sell.mobile.hint"
      problem={!isLoading && step.problem ? `sell.problem.${step.problem}` : null}
      digits={digits}
      isHeld={isLoading}
      goOn="sell.mobile.goOn"
      held="sell.mobile.loading"
      error={step.error}
      onType={mobile.type}
      onDigit={mobile.pressDigit}
      onErase={mobile.erase}
      onGoOn={mobile.goOn}
      choice={
        <RecognisedChoice
          label="sale.operator"
          options={operators}
          nameOf={(operator) => <bdi>{operator}</bdi>}
          recognised={operatorOf({ digits, chosenOperator: null })}
          chosen={chosenOperator}
          isDisabled={isLoading}
          onChoose={mobile.chooseOperator}
        />
      }
      warning={<DownNote part={part} />}
      favourites={<FavouriteList kind="mobile" chosen={favourite} isHeld={isLoading} />}
      kind="mobile"
      practice={<PracticeList numbers={practice} onPick={mobile.type} />}
    />
  )
}
