/** One word for a thing in each language, wherever a person reads it; `words.test.ts` holds the locales to it. */

interface Term {
  /** The word that is used; a star stands for any ending. */
  readonly say: string
  /** Words that would be understood as the same thing, and are not used. */
  readonly not: readonly string[]
  /** Where one of these stands for another thing: in small letters, and in Arabic without marks of vowels. */
  readonly but?: readonly RegExp[]
}

const fr: readonly Term[] = [
  {
    say: 'la plateforme',
    not: ['prestataire', 'fournisseur', 'service'],
    // Whom the shop buys from; what a bill costs beside its amount; what the counter sells.
    but: [/^fournisseur$/u, /frais de service/u, /^(?:par |tous les )?services?$/u],
  },
  { say: 'annulée', not: ['abandon*', 'renonc*'] },
  { say: 'reçue malgré l’annulation', not: ['réapparu*'] },
  {
    say: 'échouée',
    not: ['remboursé*'],
    // What the platform gives back to the shop, and a customer pays on the carnet or of what was given back too much.
    but: [
      /boutique est remboursée|remboursée à la boutique/u,
      /carnet remboursé|dettes remboursées|^remboursé/u,
    ],
  },
  { say: 'à rendre', not: ['remboursement', 'rembourser'], but: [/remboursement du carnet/u] },
  {
    say: 'la caisse',
    not: ['tiroir'],
    // The thing that springs open; what is counted is the cash of the till.
    but: [/(?:ouvrir le|ouverture du) tiroir|le tiroir s’ouvre|un tiroir-caisse y est branché/u],
  },
  { say: 'contrôle des comptes', not: ['rapprochement'] },
]

const en: readonly Term[] = [
  {
    say: 'the platform',
    not: ['provider', 'supplier', 'service'],
    but: [/^supplier$/u, /service fee/u, /^(?:every )?services?$/u, /“print spooler” service/u],
  },
  {
    say: 'the till',
    not: ['drawer', 'cash register', 'cash desk'],
    // The thing that springs open; what is counted is the cash of the till.
    but: [/open the drawer|opening of the drawer|drawer (?:is )?opened|a cash drawer is connected/u],
  },
  { say: 'cancel', not: ['give up', 'gave up', 'given up', 'give it up', 'abandon*'] },
  { say: 'failed', not: ['refunded'], but: [/shop was refunded|refunded to the shop/u] },
  { say: 'give back', not: ['refund'] },
  { say: 'received despite the cancellation', not: ['reappeared', 'surfaced'] },
]

const ar: readonly Term[] = [
  {
    say: 'المنصة',
    not: ['مزود', 'مورد', 'خدمة'],
    but: [/^مورد$/u, /رسوم الخدمة/u, /^(?:حسب )?الخدمة$/u, /خدمة (?:الطباعة|«print spooler»)/u],
  },
  { say: 'وصلت رغم الإلغاء', not: ['ظهر من جديد', 'ظهرت من جديد', 'ظهر الطلب من جديد'] },
  { say: 'لم تنجح', not: ['مسترجعة', 'تسترجع', 'يسترجع', 'استرجعت'] },
  {
    say: 'الصندوق',
    not: ['درج'],
    // The thing that springs open; what is counted is the cash of the till.
    but: [/فتح الدرج/u, /درج النقود موصول/u],
  },
  { say: 'إلغاء', not: ['تخلي', 'متخلى', 'تخل'] },
  { say: 'السجل', not: ['دفتر'], but: [/دفتر الكريدي/u, /دينه مسجل في الدفتر/u] },
  { say: 'رمز الاسترداد', not: ['رمز الاسترجاع'] },
  { say: 'صاحب المحل', not: ['مالك'] },
  { say: 'المحل', not: ['متجر'] },
]

export const glossary: Readonly<Record<string, readonly Term[]>> = { fr, en, ar }
