import { given } from '../../../test/given-when-then.ts';
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
const organization = (...types: string[]) => given(organizationDecider, [created, ...types.map((type) => ({ type }))]);

test('a logo is set over the one before, and removed where there is one', () => {
  const withLogo = organization('OrganizationLogoChanged');
  withLogo.when(setLogo).then([{ type: 'OrganizationLogoChanged', data: {} }]);
  withLogo.when(removeLogo).then([{ type: 'OrganizationLogoRemoved', data: {} }]);
  for (const without of [organization(), organization('OrganizationLogoChanged', 'OrganizationLogoRemoved')])
    without.when(removeLogo).then({ refused: 'LogoNotFound' });
  expect(organization('OrganizationLogoChanged', 'OrganizationLogoChanged').state!.logoRevision).toBe(3);
});

test('an organization that there is not has none', () => {
  given(organizationDecider).when(setLogo).then({ refused: 'OrganizationNotFound' });
  given(organizationDecider).when(removeLogo).then({ refused: 'OrganizationNotFound' });
});
