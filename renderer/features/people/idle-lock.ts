/** Locks a counter that nobody touches: who is signed in is signed out after the minutes that the shop has set. */
import { useEffect } from 'react'
import { useParts, useSettings, useSignedIn } from '../../counter-context.tsx'

const MINUTE_MS = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

export function useIdleLock(): void {
  const { client } = useParts()
  const {
    till: { lockAfterMinutes },
  } = useSettings()
  const personId = useSignedIn()?.personId
  useEffect(() => {
    if (lockAfterMinutes === null || personId === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const begin = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => void client.command('people.sign-out', {}), lockAfterMinutes * MINUTE_MS)
    }
    begin()
    for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, begin, { capture: true })
    }
  }, [client, lockAfterMinutes, personId])
}
