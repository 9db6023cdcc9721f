/**
 * Doubts that looks at the service do not end, as the reasons that a sale carries them by, in doubt or accepted: the evidence
 * on which a person decides. Their words are in the locales under `decide.evidence`.
 */
export const standingDoubts = [
  /** The service says that it knows the ref, and shows no order under it. */
  'duplicated-ref-unseen',
  /** A record that cannot be this sale's stands in its place. */
  'stranger-found',
  /** A row of the service's list may be this sale's and cannot be read. */
  'unreadable-row',
  'list-too-long',
  /** The list shows an order that may be this one in another zone's time, or under another type or price. */
  'listed-otherwise',
  /** The account paid for an order such as this, and none is listed. */
  'paid-for-something',
  /** The journal lost entries of a time that nobody can tell, and an attempt may have been among them. */
  'entries-lost',
  /** It was sent after the machine slept or its clock was set, and nobody can tell when. */
  'clock-in-doubt',
  /** Nothing is found in a place where nothing was ever found. */
  'path-unproven',
  /** No look has brought an answer for a long time, although the line is good. */
  'never-answered',
  /** It was sent to other addresses than those that are asked now: what these do not know says nothing. */
  'addresses-changed',
  /** The service does not show an order that it accepted, or a transaction that it had. */
  'order-vanished',
  /** What it shows under the order's number or the sale's ref tells another amount, number, product or bill. */
  'record-differs',
  /** The order is there under a word that its kind does not have. */
  'unknown-word',
  /** Its word is known, and lasts longer than the service says it may. */
  'overdue',
  /** None of these for sure, and many looks have not ended the doubt. */
  'unsettled',
] as const
export type ManualReviewReason = (typeof standingDoubts)[number]

/** The doubt that a sale's reason names; undefined where it names none. */
export const manualReviewReasonIn = (reason: string | null): ManualReviewReason | undefined =>
  standingDoubts.find((doubt) => doubt === reason)
