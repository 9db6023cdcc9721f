/**
 * A whole day at the counter, played with the keyboard in the real window, scene by scene: a shift from its float to its Z, each
 * kind of sale, each ending, and a power cut in it; French before the cut and Arabic after it. With pictures on the way.
 */
import type { RunningApp } from '../../e2e/support/runtimes.ts'
import { showLanguage } from '../../e2e/support/till.ts'
import type { TrainingProcess } from '../../e2e/support/training-process.ts'
import { decide, giveUp, loseTwo, resume, sellIntoThePowerCut, sendAgain } from './doubts.ts'
import { bill, endings, sell, sellAll, sellOffer, typed, usual } from './sales.ts'
import { type Scene, type Stage, stagesOf } from './stage.ts'
import {
  closeShift,
  giveBack,
  goDark,
  openShift,
  payBack,
  prepare,
  saveSlip,
  sellOnAccount,
  signIn,
  takeLink,
} from './till.ts'

export interface DayParts {
  /** Opens the counter, on the same data and the same service each time. */
  readonly open: () => Promise<RunningApp>
  readonly service: TrainingProcess
  /** Where the pictures go. */
  readonly folder: string
  readonly say: (line: string) => void
}

const beforeThePowerCut: readonly Scene[] = [
  { title: 'the counter opens', play: prepare },
  { title: 'a shift is opened over its float', play: openShift },
  { title: 'each kind is sold', play: sellAll(usual) },
  { title: 'two top-ups are lost on the line, and the counter looks for them', play: loseTwo },
  { title: 'each other ending comes', play: sellAll(endings) },
  { title: 'a top-up is refused, and an offer is sold in its place', play: sellOffer },
  { title: 'what is due is given back', play: giveBack },
  { title: 'two orders may be either sale’s: a person says which', play: decide },
  { title: 'the power is cut in the middle of a send', play: sellIntoThePowerCut },
]

const afterThePowerCut: readonly Scene[] = [
  { title: 'the power is back: the cashier signs in', play: signIn },
  { title: 'the counter resumes by itself', play: resume },
  { title: 'a lost top-up is found nowhere, and sent again', play: sendAgain },
  { title: 'the afternoon goes on in Arabic', play: goOnInArabic },
  { title: 'the other lost top-up is given up', play: giveUp },
  { title: 'a payment link is made, and paid', play: takeLink },
  { title: 'a card is sold on account', play: sellOnAccount },
  { title: 'the customer pays it back', play: payBack },
  { title: 'the shift is counted and closed, with its Z', play: closeShift },
  { title: 'a slip is saved', play: saveSlip },
  { title: 'evening: the counter goes dark', play: goDark },
]

/** Plays the day and answers the exit code of its ordered end. Rejects at the first thing that is not as it should be. */
export async function playDay({ open, service, folder, say }: DayParts): Promise<number | null> {
  const stageOf = stagesOf({ service, folder })
  const play = async (scenes: readonly Scene[]) => {
    const stage = stageOf(await open())
    for (const scene of scenes) {
      say(scene.title)
      await scene.play(stage)
    }
    return stage.counter
  }
  await play(beforeThePowerCut)
  return (await play(afterThePowerCut)).quit()
}

async function goOnInArabic(stage: Stage): Promise<void> {
  await showLanguage(stage.page, 'ar')
  await stage.shot('start-ar')
  await sell(stage, { name: 'flexy-ar', order: typed('0770123456 1000') })
  await sell(stage, { name: 'water-ar', order: bill('SEAAL', 2, '100002', '1234567') })
}
