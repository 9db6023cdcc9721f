/**
 * Questions and messages to the person in the system's own window, which no page can see, press or cover. Owns how they are
 * put: in all three languages at once, since a system's dialog knows nothing of the screen behind it; Enter and Escape both
 * answer no.
 */
import { app, type BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import type { Confirm, Question } from '#core/ports.ts'
import { exitCodes } from './commands.ts'
import type { CounterWindows } from './windows.ts'

export interface AskedQuestion {
  readonly message: string
  readonly detail: string
  /** What the button says that agrees. */
  readonly agree: string
}

const cancel = 'Annuler · إلغاء · Cancel'
const cancelId = 0
const agreeId = 1

/** Whether the person agrees. */
export async function askPerson(
  owner: BrowserWindow | null | undefined,
  { message, detail, agree }: AskedQuestion,
): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: 'question',
    title: 'Comptoir',
    message,
    detail,
    buttons: [cancel, agree],
    defaultId: cancelId,
    cancelId,
    noLink: true,
  }
  const { response } = await (owner ? dialog.showMessageBox(owner, options) : dialog.showMessageBox(options))
  return response === agreeId
}

const sendKey = [
  'Envoyer la clé copiée à ce serveur ? Ne le faites que si c’est bien celui de la plateforme.',
  'إرسال المفتاح المنسوخ إلى هذا الخادم؟ لا تفعل إلا إن كان فعلا خادم المنصة.',
  'Send the copied key to this server? Only do so if it really is the platform’s.',
].join('\n')

const acceptJournal = [
  'Vendre avec ce journal ? Le trousseau du système dit qu’il n’est pas celui que Comptoir a écrit en dernier.',
  'البيع بهذا السجل؟ خزنة المفاتيح تقول إنه ليس آخر ما كتبه Comptoir.',
  'Sell with this journal? The system’s keychain says that it is not the one that Comptoir wrote last.',
].join('\n')

const newPrinter = [
  'Envoyer les tickets à cette imprimante du réseau ? Ils peuvent porter des codes de cartes.',
  'إرسال الوصولات إلى هذه الطابعة على الشبكة؟ قد تحمل رموز البطاقات.',
  'Send the slips to this printer on the network? They may hold codes of cards.',
].join('\n')

const newAuthority = [
  'Faire confiance à cette autorité ? Qui détient sa clé peut lire et changer ce que Comptoir et la plateforme se disent.',
  'الوثوق بهذه الجهة؟ من يملك مفتاحها يستطيع أن يقرأ ويغيّر ما يتبادله Comptoir والمنصة.',
  'Trust this authority? Whoever holds its key can read and change what Comptoir and the platform say to each other.',
].join('\n')

type Asked<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>

const wordsOf: { readonly [Kind in Question['kind']]: (asked: Asked<Kind>) => AskedQuestion } = {
  'send-key': ({ hosts }) => ({
    message: sendKey,
    detail: hosts.join('\n'),
    agree: 'Envoyer · إرسال · Send',
  }),
  'new-printer': ({ where }) => ({
    message: newPrinter,
    detail: where,
    agree: 'Imprimer là · الطباعة هناك · Print there',
  }),
  'new-authority': ({ name, issuer, untilMs, fingerprint }) => ({
    message: newAuthority,
    detail: [
      `Nom · الاسم · Name: ${name}`,
      `Émise par · الجهة المصدرة · Issuer: ${issuer}`,
      `Jusqu’au · صالحة حتى · Until: ${new Date(untilMs).toISOString().slice(0, 10)}`,
      `SHA-256: ${fingerprint}`,
    ].join('\n'),
    agree: 'Faire confiance · وثوق · Trust',
  }),
  'accept-journal': ({ anchoredAtMs, folder, otherFolder }) => ({
    message: acceptJournal,
    detail: [
      new Date(anchoredAtMs).toISOString(),
      folder,
      ...(otherFolder === folder ? [] : [otherFolder]),
    ].join('\n'),
    agree: 'Accepter · قبول · Accept',
  }),
}

const wordsFor = <Kind extends Question['kind']>(asked: Asked<Kind>): AskedQuestion =>
  wordsOf[asked.kind as Kind](asked)

/** The `confirm` port: the core's questions, over the counter's window. */
export const createConfirm =
  (windows: Pick<CounterWindows, 'readCounter'>): Confirm =>
  (asked) =>
    askPerson(windows.readCounter(), wordsFor(asked))

// The message where the counter cannot open: in a box of the system's, before the process ends.

/** Said before any screen of ours can say it, so in all three languages at once. */
const cannotOpen = [
  'Comptoir ne peut pas s’ouvrir. Tout ce qui a été enregistré est conservé.',
  'تعذّر فتح Comptoir. كل ما سُجِّل محفوظ.',
  'Comptoir cannot be opened. Everything that was recorded is kept.',
].join('\n')

/**
 * Says why, and ends the process with `code`. On Linux a box before Electron is ready would be a line on standard error that
 * nobody in a shop sees: it waits until one can be drawn. Where that never comes Electron ends by itself.
 */
export async function refuse(
  why: string,
  code: number = exitCodes.notDone,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (platform === 'linux') await app.whenReady()
  dialog.showErrorBox('Comptoir', `${cannotOpen}\n\n${why}`)
  app.exit(code)
}
