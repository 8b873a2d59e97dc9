import { z } from 'zod';
import { defineEvent, personal, subject, type EventOf } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { safeText } from '../kernel/values/text.ts';
import { incidentFilter } from './requests.ts';
import { incidentSortKeys, sortDirections } from './vocabulary.ts';
import { viewScopes } from './saved-views.ts';

const ownerGuid = guid;

/**
 * A filter may name people and contain words of an incident: its owner's key seals it, like the name, so it is null
 * after an erasure.
 */
const viewFacts = {
  name: personal(safeText.min(1).max(100), subject.member('ownerGuid')),
  scope: z.enum(viewScopes),
  filter: personal(incidentFilter.nullable(), subject.member('ownerGuid')),
  sortBy: z.enum(incidentSortKeys),
  sortDirection: z.enum(sortDirections),
};

/** Lists could not be filtered by how soon reports were answered: earlier filters stay valid. */
export const beforeAnswers = (data: object): object => data;

/** A list of events is saved under a name, for its owner or for everybody. Stream kind saved-view, the view's guid. */
export const savedViewCreated = defineEvent(
  'SavedViewCreated',
  z.strictObject({ viewGuid: guid, ownerGuid, ...viewFacts }),
  [beforeAnswers],
);
/** What was changed, and nothing else. */
export const savedViewChanged = defineEvent(
  'SavedViewChanged',
  z.strictObject({ ownerGuid, ...z.strictObject(viewFacts).partial().shape }),
  [beforeAnswers],
);
export const savedViewRemoved = defineEvent('SavedViewRemoved', z.strictObject({}));

export const viewEvents = [savedViewCreated, savedViewChanged, savedViewRemoved] as const;
export type ViewFacts = Omit<EventOf<typeof savedViewCreated>['data'], 'viewGuid' | 'ownerGuid'>;
