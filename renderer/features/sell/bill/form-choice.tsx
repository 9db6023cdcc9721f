/** In which form the account is given, where the biller has several. */
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { Kbd } from '../../../components/kbd.tsx'
import { Text } from '../../../components/text.tsx'
import { useParts } from '../../../counter-context.tsx'
import { type AccountStep, formsFor } from './flow.ts'

export function FormChoice({ step }: { readonly step: AccountStep }) {
  const { bill } = useParts().selling.entries
  const forms = formsFor(step.from, step.partner)
  if (forms.length < 2) return null
  return (
    <RadioGroup
      className="type-choice"
      value={step.form}
      orientation="horizontal"
      onChange={(picked) => {
        const form = forms.find((one) => one === picked)
        if (form !== undefined) bill.chooseForm(form)
      }}
    >
      <Label>
        <Text k="sell.bill.form" />
      </Label>
      <div className="segments form-segments">
        {forms.map((form) => (
          <Radio key={form} value={form} className="segment">
            <Text k={`bill.form.${form}`} />
          </Radio>
        ))}
      </div>
      <span className="form-keys">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
      </span>
    </RadioGroup>
  )
}
