import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';

/** What files hang on. */
export interface FilesOwner {
  readonly kind: 'event' | 'task';
  readonly guid: string;
}

/** The same, as far as its screens need it. */
export interface Holder extends FilesOwner {
  /** As it stands in a sentence: "event 1048", "the action". */
  readonly words: string;
  readonly timeZone: string;
  /** Whom a file of it may show. */
  readonly people: readonly { readonly guid: string; readonly name: string }[];
}

type Incident = Pick<IncidentDetail, 'eventId' | 'number' | 'timeZone' | 'injuredPersons' | 'relatedPersons'>;

/** An event; its files may show everybody whom it names without being a member. */
export const eventHolder = ({ eventId, number, timeZone, injuredPersons, relatedPersons }: Incident): Holder => ({
  kind: 'event',
  guid: eventId,
  words: `event ${number}`,
  timeZone,
  people: [
    ...injuredPersons.map(({ injuredPersonGuid, name }) => ({ guid: injuredPersonGuid, name })),
    ...relatedPersons.map(({ relatedPersonGuid, name }) => ({ guid: relatedPersonGuid, name })),
  ],
});

/** An action. Whoever must carry it out need not see its event, and so none of the people there. */
export const taskHolder = (taskGuid: string, timeZone: string): Holder => ({
  kind: 'task',
  guid: taskGuid,
  words: 'the action',
  timeZone,
  people: [],
});

/** The names of whom a file shows in one text, of those whom the event still names; empty when it shows nobody of them. */
export const shownIn = ({ people }: Pick<Holder, 'people'>, personGuids: readonly string[]): string =>
  people
    .filter(({ guid }) => personGuids.includes(guid))
    .map(({ name }) => name)
    .join(', ');
