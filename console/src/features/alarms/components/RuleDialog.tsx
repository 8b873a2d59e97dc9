import { IconCheck } from '@tabler/icons-react';
import type { AlarmSettingsAnswer } from '@plimsoll/contracts/alarms/answers';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { RULE_NOT_SAVED, SAVED, SAVE_RULE } from '../settings-labels.ts';
import { EffectFields, type Effect } from './EffectFields.tsx';
import { useSettingsForm } from './settings-form.tsx';

interface RuleDialogProps {
  settings: AlarmSettingsAnswer;
  rule: AlarmSettingsAnswer['rules'][number];
  onClose: () => void;
}

/** Changes a shipped rule. */
export function RuleDialog({ settings, rule: { code, name, isEnabled, level, atOnce }, onClose }: RuleDialogProps) {
  const { form, notice } = useSettingsForm<Effect>(settings, {
    start: { isEnabled, level, atOnce },
    change: (effect, { rules }) => ({ rules: rules.map((rule) => (rule.code === code ? { code, ...effect } : rule)) }),
    place: (field) => (field.startsWith('rules.') ? (field.split('.').at(-1) ?? null) : null),
    done: SAVED,
    onClose,
  });
  return (
    <FormDialog
      form={form}
      notice={notice}
      refused={RULE_NOT_SAVED}
      title={`Rule: ${name}`}
      confirmLabel={SAVE_RULE}
      icon={<IconCheck size={20} aria-hidden />}
      onClose={onClose}
    >
      <EffectFields form={form} />
    </FormDialog>
  );
}
