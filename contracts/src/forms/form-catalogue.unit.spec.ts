import { alarmQuestions, builtInForms, earlierBuiltInForms, injuryForm, nearMissForm } from './built-in-forms.ts';
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

describe('built-in forms', () => {
  const builtIn = catalogueOf([...builtInForms, ...earlierBuiltInForms]);

  test('are offered once each, in their newest version', async () => {
    const offered = await builtIn.offered(tenant);
    expect(offered.map(({ formGuid }) => formGuid).toSorted()).toEqual(
      builtInForms.map(({ formGuid }) => formGuid).toSorted(),
    );
    for (const form of offered) expect(builtInForms).toContain(form);
  });

  test('are found in every version from the first to the newest', async () => {
    for (const { formGuid, version: newest } of builtInForms) {
      for (let version = 1; version <= newest; version++)
        expect(await builtIn.find(tenant, formGuid, version)).toMatchObject({ formGuid, version });
      expect(await builtIn.find(tenant, formGuid, newest + 1)).toBeNull();
    }
    expect(builtInForms.filter(({ version }) => version > 1).map(({ name, version }) => [name, version])).toEqual([
      ['Injury', 2],
    ]);
  });

  test('version 2 of the injury form asks last of its first group whether anyone lost consciousness', async () => {
    const asked = injuryForm.groups[0]!.questions.at(-1)!;
    expect(asked).toMatchObject({
      questionGuid: '01900000-f001-7000-8000-000100000004',
      type: 'YES_NO',
      text: 'Did anyone lose consciousness?',
      required: false,
      sortOrder: 3,
    });
    expect(alarmQuestions.lostConsciousness).toBe(asked.questionGuid);
  });

  test('version 1 of the injury form stays what events were reported with', async () => {
    const first = (await builtIn.find(tenant, injuryForm.formGuid, 1))!;
    expect(first.groups.map(({ title, questions }) => [title, ...questions.map(({ text }) => text)])).toEqual([
      ['Care', 'Was anyone admitted to hospital?', 'Was any part of the body lost?', 'Who gave first aid?'],
      [
        'Work at the time',
        'What work was being done?',
        'Which equipment or substance was involved?',
        'What PPE was worn?',
      ],
    ]);
    expect(first.groups.map(({ questions }) => questions.map(({ questionGuid }) => questionGuid.slice(-12)))).toEqual([
      ['000100000001', '000100000002', '000100000003'],
      ['000200000001', '000200000002', '000200000003'],
    ]);
    expect({ ...first, groups: [] }).toEqual({ ...injuryForm, version: 1, groups: [] });
  });
});
