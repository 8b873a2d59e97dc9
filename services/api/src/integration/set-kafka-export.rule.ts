import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { tellsInjuries } from '@plimsoll/contracts/integration/channel';
import type { SetKafkaExportRequest } from '@plimsoll/contracts/integration/kafka';
import type { kafkaExportSet } from '@plimsoll/contracts/integration/kafka-events';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { refuse, type Decision } from '../commands/decision.ts';

/**
 * Configures the export to Kafka; equal settings write nothing. Injury data requires SEE_INJURY_DATA, except for
 * pausing. Refuses: KafkaNotConfigured, Forbidden.
 */
export function setKafkaExport(
  input: SetKafkaExportRequest,
  current: SetKafkaExportRequest | null,
  actor: Viewer,
  isConfigured: boolean,
): Decision<EventOf<typeof kafkaExportSet>> {
  if (!isConfigured) return refuse('KafkaNotConfigured');
  const isPausing = current !== null && isDeepStrictEqual(input, { ...current, isEnabled: false });
  if (
    !isPausing &&
    (tellsInjuries(input) || (current !== null && tellsInjuries(current))) &&
    !holds(actor, 'SEE_INJURY_DATA')
  )
    return refuse('Forbidden');
  return isDeepStrictEqual(input, current) ? [] : [{ type: 'KafkaExportSet', data: input }];
}
