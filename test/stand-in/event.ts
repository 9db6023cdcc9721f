/** An event that a listener can prevent, as Electron's are. */

export interface PreventableEvent {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

/** Makes one, with the fields that this event carries. */
export function createEvent<Fields extends object>(fields?: Fields): PreventableEvent & Fields {
  let isPrevented = false
  const event = {
    get defaultPrevented() {
      return isPrevented
    },
    preventDefault() {
      isPrevented = true
    },
  }
  return Object.assign(event, fields)
}
