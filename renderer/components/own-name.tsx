/** A name that is written in Latin letters, with its Arabic one beside it where the screen is Arabic. */
import { useTranslator } from '../counter-context.tsx'

interface OwnNameProps {
  readonly latin: string
  /** Undefined where none is in use. */
  readonly arabic: string | undefined
}

/** The groups of a number stay on one line. */
const withWholeNumbers = (name: string): string => name.replace(/(?<=\d) (?=\d{3}(?!\d))/g, '\u00a0')

export function OwnName({ latin: name, arabic }: OwnNameProps) {
  const { locale } = useTranslator()
  const latin = withWholeNumbers(name)
  if (locale !== 'ar' || arabic === undefined) return <bdi>{latin}</bdi>
  return (
    <>
      <bdi>{arabic}</bdi> <bdi data-second-name>{latin}</bdi>
    </>
  )
}
