/** The counter's settings, each kept by the core as soon as it is changed, and the ways to accounts and backups. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { rollWidths } from '#shared/printer-models.ts'
import { rollWidthOf } from '#shared/printing.ts'
import type { Settings } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import controlsStyles from '../../components/controls.module.css'
import { type FileDone, FileOutcome } from '../../components/file-outcome.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import segmentsStyles from '../../components/segments.module.css'
import { Choice, YesOrNo } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSettings, useStatus, useTranslator } from '../../counter-context.tsx'
import { EnvironmentMark } from '../accounts/account-list.tsx'
import accountsStyles from '../accounts/accounts.module.css'
import { ArchiveSettings } from '../reports/archive-settings.tsx'
import { themeIcon, themes } from '../status/header.tsx'
import settingStyles from './setting.module.css'
import {
  LanguageSetting,
  Setting,
  type SettingsUpdate,
  SwitchSettings,
  useSettingsUpdate,
  WordSetting,
} from './setting.tsx'
import styles from './settings-dialog.module.css'
import { CustomerDisplay, LowBalance, Printing, ShopName } from './settings-parts.tsx'
import { CarnetSettings, TillSettings } from './till-settings.tsx'
import { Versions } from './versions.tsx'

const slipLanguages = ['fr', 'ar', 'both'] as const
const slipSwitches = ['isShort', 'isSigned', 'isProven', 'stampDuty'] as const
const claimDays = ['none', 7, 15, 30] as const

export function SettingsDialog() {
  const { text } = useTranslator()
  const update = useSettingsUpdate()
  const places = useRef<HTMLDivElement>(null)
  return (
    <PanelDialog size="wide" title={<Text k="settings.title" />}>
      <div ref={places} className={styles['indexed']}>
        <SettingsIndex of={places} />
        <ScrollPart label={text('settings.title')} testId="settings-dialog">
          {/* First: who cannot read the others finds their language. */}
          <Looks update={update} />
          <section>
            <h3>
              <Text k="settings.shop" />
            </h3>
            <Setting name="shop" update={update}>
              <ShopName update={update} />
            </Setting>
            <Setting name="lowBalanceCentimes" update={update}>
              <LowBalance update={update} />
            </Setting>
            <SwitchSettings of="shop" update={update} />
          </section>
          <Slips update={update} />
          <Printing update={update} />
          <CustomerDisplay update={update} />
          <TillSettings update={update} />
          <CarnetSettings update={update} />
          <ArchiveSettings />
          <BadLine update={update} />
          <AccountAndBackups />
          <SettingsFile />
          <Versions update={update} />
        </ScrollPart>
      </div>
    </PanelDialog>
  )
}

function Slips({ update }: { readonly update: SettingsUpdate }) {
  const { slip, printer } = useSettings()
  const change = (changed: Partial<Settings['slip']>) =>
    void update.save('slip', { slip: { ...slip, ...changed } })
  return (
    <section>
      <h3>
        <Text k="settings.slips" />
      </h3>
      <Setting name="slip" update={update}>
        <Choice
          label="settings.slipLanguage"
          value={slip.language}
          values={slipLanguages}
          face={(value) => <Text k={`settings.slipLanguages.${value}`} />}
          onChange={(language) => change({ language })}
        />
        {rollWidthOf(printer) === undefined ? (
          <Choice
            label="settings.slipWidth"
            value={slip.widthMm}
            values={rollWidths}
            face={(value) => <Text k="settings.width" values={{ width: value }} />}
            onChange={(widthMm) => change({ widthMm })}
          />
        ) : (
          <>
            <span className={settingStyles['setting-label']}>
              <Text k="settings.slipWidth" />
            </span>
            <p data-testid="slip-width">
              <Text k="settings.widthOfPrinter" values={{ width: slip.widthMm }} />
            </p>
          </>
        )}
        {slipSwitches.map((name) => (
          <YesOrNo
            key={name}
            label={`settings.slipSwitches.${name}`}
            isOn={slip[name]}
            onChange={(isOn) => change({ [name]: isOn })}
          />
        ))}
        <Choice
          label="settings.claimDays"
          value={slip.claimDays ?? 'none'}
          values={claimDays}
          face={(value) =>
            value === 'none' ? (
              <Text k="settings.claimUnsaid" />
            ) : (
              <Text k="settings.days" values={{ count: value }} />
            )
          }
          onChange={(value) => change({ claimDays: value === 'none' ? null : value })}
        />
      </Setting>
    </section>
  )
}

const Looks = ({ update }: { readonly update: SettingsUpdate }) => (
  <section>
    <h3>
      <Text k="settings.looks" />
    </h3>
    <LanguageSetting update={update} />
    <WordSetting
      name="theme"
      label="header.theme"
      values={themes}
      face={(value) => (
        <span className={segmentsStyles['segment-face']}>
          <Icon name={themeIcon[value]} />
          <Text k={`header.themes.${value}`} />
        </span>
      )}
      update={update}
    />
    <SwitchSettings of="looks" update={update} />
  </section>
)

/** In training: whether answers get lost, to practise what the counter does then. */
function BadLine({ update }: { readonly update: SettingsUpdate }) {
  const { environment } = useStatus()
  if (environment !== 'training') return null
  return (
    <section>
      <h3>
        <Text k="settings.training" />
      </h3>
      <SwitchSettings of="training" update={update} />
    </section>
  )
}

function AccountAndBackups() {
  const { screen } = useParts()
  const { environment, account } = useStatus()
  return (
    <section>
      <h3>
        <Text k="settings.account" />
      </h3>
      <p className={accountsStyles['account-line']}>
        <EnvironmentMark environment={environment} /> {account && <bdi dir="ltr">{account.username}</bdi>}
      </p>
      <div className={controlsStyles['action-row']}>
        <Button testId="settings-accounts" onPress={() => screen.open({ kind: 'accounts', start: 'list' })}>
          <Icon name="key" />
          <Text k="accounts.title" />
        </Button>
        <Button onPress={() => screen.open({ kind: 'journal' })}>
          <Icon name="journal" />
          <Text k="header.journal" />
        </Button>
      </div>
    </section>
  )
}

// The settings as a file, out and in. No secret is in it.

function SettingsFile() {
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
      <div className={controlsStyles['action-row']}>
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

// The headings of the settings beside them: one stop of Tab, the arrows or a letter choose, Enter leads to the first field
// under it.

interface SettingsIndexProps {
  /** What holds the sections, each with its own heading. */
  readonly of: RefObject<HTMLElement | null>
}

function SettingsIndex({ of }: SettingsIndexProps) {
  const { text } = useTranslator()
  const [titles, setTitles] = useState<readonly string[]>([])
  // Which sections there are, and in which language, changes under the open dialog.
  useEffect(() => {
    const part = of.current
    if (part === null) return undefined
    const read = () => setTitles((before) => sameOr(before, titlesIn(part)))
    read()
    const watch = new MutationObserver(read)
    watch.observe(part, { childList: true, characterData: true, subtree: true })
    return () => watch.disconnect()
  }, [of])
  const open = (place: number): void => {
    const section = headingsIn(of.current)[place]?.parentElement
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector<HTMLElement>(firstField)?.focus({ preventScroll: true })
  }
  return (
    <ListBox
      className={classNames(styles['settings-index'])}
      aria-label={text('settings.index')}
      autoFocus="first"
      onAction={(place) => open(Number(place))}
    >
      {titles.map((title, place) => (
        <ListBoxItem
          key={title}
          id={place}
          textValue={title}
          className={classNames(styles['settings-place'])}
        >
          {title}
        </ListBoxItem>
      ))}
    </ListBox>
  )
}

/** Of a choice it is the one that is chosen: the others are reached by the arrows. */
const firstField = 'input:not([tabindex="-1"]), button:not([tabindex="-1"])'

const headingsIn = (part: HTMLElement | null): readonly HTMLElement[] => [
  ...(part?.querySelectorAll<HTMLElement>('section > section > h3') ?? []),
]

const titlesIn = (part: HTMLElement): readonly string[] =>
  headingsIn(part).map(({ textContent }) => textContent)

/** The list as it was where nothing in it has changed: nothing is drawn again. */
const sameOr = (before: readonly string[], now: readonly string[]): readonly string[] =>
  before.join('\n') === now.join('\n') ? before : now
