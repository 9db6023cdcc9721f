/** What the counter should know although it goes on selling: one line each on every screen, its words under `notice`. */

/** Things to know and to put right that keep nobody from selling, the most urgent first: where room is scarce it alone is shown. */
export const notices = [
  /** The service has refused its requests for minutes: each try may make that longer. */
  'requests-refused-for-long',
  /** The service says that it is under maintenance, or interrupted: a part of it, as selling is open. */
  'service-maintenance',
  /** The same of the host that bills are paid at. */
  'bills-maintenance',
  /** It wants fewer requests for a while; the counter keeps its own back. */
  'too-many-requests',
  /** The machine's clock says less than the journal has seen of it. */
  'clock-set-back',
  /** It is more than five minutes off the service's. */
  'clock-behind',
  'clock-ahead',
  /** The version that runs was taken back by its maker. */
  'version-withdrawn',
  /** The keychain lacks the key that sealed the cards of this journal, or holds another: no new code is kept until it is back. */
  'card-key-lost',
  /** The list of accounts could not be used as it was found: the counter opened in training. */
  'accounts-lost',
  /** The account has orders that are nobody's here, so the key was set as shared with other counters. */
  'settings-key-shared',
  /** A sale was delivered after its money was given back: the customer owes it. */
  'refund-debts',
  /** The balance is below what the shop wants to be warned of. */
  'balance-low',
  /** At the pace of the same weekday the balance lasts for two hours at the most. */
  'balance-ends-soon',
  /** The day's backup of the journal could not be made. */
  'no-backup',
  /** The settings file was wrong: a copy is kept, and what was wrong in it is not used. */
  'settings-set-aside',
  /** It is of a newer version of the product, or cannot be read at all: it is left alone, and nothing can be changed. */
  'settings-newer',
  'settings-unreadable',
  /** The signed archive of a closed shift could not be put where it is wanted. */
  'archive-fails',
  /** A newer version of the product has been there for everybody for some time. */
  'version-old',
  /** It is here, and is installed at the counter's end. */
  'update-ready',
] as const
export type Notice = (typeof notices)[number]
