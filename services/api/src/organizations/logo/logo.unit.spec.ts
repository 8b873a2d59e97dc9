import { recorded } from '../../../test/given-when-then.ts';
import { organizationDecider } from '../organization.ts';
import { removeLogo } from './remove-logo.rule.ts';
import { setLogo } from './set-logo.rule.ts';

const created = {
  type: 'OrganizationCreated',
  data: {
    name: 'Works',
    username: null,
    sizeRange: 'ONE_TO_TEN',
    timeZone: 'UTC',
    onboardingStatus: 'ONBOARDED',
    modules: [],
  },
};
const given = (...types: string[]) => organizationDecider.fold(recorded([created, ...types.map((type) => ({ type }))]));

test('a logo is set over the one before, and removed where there is one', () => {
  expect(setLogo(given('OrganizationLogoChanged'))).toEqual([{ type: 'OrganizationLogoChanged', data: {} }]);
  expect(removeLogo(given('OrganizationLogoChanged'))).toEqual([{ type: 'OrganizationLogoRemoved', data: {} }]);
  expect(removeLogo(given('OrganizationLogoChanged', 'OrganizationLogoRemoved'))).toEqual({ refused: 'LogoNotFound' });
  expect(removeLogo(given())).toEqual({ refused: 'LogoNotFound' });
  expect(given('OrganizationLogoChanged', 'OrganizationLogoChanged')!.logoRevision).toBe(3);
});

test('an organization that there is not has none', () => {
  expect([setLogo(null), removeLogo(null)]).toEqual(Array(2).fill({ refused: 'OrganizationNotFound' }));
});
