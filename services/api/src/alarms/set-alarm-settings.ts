import type { SetAlarmSettingsRequest } from '@plimsoll/contracts/alarms/requests';
import type { Form } from '@plimsoll/contracts/forms/form';
import { defineCommand } from '../commands/define-command.ts';
import { execute, singleStream } from '../commands/execute.ts';
import { OrganizationForms } from '../forms/organization-forms.ts';
import { alarmSettingsDecider } from './alarm.ts';
import { setAlarmSettings } from './set-alarm-settings.rule.ts';

export const SetAlarmSettings = defineCommand({
  name: 'SetAlarmSettings',
  needs: [OrganizationForms],
  handle: (organizationForms) => async (store, envelope, body: SetAlarmSettingsRequest) => {
    const { tenant, newGuid } = envelope;
    const guids = [...new Set(body.ownRules.map(({ formGuid }) => formGuid))];
    const found = await Promise.all(guids.map((formGuid) => organizationForms.find(tenant, formGuid)));
    const forms = new Map<string, Form>(found.flatMap((form) => (form ? [[form.formGuid, form]] : [])));
    return execute(
      store,
      envelope,
      singleStream({
        own: alarmSettingsDecider.of(tenant),
        decide: (before) => setAlarmSettings({ body, forms, newGuid }, before),
      }),
    );
  },
});
