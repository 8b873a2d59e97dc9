import { guid } from '../../lib/test/stage.tsx';
import { alarmGuidOf } from './alarm-of-event.ts';

// Known answer of the `uuid` package: v5('alarm {eventId}', organization).
test('the guid of an alarm follows from the organization and the event', async () => {
  expect(await alarmGuidOf(guid(50), guid(1048))).toBe('247db7e8-148c-5593-9744-52b84f4cde51');
});
