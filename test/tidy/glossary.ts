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
    // Whom the shop buys from; what a bill costs beside its amount; what the counter sells; a part of Windows.
    but: [
      /^fournisseur$/u,
      /frais de service/u,
      /^(?:par |tous les )?services?$/u,
      /service « spouleur d’impression »/u,
    ],
  },
  { say: 'la boutique', not: ['magasin', 'commerce', 'commerçant', 'échoppe'] },
  { say: 'le patron', not: ['propriétaire', 'gérant', 'responsable', 'administrateur'] },
  { say: 'les caissiers', not: ['vendeur', 'vendeuse', 'employé', 'préposé', 'guichetier'] },
  {
    say: 'la caisse',
    not: ['tiroir'],
    // The thing that springs open; what is counted is the cash of the till.
    but: [/(?:ouvrir le|ouverture du) tiroir|le tiroir s’ouvre|un tiroir-caisse y est branché/u],
  },
  // A session is a shift, and nobody's signing in.
  { say: 'session', not: ['vacation', 'session d’un patron', 'propre session'] },
  { say: 'fond de caisse', not: ['fonds', 'encaisse', 'solde d’ouverture'] },
  { say: 'ticket', not: ['bordereau', 'coupon', 'bulletin'] },
  { say: 'le journal', not: ['registre', 'grand livre', 'cahier'] },
  { say: 'l’historique', not: ['archives des ventes', 'ventes passées'] },
  { say: 'le carnet', not: ['ardoise', 'mis en compte', 'compte du client', 'compte client'] },
  { say: 'organisme', not: ['facturier', 'créancier', 'émetteur'] },
  { say: 'opérateur', not: ['opératrice', 'fournisseur d’accès'] },
  { say: 'offre', not: ['forfait', 'formule', 'abonnement'] },
  { say: 'la clé', not: ['jeton', 'token', 'identifiants de connexion'] },
  { say: 'le trousseau', not: ['coffre à clés', 'porte-clés', 'gestionnaire de clés'] },
  { say: 'code de secours', not: ['code de récupération', 'code de restauration'] },
  { say: 'Comptoir', not: ['logiciel', 'application', 'appli', 'ce programme', 'le programme'] },
  { say: 'le client', not: ['usager', 'acheteur', 'consommateur'] },
  { say: 'recharge', not: ['rechargement', 'crédit téléphonique'] },
  { say: 'annulée', not: ['abandon*', 'renonc*'] },
  { say: 'refusée', not: ['rejet*', 'déclin*'] },
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
  { say: 'contrôle des comptes', not: ['rapprochement', 'réconciliation'] },
  // Of an account in which nothing is sold for real.
  { say: 'essai', not: ['bac à sable', 'sandbox'], but: [/sandbox:nom/u] },
]

const en: readonly Term[] = [
  {
    say: 'the platform',
    not: ['provider', 'supplier', 'service'],
    but: [/^supplier$/u, /service fee/u, /^(?:every )?services?$/u, /“print spooler” service/u],
  },
  { say: 'the shop', not: ['store', 'merchant', 'retailer'] },
  { say: 'the owner', not: ['manager', 'boss', 'administrator', 'proprietor'] },
  { say: 'cashier', not: ['seller', 'clerk', 'employee', 'vendor'] },
  {
    say: 'the till',
    not: ['drawer', 'cash register', 'cash desk'],
    // The thing that springs open; what is counted is the cash of the till.
    but: [/open the drawer|opening of the drawer|drawer (?:is )?opened|a cash drawer is connected/u],
  },
  { say: 'shift', not: ['session', 'vacation'] },
  { say: 'float', not: ['opening cash', 'opening balance', 'cash fund'] },
  { say: 'slip', not: ['ticket', 'voucher', 'sales receipt'] },
  { say: 'the journal', not: ['ledger', 'the log', 'logbook'] },
  { say: 'the history', not: ['past sales', 'sales log'] },
  { say: 'the credit book', not: ['carnet', 'customer’s account', 'customer account'] },
  { say: 'biller', not: ['utility', 'creditor', 'invoicer'] },
  { say: 'operator', not: ['carrier', 'telco'] },
  { say: 'plan', not: ['package', 'tariff'] },
  { say: 'key', not: ['token', 'credential'] },
  { say: 'keychain', not: ['keyring', 'key store', 'credential store'] },
  { say: 'recovery code', not: ['backup code', 'recovery key', 'rescue code'] },
  { say: 'Comptoir', not: ['software', 'this program', 'the program', 'this app', 'the app', 'application'] },
  {
    say: 'the customer',
    not: ['client', 'buyer', 'shopper'],
    // As the biller's own papers name it.
    but: [/client (?:and contract )?codes?/u],
  },
  { say: 'top-up', not: ['recharge', 'refill'] },
  { say: 'cancel', not: ['give up', 'gave up', 'given up', 'give it up', 'abandon*'] },
  { say: 'refused', not: ['reject*'] },
  { say: 'received despite the cancellation', not: ['reappeared', 'surfaced'] },
  { say: 'failed', not: ['refunded'], but: [/shop was refunded|refunded to the shop/u] },
  { say: 'give back', not: ['refund'] },
  { say: 'test', not: ['sandbox'], but: [/sandbox:name/u] },
]

const ar: readonly Term[] = [
  {
    say: 'المنصة',
    not: ['مزود', 'مورد', 'خدمة'],
    but: [/^مورد$/u, /رسوم الخدمة/u, /^(?:حسب )?الخدمة$/u, /خدمة (?:الطباعة|«print spooler»)/u],
  },
  { say: 'المحل', not: ['متجر', 'دكان'] },
  { say: 'صاحب المحل', not: ['مالك', 'مدير', 'مسؤول'] },
  {
    say: 'أمين الصندوق',
    not: ['كاشير', 'بائع', 'موظف', 'عامل'],
    // What a customer calls whom he sees: the display and the slip speak to him.
    but: [/^البائع$|يعرضها عليكم البائع|يرجى مراجعة البائع/u],
  },
  {
    say: 'الصندوق',
    not: ['درج', 'خزينة'],
    // The thing that springs open; what is counted is the cash of the till.
    but: [/فتح الدرج/u, /درج النقود موصول/u],
  },
  { say: 'الوردية', not: ['مناوبة', 'جلسة', 'دوام'] },
  { say: 'مبلغ الفتح', not: ['رصيد الافتتاح', 'رصيد الفتح', 'عهدة'] },
  { say: 'الوصل', not: ['قسيمة', 'قسائم', 'إيصال', 'تذكرة', 'تذاكر'] },
  {
    say: 'السجل',
    not: ['دفتر', 'يومية'],
    but: [/دفتر الكريدي/u, /دينه مسجل في الدفتر/u, /نسخة يومية|^يومية$/u],
  },
  { say: 'المبيعات السابقة', not: ['تاريخ المبيعات', 'سجل المبيعات', 'محفوظات'] },
  { say: 'دفتر الكريدي', not: ['كارني', 'كرني', 'حساب الزبون', 'قيد في الحساب', 'قيدت في الحساب'] },
  { say: 'المؤسسة', not: ['هيئة', 'شركة', 'مفوتر'] },
  { say: 'المتعامل', not: ['مشغل'] },
  { say: 'العرض', not: ['باقة', 'صيغة الدفع', 'خطة'] },
  { say: 'المفتاح', not: ['رمز مميز', 'توكن'] },
  { say: 'خزنة المفاتيح', not: ['حافظة المفاتيح', 'سلسلة المفاتيح', 'حلقة المفاتيح'] },
  { say: 'رمز الاسترداد', not: ['رمز الاسترجاع', 'رمز الاستعادة'] },
  {
    say: 'Comptoir',
    not: ['برنامج', 'تطبيق'],
    // Another program; what drives a printer.
    but: [/برنامجا آخر|برنامج آخر|برنامج حماية|برنامج تشغيل/u],
  },
  { say: 'الزبون', not: ['عميل', 'مشتري', 'مستهلك'] },
  { say: 'تعبئة', not: ['شحن', 'إعادة شحن'] },
  { say: 'إلغاء', not: ['تخلي', 'متخلى', 'تخل'] },
  { say: 'مرفوضة', not: ['مردودة', 'مستبعدة'] },
  { say: 'وصلت رغم الإلغاء', not: ['ظهر من جديد', 'ظهرت من جديد', 'ظهر الطلب من جديد'] },
  { say: 'لم تنجح', not: ['مسترجعة', 'تسترجع', 'يسترجع', 'استرجعت'] },
  { say: 'مراقبة الحسابات', not: ['مطابقة الحسابات', 'تسوية الحسابات'] },
  { say: 'تجربة', not: ['بيئة تجريبية', 'sandbox'], but: [/sandbox:name/u] },
]

export const glossary: Readonly<Record<string, readonly Term[]>> = { fr, en, ar }
