/** The settings as a file, out and in. No secret is in it. */
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { type FileDone, FileOutcome } from '../../components/file-outcome.tsx'
import { Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'

export function SettingsFile() {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState<FileDone | null>(null)
  const run = async (name: 'settings.export' | 'settings.import'): Promise<void> => {
    setIsBusy(true)
    setDone(null)
    const asked = await client.command(name, {})
    const said = name === 'settings.export' ? 'settings.exported' : 'settings.imported'
    setDone(asked.ok ? { ok: true, said, path: asked.value.path } : asked)
    setIsBusy(false)
  }
  return (
    <section>
      <h3>
        <Text k="settings.file" />
      </h3>
      <p>
        <Text k="settings.fileHint" />
      </p>
      <div className="action-row">
        <Button isDisabled={isBusy} testId="settings-export" onPress={() => void run('settings.export')}>
          <Text k="settings.export" />
        </Button>
        <Button isDisabled={isBusy} testId="settings-import" onPress={() => void run('settings.import')}>
          <Text k="settings.import" />
        </Button>
      </div>
      <FileOutcome done={done} />
    </section>
  )
}
