/**
 * The steps of setting up a printer, as plain data and pure functions: choose one, say how it prints, look at its test page.
 * Nothing is saved before a person has said that the page is right, or that it is to be kept all the same.
 */
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { codePages, headDots, heads, traitsOf, usualDots } from '#shared/printer-models.ts'
import {
  baudRates,
  type FoundPrinter,
  isSerialPort,
  type PrinterPaperName,
  type PrinterSettings,
  type PrinterTransport,
  printerSchema,
  printerTransportSchema,
  RAW_PORT,
} from '#shared/printing.ts'
import { Button } from '../../components/button.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import placesStyles from '../accounts/places.module.css'

export type WizardStep =
  | { readonly kind: 'choose' }
  | { readonly kind: 'options'; readonly printer: PrinterSettings }
  /** The test page went out as this job. */
  | { readonly kind: 'tried'; readonly printer: PrinterSettings; readonly jobId: string }

export const firstStep: WizardStep = { kind: 'choose' }

/** The step before, which Esc leads to; undefined at the first. */
export function stepBefore(step: WizardStep): WizardStep | undefined {
  if (step.kind === 'tried') return { kind: 'options', printer: step.printer }
  return step.kind === 'options' ? firstStep : undefined
}

/** As long as the contract takes a name; a device's path may be longer. */
export const nameMaxCharacters = 80

/** What a printer of this name is known to be, or most receipt printers are: to be corrected where this one is another. */
export function draftOf(name: string, transport: PrinterTransport): PrinterSettings {
  const isSheet = transport.kind === 'driver'
  const { cuts, ...traits } = traitsOf(name)
  return {
    name: name.slice(0, nameMaxCharacters),
    transport,
    ...traits,
    paper: isSheet ? 'A4' : heads[traits.dots].paper,
    text: 'printer',
    // The system's ports there are written to and never read.
    asks: !(transport.kind === 'device' && transport.path.startsWith('\\\\.\\')),
    cuts: cuts && !isSheet,
    drawer: false,
  }
}

/** The same printer on another paper: a roll has a head of its own. */
export const onPaper = (printer: PrinterSettings, paper: PrinterPaperName): PrinterSettings => ({
  ...printer,
  paper,
  dots: paper === 58 || paper === 80 ? usualDots[paper] : printer.dots,
})

export const draftOfFound = ({ name, transport }: FoundPrinter): PrinterSettings => draftOf(name, transport)

/** Sheets go through the system's driver, which takes rolls as well. */
export const papersOf = ({ kind }: PrinterTransport): readonly PrinterPaperName[] =>
  kind === 'driver' ? ['A4', 'A5', 80, 58] : [80, 58]

/** Bytes of our own are sent; a driver draws the page itself. */
export const isOwnBytes = ({ kind }: PrinterTransport): boolean => kind !== 'driver'

/** A spooler stands between, and is asked in its own words. */
export const canAsk = ({ kind }: PrinterTransport): boolean => kind === 'tcp' || kind === 'device'

/**
 * A printer by what a person types: an address with or without its port, or a device's path. undefined for what is neither,
 * by the rules of the contract.
 */
export function readTypedPlace(typed: string): PrinterTransport | undefined {
  const text = typed.trim()
  const device = /^(COM|LPT)[1-9]\d{0,2}$/i.test(text) ? `\\\\.\\${text.toUpperCase()}` : text
  if (device.startsWith('/') || device.startsWith('\\\\')) {
    const baud = isSerialPort(device) ? baudRates[0] : null
    return printerTransportSchema.safeParse({ kind: 'device', path: device, baud }).data
  }
  const [, inBrackets, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = inBrackets ?? plain ?? text
  const transport = { kind: 'tcp', host, port: port === undefined ? RAW_PORT : Number(port) }
  return printerTransportSchema.safeParse(transport).data
}

/** Where the printer is, as a person would write it. */
export function placeOf(transport: PrinterTransport): string {
  switch (transport.kind) {
    case 'tcp':
      return transport.port === RAW_PORT ? transport.host : `${transport.host}:${transport.port}`
    case 'cups':
    case 'windows':
      return transport.queue
    case 'device':
      return transport.path
    case 'driver':
      return transport.deviceName ?? ''
  }
}

/** Whether the contract takes the printer as it stands. */
export const isWhole = (printer: PrinterSettings): boolean => printerSchema.safeParse(printer).success

// What a person sees on the test page, and what sets it right.

const marks = ['ruler', 'accents', 'arabic', 'code', 'cut'] as const
export type Mark = (typeof marks)[number]
export type MarkVerdict = 'right' | 'wrong'
/** The ruler is as long as the head is thought to be wide: its end is lost, or it does not come to the edge. */
export const rulerVerdicts = ['right', 'cut', 'short'] as const
type RulerVerdict = (typeof rulerVerdicts)[number]

export interface Seen extends Readonly<Record<Exclude<Mark, 'ruler'>, MarkVerdict>> {
  readonly ruler: RulerVerdict
}
export const allRight: Seen = {
  ruler: 'right',
  accents: 'right',
  arabic: 'right',
  code: 'right',
  cut: 'right',
}

/** What is looked for on the test page of this printer. */
export const marksOf = ({ cuts }: PrinterSettings): readonly Mark[] =>
  marks.filter((mark) => mark !== 'cut' || cuts)

/** The printer with the settings that what was seen asks for, to be tried again; undefined where no setting mends it all. */
export function mendedBy(printer: PrinterSettings, seen: Seen): PrinterSettings | undefined {
  const isWrong = (mark: Mark) => seen[mark] !== 'right'
  if (!marks.some(isWrong)) return printer
  if (isWrong('arabic') || !isOwnBytes(printer.transport)) return undefined
  const changes = [
    seen.ruler === 'right' ? {} : otherHead(printer, seen.ruler === 'cut' ? -1 : 1),
    isWrong('accents') ? otherText(printer) : {},
    isWrong('code') ? (printer.drawsCodes ? { drawsCodes: false } : undefined) : {},
    isWrong('cut') ? { cuts: false } : {},
  ]
  return changes.includes(undefined) ? undefined : changes.reduce<PrinterSettings>(changed, printer)
}

type Change = Partial<PrinterSettings> | undefined
const changed = (printer: PrinterSettings, change: Change): PrinterSettings => ({ ...printer, ...change })

/** The next head in order of width, with the roll that it prints on. */
function otherHead({ dots }: PrinterSettings, by: -1 | 1): Change {
  const other = headDots[headDots.indexOf(dots) + by]
  return other && { dots: other, paper: heads[other].paper }
}

/** The next code page; behind the last, French is a picture like Arabic. */
function otherText({ text, codePage }: PrinterSettings): Change {
  if (text === 'raster') return undefined
  const other = codePages[codePages.indexOf(codePage) + 1]
  return other ? { codePage: other } : { text: 'raster' }
}

/** Prints a test page, and goes on to the look at it. */
export function useTestPage(onGo: (step: WizardStep) => void) {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const print = async (printer: PrinterSettings): Promise<void> => {
    setIsBusy(true)
    setError(null)
    const asked = await client.command('printers.test', { printer })
    setIsBusy(false)
    if (asked.ok) onGo({ kind: 'tried', printer, jobId: asked.value.jobId })
    else setError(asked.error)
  }
  return { isBusy, error, print }
}

// The head of a step of the printer's set-up: its number, its title, where the focus lands, and the way back.

const stepCount = 3

interface StepHeadProps {
  readonly step: number
  readonly title: MessageKey
  readonly onBack?: () => void
}

export function StepHead({ step, title, onBack }: StepHeadProps) {
  const { text } = useTranslator()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <header className={placesStyles['place-head']}>
      <div>
        <p className={placesStyles['place-step']}>
          <Text k="printing.wizard.step" values={{ step, count: stepCount }} />
        </p>
        <h3 ref={heading} tabIndex={-1}>
          <Text k={title} />
        </h3>
      </div>
      {onBack && (
        <Button look="quiet" shortcut="Escape" onPress={onBack}>
          <Icon name="back" />
          <Text k="printing.wizard.back" />
          <Kbd>{text('keys.escape')}</Kbd>
        </Button>
      )}
    </header>
  )
}
