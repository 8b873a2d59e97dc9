import { nearMissForm, injuryForm } from './built-in-forms.ts';
import { catalogueOf } from './form-catalogue.ts';

const tenant = '01900000-0000-7000-8000-000000000009';
const second = { ...nearMissForm, version: 2, name: 'almost an injury' };
const archived = { ...injuryForm, formGuid: '01900000-0000-7000-8000-000000000008', state: 'ARCHIVED' as const };
const forms = catalogueOf([nearMissForm, second, injuryForm, archived]);

test('a form is found in the version that is meant, else in its newest', async () => {
  expect(await forms.find(tenant, nearMissForm.formGuid, 1)).toBe(nearMissForm);
  expect(await forms.find(tenant, nearMissForm.formGuid)).toBe(second);
  expect(await forms.find(tenant, nearMissForm.formGuid, 3)).toBeNull();
  expect(await forms.find(tenant, tenant, 1)).toBeNull();
});

test('what is not offered any more is still found', async () => {
  expect(await forms.find(tenant, archived.formGuid)).toBe(archived);
  expect(await forms.offered(tenant)).toEqual([second, injuryForm]);
});
