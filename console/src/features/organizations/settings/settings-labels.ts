import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import type { externalSystemKinds } from '@plimsoll/contracts/organizations/organization-fields';
import type { SwitchOption } from '../../../components/Switches.tsx';

/** Existing modules, in the order of the top bar. */
export const moduleSwitches: readonly SwitchOption<Module>[] = [
  { code: 'dashboard', label: 'Dashboard', hint: 'Rates and charts, and what each person has to do' },
  { code: 'yourOrganization', label: 'Your Organization', hint: 'People, invitations and locations' },
  { code: 'events', label: 'Events', hint: 'Reporting, reviewing and approving' },
  { code: 'reportedEvents', label: 'Notifications and figures', hint: 'The bell, and charts made of events' },
  {
    code: 'manageRegionsAndIndustries',
    label: 'Regions and industries',
    hint: 'Changing where you operate, and what you do there',
  },
  { code: 'intrac', label: 'intrac', hint: 'Links to your addresses at intrac' },
  { code: 'bistrainer', label: 'BISTrainer', hint: 'Links to your addresses at BISTrainer' },
];

/** Existing features. */
export const featureSwitches: readonly SwitchOption<CustomerConfigCode>[] = [
  { code: 'WORKSITES', label: 'Worksites', hint: 'Events are reported at one of your worksites' },
  { code: 'REPORTING_GROUPS', label: 'Reporting groups', hint: 'Events are reported for one of your groups' },
  {
    code: 'KEEP_PHOTO_LOCATION',
    label: 'Places of photos',
    hint: 'Pictures and videos are attached with where they were taken',
  },
  {
    code: 'REVIEWER_AT_ONCE',
    label: 'A reviewer at once',
    hint: 'Each report goes to the first person on a call list who can review it',
  },
];

export const kindLabels: Readonly<Record<(typeof externalSystemKinds)[number], { label: string; hint: string }>> = {
  INTRAC: { label: 'intrac', hint: 'Shown while the module intrac is on' },
  BISTRAINER: { label: 'BISTrainer', hint: 'Shown while the module BISTrainer is on' },
  OTHER: { label: 'Another system', hint: 'Shown to everybody in the organization' },
};
