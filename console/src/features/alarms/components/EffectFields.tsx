import type { FieldValues } from 'react-hook-form';
import type { AlarmLevel, AlertedAtOnce } from '@plimsoll/contracts/alarms/rules';
import { useChosen, type CommandForm } from '../../../lib/forms/command-form.ts';
import { ChoiceField, Switch } from '../../../ui/inputs/ChoiceField.tsx';
import { levelLabels } from '../labels.ts';

export interface Effect extends FieldValues {
  isEnabled: boolean;
  level: AlarmLevel;
  atOnce: AlertedAtOnce;
}

const levels = [
  { value: 'ALARM', label: levelLabels.ALARM, hint: 'Someone must answer. Until then it goes on to others.' },
  { value: 'NOTICE', label: levelLabels.NOTICE, hint: 'People are emailed once. No answer is needed.' },
] as const;

const groups = [
  { value: 'FIRST', label: 'The first person', hint: 'The reviewer, or else the first on the call list' },
  { value: 'EVERYONE', label: 'Everyone', hint: 'All call lists of the event, and all admins' },
] as const;

/** How a rule works: whether it is on, its level, and who is alerted at once. */
export function EffectFields({ form }: { form: CommandForm<Effect> }) {
  const isEnabled = useChosen(form, 'isEnabled');
  const level = useChosen(form, 'level');
  const atOnce = useChosen(form, 'atOnce');
  return (
    <>
      <Switch
        label="The rule is on"
        name="isEnabled"
        checked={isEnabled.value}
        onChange={({ target }) => isEnabled.onChange(target.checked)}
      />
      <ChoiceField label="What it raises" options={levels} {...level} />
      {level.value === 'ALARM' && (
        <ChoiceField label="Who is alerted at once" options={groups} columns={2} {...atOnce} />
      )}
    </>
  );
}
