/** Injection token of the event store: `constructor(@Inject(EVENT_STORE) private readonly store: EventStore)`. */
export const EVENT_STORE = Symbol('EventStore');
