/** A row of the service's own state tables, in the columns of service-api.md, "States and transitions". */
export interface ServerRow<State extends string, Source extends string = State | '(none)'> {
  readonly from: Source
  readonly movedBy: string
  readonly condition: string
  readonly to: State
  readonly also: string
}
