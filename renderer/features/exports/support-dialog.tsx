/** The bundle for support: all that it holds is shown first, file by file, and only then can it be saved. */
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { BundleView } from '#shared/exports.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { type FileDone, FileOutcome, FileSize } from '../../components/file-outcome.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { ExportError, ExportProgress, useExport } from './export-bar.tsx'
import styles from './support-dialog.module.css'

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
      <ul className={styles['bundle-files']}>
        {files.map((file) => (
          <BundleFile key={file.name} bundleId={bundleId} file={file} />
        ))}
      </ul>
      <div className={controlsStyles['action-row']}>
        <Button look="main" testId="support-save" isDisabled={isBusy} onPress={() => void save()}>
          <Icon name="save" />
          <Text k="exports.support.save" />
        </Button>
      </div>
      <FileOutcome done={done} />
    </>
  )
}

// One file of the bundle for support, shown to its end: a long one part by part, as it is asked for.

interface BundleFileProps {
  readonly bundleId: string
  readonly file: BundleView['files'][number]
}

function BundleFile({ bundleId, file }: BundleFileProps) {
  const { text } = useTranslator()
  const { name, bytes } = file
  const label = text('exports.support.content', { name })
  const shown = useRef<HTMLElement>(null)
  // The button goes with the last part: whoever pressed it reads on.
  const { content, isCut, error, showMore } = useContent(bundleId, file, () => shown.current?.focus())
  return (
    <li data-file={name}>
      <details>
        <summary>
          <bdi dir="ltr">{name}</bdi>{' '}
          <span>
            <FileSize bytes={bytes} />
          </span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached and scrolled by the keyboard. */}
        <section ref={shown} className={styles['bundle-text']} tabIndex={0} aria-label={label}>
          <pre dir="ltr">{content}</pre>
        </section>
        {isCut && (
          <Button testId="support-more" onPress={showMore}>
            <Text k="exports.support.more" />
          </Button>
        )}
        {error && <ErrorNote error={error} />}
      </details>
    </li>
  )
}

function useContent(bundleId: string, { name, text, isCut }: BundleFileProps['file'], onEnd: () => void) {
  const { client } = useParts()
  const [shown, setShown] = useState({ content: text, isCut })
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const showMore = async (): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    const part = await client.command('support.part', { bundleId, name, from: shown.content.length })
    if (part.ok) setShown({ content: shown.content + part.value.text, isCut: part.value.isCut })
    setError(part.ok ? null : part.error)
    setIsBusy(false)
    if (part.ok && !part.value.isCut) onEnd()
  }
  return { ...shown, error, showMore: () => void showMore() }
}

// The whole journal as a file that anybody can check: for the accountant's archive, or a dispute.

function JournalExport() {
  const { view, error, isBusy, exportJournal, cancel } = useExport()
  return (
    <section>
      <h3>
        <Text k="exports.journal.title" />
      </h3>
      <p>
        <Text k="exports.journal.hint" />
      </p>
      <div className={controlsStyles['action-row']}>
        <Button
          testId="journal-export"
          isDisabled={isBusy || view?.state === 'running'}
          onPress={() => void exportJournal()}
        >
          <Icon name="save" />
          <Text k="exports.journal.start" />
        </Button>
      </div>
      {view && <ExportProgress view={view} isBusy={isBusy} onCancel={() => void cancel()} />}
      {error && <ExportError error={error} />}
    </section>
  )
}
