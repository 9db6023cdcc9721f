/** The top of the counter: the way to the one field, the services on sale, settings and help. */
import type { Locale, Settings } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { Icon, type IconName, Kbd } from '../../components/icon.tsx'
import { Text, type TextProps } from '../../components/text.tsx'
import { useParts, useStatus, useStep, useTranslator } from '../../counter-context.tsx'
import { ParkedMark } from '../payment-link/session-links.tsx'
import { serviceOf } from '../sell/flow.ts'
import { flows, type Service, services } from '../sell/services.ts'
import { focusMainField } from '../sell/step-parts.tsx'
import styles from './header.module.css'

export function Header() {
  const { screen, selling } = useParts()
  const { text } = useTranslator()
  const current = useStep(serviceOf)
  const open = (service: Service): void => {
    selling.open(service)
    focusMainField()
  }
  return (
    <header className={styles['header']}>
      <button
        type="button"
        className={styles['brand']}
        data-testid="home"
        title={text('start.home')}
        aria-current={current === 'start' ? 'page' : undefined}
        onClick={() => {
          selling.start()
          focusMainField()
        }}
      >
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <path d="M3 12h26v4H3zM6 16v12M26 16v12M11 12V6h10v6" />
        </svg>
        <Text k="app.title" />
      </button>
      <nav aria-label={text('header.services')}>
        {services.map((service) => (
          <button
            key={service}
            type="button"
            className={styles['service-tab']}
            aria-current={service === current ? 'page' : undefined}
            aria-keyshortcuts={flows[service].key}
            onClick={() => open(service)}
          >
            <span className={styles['service-name']}>
              <Text k={`header.service.${service}`} />
              {service === 'payment-link' && <ParkedMark />}
            </span>
            <Kbd>{flows[service].key}</Kbd>
          </button>
        ))}
      </nav>
      <Button
        look="quiet"
        label={text('header.journal')}
        testId="journal"
        onPress={() => screen.open({ kind: 'journal' })}
      >
        <Icon name="journal" />
        <Word k="header.backups" />
      </Button>
      <Button look="quiet" shortcut="F10" testId="settings" onPress={() => screen.open({ kind: 'settings' })}>
        <Icon name="sliders" />
        <Word k="header.settings" />
        <Kbd>F10</Kbd>
      </Button>
      <Button
        look="quiet"
        label={text('header.help')}
        shortcut="?"
        onPress={() => screen.open({ kind: 'help' })}
      >
        <Icon name="help" />
        <Word k="header.help" />
        <Kbd>?</Kbd>
      </Button>
    </header>
  )
}

/** Beside its drawing where there is room, else for who listens alone. */
const Word = ({ k }: Pick<TextProps, 'k'>) => (
  <span className={styles['head-word']}>
    <Text k={k} />
  </span>
)

// Whatever is not production says so on every screen, in a colour of its own and in words.

export function EnvironmentBanner() {
  const { environment } = useStatus()
  const { text } = useTranslator()
  if (environment === 'production') return null
  return (
    <section
      className={styles['environment']}
      data-environment={environment}
      aria-label={text('environment.label')}
    >
      <strong className={styles['environment-name']}>
        <Text k={`environment.${environment}.name`} />
      </strong>
      <span>
        <Text k={`environment.${environment}.text`} />
      </span>
    </section>
  )
}

// Language and appearance, which the settings offer.

/** Languages name themselves, so that each person finds their own. */
export const languages: Readonly<Record<Locale, { readonly short: string; readonly name: string }>> = {
  fr: { short: 'FR', name: 'Français' },
  ar: { short: 'ع', name: 'العربية' },
  en: { short: 'EN', name: 'English' },
}

export const themes = ['system', 'light', 'dark'] as const
export const themeIcon: Readonly<Record<Settings['theme'], IconName>> = {
  system: 'system',
  light: 'sun',
  dark: 'moon',
}
