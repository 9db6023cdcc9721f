/** The help: every shortcut, the way of a sale without the mouse, and the practice numbers in training. */
import { Kbd } from '../../components/kbd.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { LineNumber, Text } from '../../components/text.tsx'
import { useStatus, useTranslator } from '../../counter-context.tsx'
import { internetPracticeLines } from '../sell/internet/practice.ts'
import { BillPracticeList } from './bill-practice-list.tsx'

export function HelpDialog() {
  const { text } = useTranslator()
  const { environment } = useStatus()
  const shortcuts = [
    { key: 'F2', does: 'help.sell' },
    { key: text('keys.enter'), does: 'help.check' },
    { key: text('keys.digits'), does: 'help.pick' },
    { key: text('keys.escape'), does: 'help.back' },
    { key: text('keys.enter'), does: 'help.next' },
    { key: 'F10', does: 'help.settings' },
    { key: '?', does: 'help.help' },
  ] as const
  return (
    <PanelDialog size="narrow" title={<Text k="help.title" />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached and scrolled by the keyboard. */}
      <section className="help" tabIndex={0} aria-label={text('help.title')}>
        <p className="help-example">
          <Text k="help.example" />
        </p>
        <h3>
          <Text k="help.shortcuts" />
        </h3>
        <dl className="help-keys">
          {shortcuts.map(({ key, does }) => (
            <div key={does}>
              <dt>
                <Kbd>{key}</Kbd>
                <span className="visually-hidden">{key}</span>
              </dt>
              <dd>
                <Text k={does} />
              </dd>
            </div>
          ))}
        </dl>
        {environment === 'training' && (
          <>
            <h3>
              <Text k="help.practice" />
            </h3>
            <dl className="help-numbers">
              {internetPracticeLines.map(({ number, ending }) => (
                <div key={number}>
                  <dt>
                    <LineNumber number={number} />
                  </dt>
                  <dd>
                    <Text k={`sell.practice.${ending}`} />
                  </dd>
                </div>
              ))}
            </dl>
            <BillPracticeList />
          </>
        )}
      </section>
    </PanelDialog>
  )
}
