/** A name that is written in Latin letters, with its Arabic one beside it where the screen is Arabic. */
import { useTranslator } from '../counter-context.tsx'

interface OwnNameProps {
  readonly latin: string
  /** Undefined where none is in use. */
  readonly arabic: string | undefined
}

export function OwnName({ latin, arabic }: OwnNameProps) {
  const { locale } = useTranslator()
  if (locale !== 'ar' || arabic === undefined) return <bdi>{latin}</bdi>
  return (
    <>
      <bdi>{arabic}</bdi> <bdi>{latin}</bdi>
    </>
  )
}
