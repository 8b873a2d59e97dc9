import type { DateForm, ImportField } from '@plimsoll/contracts/imports/fields';

export const fieldLabels: Readonly<Record<ImportField, string>> = {
  occurrenceDate: 'Date',
  occurrenceTime: 'Time',
  worksite: 'Worksite',
  region: 'Region',
  location: 'Location',
  reportingGroup: 'Reporting group',
  reporter: 'Reporter (email)',
  description: 'Description',
  immediateActions: 'Immediate actions',
  'injured.name': 'Injured person: name',
  'injured.personType': 'Injured person: type',
  'injured.classification': 'Injured person: classification',
};
export const dateFormatLabels: Readonly<Record<DateForm, string>> = {
  ISO: '2026-03-31',
  DAY_FIRST: '31/03/2026',
  MONTH_FIRST: '03/31/2026',
};
