/** One file of the bundle for support, shown to its end: a long one part by part, as it is asked for. */
import { useRef, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { BundleView } from '#shared/exports.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { FileSize } from '../../components/file-size.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'

interface BundleFileProps {
  readonly bundleId: string
  readonly file: BundleView['files'][number]
}

export function BundleFile({ bundleId, file }: BundleFileProps) {
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
        <section ref={shown} className="bundle-text" tabIndex={0} aria-label={label}>
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
  const [told, setTold] = useState({ content: text, isCut })
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const showMore = async (): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    const part = await client.command('support.part', { bundleId, name, from: told.content.length })
    if (part.ok) setTold({ content: told.content + part.value.text, isCut: part.value.isCut })
    setError(part.ok ? null : part.error)
    setIsBusy(false)
    if (part.ok && !part.value.isCut) onEnd()
  }
  return { ...told, error, showMore: () => void showMore() }
}
