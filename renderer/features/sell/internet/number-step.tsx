/** First step: the number of the line, ADSL or 4G by its shape. */
import { internetTypes, parseInternetNumber } from '#shared/phone.ts'
import { Text } from '../../../components/text.tsx'
import { useParts } from '../../../counter-context.tsx'
import { FavouriteList } from '../../favourites/favourite-list.tsx'
import { NumberEntry } from '../number-entry.tsx'
import { PracticeList } from '../practice-list.tsx'
import { RecognisedChoice } from '../recognised-choice.tsx'
import type { CheckingStep, NumberStep as Step } from './flow.ts'
import { internetPracticeLines } from './practice.ts'

const practice = internetPracticeLines.map(({ number, ending }) => ({
  number,
  outcome: `sell.practice.${ending}` as const,
}))

export function NumberStep({ step }: { readonly step: Step | CheckingStep }) {
  const { internet } = useParts().selling.entries
  const isChecking = step.at === 'checking'
  const parsed = parseInternetNumber(step.digits)
  return (
    <NumberEntry
      title="sell.number.title"
      label="sell.number.label"
      hint="sell.number.hint"
      problem={step.at === 'number' && step.problem ? `sell.problem.${step.problem}` : null}
      digits={step.digits}
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
      favourites={<FavouriteList kind="internet" chosen={step.favourite} isHeld={isChecking} />}
      kind="internet"
      practice={<PracticeList numbers={practice} onPick={internet.type} />}
    />
  )
}
