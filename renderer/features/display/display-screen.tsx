/**
 * The whole of the customer's display: what is not production says so, then the scene, then the shop's name. Each word stands
 * in every language of the display; figures stand once.
 */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { DisplayView } from '#shared/display.ts'
import { unreachable } from '#shared/result.ts'
import { LanguageProvider } from '../../counter-context.tsx'
import { createTranslator, directionOf } from '../../i18n.ts'
import type { Display } from './display-store.ts'
import { InLanguages, LanguagesProvider } from './in-languages.tsx'
import { ReviewScene } from './review-scene.tsx'
import { SaleScene } from './sale-scene.tsx'
import { ShowNothing } from './show-nothing.tsx'

export function DisplayScreen({ display }: { readonly display: Display }) {
  const view = useStore(display.store, (state) => state.view)
  const main = view?.languages[0] ?? 'fr'
  const theme = view?.theme ?? 'system'
  useEffect(() => {
    document.documentElement.lang = main
    document.documentElement.dir = directionOf(main)
    document.documentElement.setAttribute('data-theme', theme)
    document.title = createTranslator(main).text('settings.display')
  }, [main, theme])
  if (!view) return <main className="display" data-scene="idle" />
  return (
    <ShowNothing of={view}>
      <Shown view={view} />
    </ShowNothing>
  )
}

function Shown({ view }: { readonly view: DisplayView }) {
  const [main = 'fr'] = view.languages
  return (
    <LanguagesProvider value={view.languages}>
      <LanguageProvider locale={main}>
        <main className="display" data-scene={view.scene.kind} data-languages={view.languages.join(' ')}>
          <Mark environment={view.environment} />
          <Scene view={view} />
          {view.shopName !== '' && view.scene.kind !== 'idle' && (
            <p className="display-shop">
              <bdi>{view.shopName}</bdi>
            </p>
          )}
        </main>
      </LanguageProvider>
    </LanguagesProvider>
  )
}

function Mark({ environment }: Pick<DisplayView, 'environment'>) {
  if (environment === 'production') return null
  return (
    <section className="display-mark" data-environment={environment}>
      <InLanguages k={`environment.${environment}.name`} as="strong" />
      <InLanguages k={`environment.${environment}.text`} />
    </section>
  )
}

function Scene({ view: { scene, shopName } }: { readonly view: DisplayView }) {
  switch (scene.kind) {
    case 'idle':
      return (
        <section className="display-scene">
          {shopName !== '' && (
            <h1 className="display-name">
              <bdi>{shopName}</bdi>
            </h1>
          )}
          <InLanguages k="display.welcome" look="display-welcome" />
        </section>
      )
    case 'review':
      return <ReviewScene scene={scene} />
    case 'sale':
      return <SaleScene scene={scene} />
    default:
      return unreachable(scene)
  }
}
