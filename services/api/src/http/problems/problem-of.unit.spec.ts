import { errorCatalogue, type ErrorClass } from '@plimsoll/contracts/errors/errors';
import { refuse } from '../../commands/decision.ts';
import { problemOf } from './problem-of.ts';

const titleOf = (className: ErrorClass) => problemOf(refuse(className), 'id').title;

test('the title of every class is a phrase', () => {
  expect(titleOf('NotAMember')).toBe('Not a member');
  expect(titleOf('OrganizationNotFound')).toBe('Organization not found');
  expect(titleOf('SsoSessionRequired')).toBe('SSO session required');
  const titles = (Object.keys(errorCatalogue) as ErrorClass[]).map(titleOf);
  expect(titles.filter((title) => !/^(?:[A-Z][a-z]+|[A-Z]{3})(?: (?:[a-z]+|[A-Z]{3}))*$/.test(title))).toEqual([]);
});
