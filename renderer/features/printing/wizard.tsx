/**
 * The steps of setting up a printer, as plain data and pure functions: choose one, say how it prints, look at its test page.
 * Nothing is saved before a person has said that the page is right, or that it is to be kept all the same.
 */
import { useEffect, useRef } from 'react'
import { heads, traitsOf, usualDots } from '#shared/printer-models.ts'
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
import { useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'

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
    ...{ name: name.slice(0, nameMaxCharacters), transport, ...traits },
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
  ...{ ...printer, paper },
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
    <header className="place-head">
      <div>
        <p className="place-step">
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
