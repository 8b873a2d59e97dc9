import type { MyReport } from '@plimsoll/contracts/incidents/my-reports';
import { formatInstant } from '../../../lib/format/time.ts';
import { holderSentence } from '../labels.ts';
import { CALLED_OFF_TEXT, NOBODY_YET } from '../open-alarm-labels.ts';

/** What became of the alarm of a report, for the person who reported it; null if nobody has to answer it. */
export function reportedAlarmText(alarm: MyReport['alarm'], viewerGuid: string, zone: string): string | null {
  switch (alarm?.state) {
    case 'OPEN':
      return `${NOBODY_YET}: people are being alerted.`;
    case 'ACKNOWLEDGED':
      if (!alarm.answeredBy || !alarm.answeredAt) return null;
      return `${holderSentence(alarm.answeredBy, viewerGuid)}, since ${formatInstant(alarm.answeredAt, zone)}.`;
    case 'CALLED_OFF':
      return `${CALLED_OFF_TEXT}.`;
    default:
      return null;
  }
}
