/** The top of the counter: the services on sale, settings, help, language and appearance. */
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useStep, useTranslator } from '../../counter-context.tsx'
import { serviceOf } from '../sell/flow.ts'
import { focusMainField } from '../sell/main-field.ts'
import { ParkedMark } from '../sell/payment-link/parked-mark.tsx'
import { keyOfService, type Service, services } from '../sell/services.ts'
import { Preferences } from './preferences.tsx'

export function Header() {
  const { screen, selling } = useParts()
  const { text } = useTranslator()
  const current = serviceOf(useStep())
  const open = (service: Service): void => {
    selling.open(service)
    focusMainField()
  }
  return (
    <header className="header">
      <p className="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <path d="M3 12h26v4H3zM6 16v12M26 16v12M11 12V6h10v6" />
        </svg>
        <Text k="app.title" />
      </p>
      <nav aria-label={text('header.services')}>
        {services.map((service) => (
          <button
            key={service}
            type="button"
            className="service-tab"
            aria-current={service === current ? 'page' : undefined}
            aria-keyshortcuts={keyOfService[service]}
            onClick={() => open(service)}
          >
            <Text k={`header.service.${service}`} />
            <Kbd>{keyOfService[service]}</Kbd>
            {service === 'payment-link' && <ParkedMark />}
          </button>
        ))}
      </nav>
      <Preferences />
      <Button
        look="quiet"
        label={text('header.journal')}
        testId="journal"
        onPress={() => screen.open({ kind: 'journal' })}
      >
        <Icon name="book" />
      </Button>
      <Button look="quiet" shortcut="F10" testId="settings" onPress={() => screen.open({ kind: 'settings' })}>
        <Icon name="gear" />
        <span className="visually-hidden">
          <Text k="header.settings" />
        </span>
        <Kbd>F10</Kbd>
      </Button>
      <Button
        look="quiet"
        label={text('header.help')}
        shortcut="?"
        onPress={() => screen.open({ kind: 'help' })}
      >
        <Icon name="help" />
        <Kbd>?</Kbd>
      </Button>
    </header>
  )
}
