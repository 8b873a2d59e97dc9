import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';

/** The incident or corrective action that files belong to. */
export interface FilesOwner {
  readonly kind: 'event' | 'task';
  readonly guid: string;
}

/** Owner of files with what the screens show about it. */
export interface Holder extends FilesOwner {
  /** As used within a sentence: "event 1048", "the action". */
  readonly words: string;
  readonly timeZone: string;
  /** People that a file can be tagged with. */
  readonly people: readonly { readonly guid: string; readonly name: string }[];
}

type Incident = Pick<IncidentDetail, 'eventId' | 'number' | 'timeZone' | 'injuredPersons' | 'relatedPersons'>;

/** Incident as the owner of files. Its files can be tagged with the people it names, except members. */
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

/**
 * Corrective action as the owner of files. It offers no people, because its assignee may not be allowed to see the
 * incident.
 */
export const taskHolder = (taskGuid: string, timeZone: string): Holder => ({
  kind: 'task',
  guid: taskGuid,
  words: 'the action',
  timeZone,
  people: [],
});

/**
 * Comma-separated names of the people a file shows; empty if there are none. People whom the incident no longer names
 * are omitted.
 */
export const shownIn = ({ people }: Pick<Holder, 'people'>, personGuids: readonly string[]): string =>
  people
    .filter(({ guid }) => personGuids.includes(guid))
    .map(({ name }) => name)
    .join(', ');
