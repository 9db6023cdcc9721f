/** Questions about a state table that is data: rows of (from, event, to). */
export interface Row<State extends string, Event extends string> {
  readonly from: State
  readonly on: Event
  readonly to: State
}

/** The state after `event`, or undefined where the table has no such row: a typed refusal for the caller to name. */
export function step<State extends string, Event extends string>(
  table: readonly Row<State, Event>[],
  from: State,
  on: Event,
): State | undefined {
  return table.find((row) => row.from === from && row.on === on)?.to
}

/**
 * Whether `to` can come after `from` by any number of steps, none included. Server states are observed by polling,
 * which may skip steps, so they are checked with this and never stepped.
 */
export function reachable<State extends string>(
  table: readonly { readonly from: State; readonly to: State }[],
  from: State,
  to: State,
): boolean {
  const seen = new Set<State>([from])
  for (const state of seen) {
    for (const row of table) if (row.from === state) seen.add(row.to)
  }
  return seen.has(to)
}

/** A row of the service's own state tables, in the columns of service-api.md, "States and transitions". */
export interface ServerRow<State extends string, Source extends string = State | '(none)'> {
  readonly from: Source
  readonly movedBy: string
  readonly condition: string
  readonly to: State
  readonly also: string
}
