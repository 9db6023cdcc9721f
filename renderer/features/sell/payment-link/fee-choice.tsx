/** Who bears the card fee. The arrow keys choose without leaving the field. */
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { feeModes } from '#shared/payment-link.ts'
import { Kbd } from '../../../components/kbd.tsx'
import { Text } from '../../../components/text.tsx'
import { useParts } from '../../../counter-context.tsx'
import type { FormStep } from './flow.ts'

export function FeeChoice({ step }: { readonly step: FormStep }) {
  const links = useParts().selling.entries['payment-link']
  return (
    <RadioGroup
      className="type-choice"
      value={step.feeMode}
      isDisabled={step.isMaking}
      orientation="horizontal"
      onChange={(picked) => {
        const feeMode = feeModes.find((one) => one === picked)
        if (feeMode !== undefined) links.chooseFeeMode(feeMode)
      }}
    >
      <Label>
        <Text k="sell.payment-link.fee" /> <Kbd>↑ ↓</Kbd>
      </Label>
      <div className="segments">
        {feeModes.map((feeMode) => (
          <Radio key={feeMode} value={feeMode} className="segment">
            <Text k={`sell.payment-link.feeMode.${feeMode}`} />
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
