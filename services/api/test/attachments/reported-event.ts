import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { albertaGuid, components } from '../incidents/sample-incident.ts';
import type { TestApplication } from '../test-application.ts';

/** A report of an event to attach files to. */
export const reportOfPallet = {
  formGuid: nearMissForm.formGuid,
  formVersion: 1,
  occurrenceDate: '2026-03-02',
  occurrenceTime: '14:30',
  regionGuid: albertaGuid,
  location: 'Bay 3',
  description: 'A pallet slid.',
  components,
};

/** Reports an event to attach files to, and returns its guid. */
export async function reportedEvent(app: TestApplication, token: string): Promise<string> {
  const { status, body } = await app.call('POST', '/reported-events', { token, body: reportOfPallet });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body as { eventId: string }).eventId;
}
