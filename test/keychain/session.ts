/** The desktop sessions of test/support, which end here with the test that runs. */
import { onTestFinished } from 'vitest'
import * as desktop from '../support/desktop-session.ts'

export const startSession = (screen?: string): Promise<desktop.Session> =>
  desktop.startSession(onTestFinished, screen)

export const startScreen = (): Promise<string | undefined> => desktop.startScreen(onTestFinished)

export const emptyEnv = () => desktop.emptyEnv(onTestFinished)
