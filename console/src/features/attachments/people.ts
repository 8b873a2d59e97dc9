import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';

type WithPeople = Pick<IncidentDetail, 'injuredPersons' | 'relatedPersons'>;

/** Whom a file of an event may show: everybody whom the event names without being a member. */
export const peopleOf = ({ injuredPersons, relatedPersons }: WithPeople): readonly { readonly guid: string; readonly name: string }[] => [
  ...injuredPersons.map(({ injuredPersonGuid, name }) => ({ guid: injuredPersonGuid, name })),
  ...relatedPersons.map(({ relatedPersonGuid, name }) => ({ guid: relatedPersonGuid, name })),
];

/** Their names in one text, those whom the event still names; empty when it shows nobody of them. */
export const shownIn = (incident: WithPeople, personGuids: readonly string[]): string =>
  peopleOf(incident)
    .filter(({ guid }) => personGuids.includes(guid))
    .map(({ name }) => name)
    .join(', ');
