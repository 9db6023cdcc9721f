/** The shop's favourites and their one way to change: they are kept with the settings, by the core. */
import type { Favourite } from '#shared/favourites.ts'
import { useParts, useSettings } from '../../counter-context.tsx'

export interface Favourites {
  readonly favourites: readonly Favourite[]
  change(make: (favourites: readonly Favourite[]) => readonly Favourite[]): Promise<void>
}

export function useFavourites(): Favourites {
  const { client, screen } = useParts()
  const { favourites } = useSettings()
  return {
    favourites,
    async change(make) {
      const done = await client.command('settings.update', { favourites: [...make(favourites)] })
      if (!done.ok) screen.tell({ kind: 'error', error: done.error })
    },
  }
}
