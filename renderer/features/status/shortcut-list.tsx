/** Every key of the counter, group by group. */
import { Kbd } from '../../components/kbd.tsx'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import { type Shortcut, shortcutGroups } from '../sell/shortcuts.ts'

export function ShortcutList() {
  return (
    <>
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title}>
          <h4>
            <Text k={title} />
          </h4>
          <dl className="help-keys">
            {shortcuts.map((shortcut) => (
              <Row key={`${shortcut.act} ${shortcut.keys}`} shortcut={shortcut} />
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

function Row({ shortcut: { face, does } }: { readonly shortcut: Shortcut }) {
  const { text } = useTranslator()
  const key = 'word' in face ? text(face.word) : face.text
  return (
    <div>
      <dt>
        <Kbd>
          <bdi dir="ltr">{key}</bdi>
        </Kbd>
        <span className="visually-hidden">{key}</span>
      </dt>
      <dd>
        <Text k={does} />
      </dd>
    </div>
  )
}
