import { resumeAt } from './unfinished.ts';

describe('the setup of an organization continues', () => {
  it.each([
    ['with the primary location, where there is none', [], '/org-onboarding/location-primary'],
    ['with its industries, where it has none', [{ industryGuids: [] }], '/org-onboarding/codes'],
    [
      'with other locations, where it has some',
      [{ industryGuids: ['a'] }, { industryGuids: [] }],
      '/org-onboarding/locations-other',
    ],
  ])('%s', (_rule, locations, address) => expect(resumeAt(locations)).toBe(address));
});
