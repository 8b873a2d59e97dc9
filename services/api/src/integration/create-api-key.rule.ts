import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { MAX_KEY_DAYS, MAX_API_KEYS } from '@plimsoll/contracts/integration/api-keys';
import { tellsInjuries } from '@plimsoll/contracts/integration/channel';
import type { apiKeyCreated } from '@plimsoll/contracts/integration/key-events';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';

export type NewApiKey = EventOf<typeof apiKeyCreated>['data'];

/** Facts from the calendar and the read model that the decision needs. */
export interface KeyFacts {
  /** In the organization's time zone. */
  readonly today: string;
  readonly activeCount: number;
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/**
 * Creates an API key. Refuses: DuplicateGuid, Forbidden (injury data without SEE_INJURY_DATA), MalformedDate,
 * LimitReached.
 */
export function createApiKey(
  key: NewApiKey,
  isThere: boolean,
  actor: Viewer,
  { today, activeCount }: KeyFacts,
): Decision<EventOf<typeof apiKeyCreated>> {
  if (isThere) return refuse('DuplicateGuid');
  if (tellsInjuries(key) && !holds(actor, 'SEE_INJURY_DATA')) return refuse('Forbidden');
  const days = daysBetween(today, key.expiresOn);
  if (days < 0 || days > MAX_KEY_DAYS)
    return refuse('MalformedDate', {
      fieldErrors: [
        fieldError('expiresOn', 'MalformedDate', `Must be a day from today to ${MAX_KEY_DAYS} days from now`),
      ],
    });
  if (activeCount >= MAX_API_KEYS) return refuse('LimitReached');
  return [{ type: 'ApiKeyCreated', data: key }];
}
