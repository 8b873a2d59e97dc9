import type { Decider } from '@plimsoll/api/commands/decider';
import { isRefusal, type Decision, type Refusal } from '@plimsoll/api/commands/decision';
import type { NewEvent, RecordedEvent } from '@plimsoll/event-store/port/event-store';

/** An event for a fold: its metadata may differ from the default. */
interface GivenEvent extends NewEvent {
  readonly by?: string;
  readonly at?: string;
}

/** Who acts in events that name no one else. */
const SOMEONE = '019a0000-0000-7000-8000-0000000000ff';

/** Events as the log would have them: with revisions from 1, by one person, a minute apart. */
export const recorded = (
  events: readonly (Omit<GivenEvent, 'data'> & { readonly data?: unknown })[],
): RecordedEvent[] =>
  events.map(
    ({ type, data = {}, by = SOMEONE, at }, index) =>
      ({
        type,
        data,
        revision: index + 1,
        position: index + 1,
        metadata: {
          at: at ?? new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
          actor: { userGuid: by, kind: 'USER' },
        },
      }) as RecordedEvent,
  );

type PartialRefusal = Pick<Refusal, 'refused' | 'facts'> & { readonly fieldErrors?: readonly object[] };

type GivenState<State> = {
  readonly state: State;
  /** Decides on the state: `when((state) => archiveWorksite(state, ...))`. */
  readonly when: <Event>(decide: (state: State) => Decision<Event>) => {
    readonly decision: Decision<Event>;
    /** The events that it decides on. @throws for a refusal */
    readonly events: readonly Event[];
    /** Expects exactly these events, or exactly this refusal. */
    readonly then: (expected: readonly NewEvent[] | Refusal) => void;
    /** Expects as many events as these, or a refusal, with at least these fields. */
    readonly thenMatch: (expected: readonly object[] | PartialRefusal) => void;
  };
};

const givenState = <State>(state: State): GivenState<State> => ({
  state,
  when: (decide) => {
    const decision = decide(state);
    return {
      decision,
      get events() {
        if (isRefusal(decision)) throw new Error(decision.refused);
        return decision;
      },
      then: (expected) => expect(decision).toEqual(expected),
      thenMatch: (expected) => expect(decision).toMatchObject(expected),
    };
  },
});

/**
 * Folds events by a decider: `given(worksiteDecider, [created]).when(decide).then([event])`.
 * @param guid the stream's.
 */
export const given = <State, Key extends readonly unknown[]>(
  decider: Pick<Decider<State, Key>, 'fold'>,
  events: Parameters<typeof recorded>[0] = [],
  guid?: string,
): GivenState<State> => givenState(decider.fold(recorded(events), guid));
