import type { Classification } from '@plimsoll/contracts/incidents/vocabulary';

export const classificationWords: Readonly<Record<Classification, string>> = {
  FIRST_AID: 'First aid', MEDICAL_AID: 'Medical aid', RESTRICTED: 'Restricted work', LOST_TIME: 'Lost time', FATALITY: 'Fatality',
};
