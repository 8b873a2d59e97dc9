import { namedByLabels } from './named-errors.ts';

test('of faults that read alike each says of which field it speaks; what is of no field, or of one without a label, stands as it is', () => {
  const message = 'Please fill this in';
  const errors = ['reason', 'organizationGuid', 'toString', null].map((field) => ({ field, message }));
  expect(
    namedByLabels(errors, { organizationGuid: 'Organization', reason: 'Reason' }).map((error) => error.message),
  ).toEqual(['Reason: Please fill this in', 'Organization: Please fill this in', message, message]);
});
