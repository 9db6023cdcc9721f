/** What no simulated day draws yet, by deviation, trouble or part of the day, with what breaks under it. Empty is the aim. */
export const pending: Readonly<Record<string, string>> = {
  'trouble copy-refused': '3: refused is shown of what the first arrival took',
  'selectedBillId=own': '3: a payment that was given up and accepted all the same stays cancelled',
  'refundedFrom=SUCCESS': '3: fulfilled is shown of a payment that was refunded after it',
}

export const isDrawn = (what: string): boolean => !Object.hasOwn(pending, what)
