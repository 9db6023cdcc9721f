/** Every key of the selling screen in words, group by group, as the help tells them. A test holds it against keyboard.ts. */
import { paymentMeans } from '#shared/till/cash.ts'
import type { MessageKey } from '../../i18n.ts'
import {
  carnetKey,
  favouriteKeys,
  findKey,
  type KeyAction,
  printKey,
  switchKey,
  tillKey,
  tourKeys,
} from './keyboard.ts'
import { flows, services } from './services.ts'

export interface Shortcut {
  /** As keyboard.ts names them. */
  readonly keys: readonly string[]
  /** What the key does there. */
  readonly act: KeyAction['do']
  /** What stands on the key: the key itself, or a word of the locale. */
  readonly face: { readonly text: string } | { readonly word: MessageKey }
  readonly does: MessageKey
}

export interface ShortcutGroup {
  readonly title: MessageKey
  readonly shortcuts: readonly Shortcut[]
}

const digits = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => String(from + place))

const enter = { keys: ['Enter'], face: { word: 'keys.enter' } } as const
const leave = { keys: ['Escape'], face: { word: 'keys.escape' } } as const
const choices = { keys: digits(1, 9), face: { word: 'keys.digits' } } as const

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'help.group.services',
    shortcuts: services.map((service) => ({
      keys: [flows[service].key],
      act: 'open',
      face: { text: flows[service].key },
      does: `header.service.${service}`,
    })),
  },
  {
    title: 'help.group.sale',
    shortcuts: [
      { ...enter, act: 'go-on', does: 'help.check' },
      { ...choices, act: 'pick', does: 'help.pick' },
      { ...choices, keys: digits(0, 9), act: 'remember', does: 'help.remember' },
      { keys: ['0'], act: 'pick', face: { text: '0' }, does: 'help.all' },
      { keys: ['ArrowUp', 'ArrowDown'], act: 'move', face: { text: '↑ ↓' }, does: 'help.move' },
      {
        keys: favouriteKeys,
        act: 'favourite',
        face: { text: `Alt 1–${favouriteKeys.length}` },
        does: 'help.favourite',
      },
      { ...enter, act: 'scan', does: 'help.scan' },
      { ...enter, act: 'focus-pay', does: 'help.review' },
      {
        keys: digits(1, paymentMeans.length),
        act: 'means',
        face: { text: `1–${paymentMeans.length}` },
        does: 'help.means',
      },
      { keys: ['Tab'], act: 'reach', face: { word: 'keys.tab' }, does: 'help.reach' },
      { ...leave, act: 'back', does: 'help.back' },
      { ...enter, act: 'next', does: 'help.next' },
      { ...leave, act: 'next', does: 'help.next' },
      { keys: ['a'], act: 'begin', face: { text: '0–9 A–Z' }, does: 'help.begin' },
      { ...choices, act: 'offer', does: 'help.offer' },
      { keys: [printKey], act: 'print', face: { text: printKey }, does: 'help.print' },
      { keys: [carnetKey], act: 'carnet', face: { text: 'Alt 0' }, does: 'help.carnet' },
      { keys: [tillKey], act: 'give-back', face: { text: tillKey }, does: 'help.giveBack' },
    ],
  },
  {
    title: 'help.group.counter',
    shortcuts: [
      { keys: [findKey], act: 'find', face: { word: 'keys.find' }, does: 'help.find' },
      { keys: ['/'], act: 'find', face: { text: '/' }, does: 'help.find' },
      { keys: ['F6'], act: 'history', face: { text: 'F6' }, does: 'help.history' },
      { keys: ['F7'], act: 'reconciliation', face: { text: 'F7' }, does: 'help.reconciliation' },
      { keys: ['F10'], act: 'settings', face: { text: 'F10' }, does: 'help.settings' },
      { keys: [tillKey], act: 'till', face: { text: tillKey }, does: 'help.till' },
      { keys: [switchKey], act: 'switch', face: { word: 'keys.switch' }, does: 'help.switch' },
      { keys: ['?'], act: 'help', face: { text: '?' }, does: 'help.help' },
      { keys: [tourKeys.next], act: 'tour', face: { text: tourKeys.next }, does: 'help.tourNext' },
      { keys: [tourKeys.end], act: 'tour', face: { text: tourKeys.end }, does: 'help.tourEnd' },
    ],
  },
]
