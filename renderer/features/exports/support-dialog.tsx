/** The bundle for support: all that it holds is shown first, file by file, and only then can it be saved. */
import { useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { BundleView } from '#shared/exports.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { type FileDone, FileOutcome } from '../../components/file-outcome.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { ScrollPart } from '../../components/scroll-part.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { BundleFile } from './bundle-file.tsx'
import { JournalExport } from './journal-export.tsx'

export function SupportDialog() {
  const { text } = useTranslator()
  const { bundle, error } = useBundle()
  return (
    <PanelDialog size="wide" title={<Text k="exports.support.title" />}>
      <ScrollPart label={text('exports.support.title')} testId="support">
        <section>
          <p>
            <Text k="exports.support.hint" />
          </p>
          {error && <ErrorNote error={error} />}
          {bundle ? <Bundle bundle={bundle} /> : !error && <Text k="exports.support.making" />}
        </section>
        <JournalExport />
      </ScrollPart>
    </PanelDialog>
  )
}

/** Put together once, when the dialog opens: what is shown stays what is saved. */
function useBundle() {
  const { client } = useParts()
  const [bundle, setBundle] = useState<BundleView | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    let isWanted = true
    void client.command('support.preview', {}).then((made) => {
      if (!isWanted) return
      if (made.ok) setBundle(made.value)
      else setError(made.error)
    })
    return () => {
      isWanted = false
    }
  }, [client])
  return { bundle, error }
}

function Bundle({ bundle: { bundleId, files } }: { readonly bundle: BundleView }) {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState<FileDone | null>(null)
  const save = async (): Promise<void> => {
    setIsBusy(true)
    setDone(null)
    const saved = await client.command('support.save', { bundleId })
    setDone(saved.ok ? { ok: true, said: 'exports.saved', path: saved.value.path } : saved)
    setIsBusy(false)
  }
  return (
    <>
      <ul className="bundle-files">
        {files.map((file) => (
          <BundleFile key={file.name} bundleId={bundleId} file={file} />
        ))}
      </ul>
      <div className="action-row">
        <Button look="main" testId="support-save" isDisabled={isBusy} onPress={() => void save()}>
          <Icon name="save" />
          <Text k="exports.support.save" />
        </Button>
      </div>
      <FileOutcome done={done} />
    </>
  )
}
