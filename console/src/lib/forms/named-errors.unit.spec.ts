import { namedByLabels } from './named-errors.ts';

test('errors that read alike are prefixed with their field; those without a field or label stay as they are', () => {
  const message = 'Please fill this in';
  const errors = ['reason', 'organizationGuid', 'toString', null].map((field) => ({ field, message }));
  expect(
    namedByLabels(errors, { organizationGuid: 'Organization', reason: 'Reason' }).map((error) => error.message),
  ).toEqual(['Reason: Please fill this in', 'Organization: Please fill this in', message, message]);
});
