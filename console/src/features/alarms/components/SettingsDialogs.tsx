import { IconCheck, IconTrash } from '@tabler/icons-react';
import type { AlarmSettingsAnswer } from '@plimsoll/contracts/alarms/answers';
import { MAX_FIRST_STEPS_LENGTH, shippedFirstSteps } from '@plimsoll/contracts/alarms/settings';
import { alarmSettingsTexts } from '@plimsoll/contracts/alarms/texts';
import { readNumber } from '../../../lib/forms/typed-number.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { NumberField, TextArea } from '../../../ui/inputs/TextField.tsx';
import { firstStepsTexts } from '../labels.ts';
import { SAVED } from '../settings-labels.ts';
import { useSettingsForm } from './settings-form.tsx';

interface DialogProps {
  settings: AlarmSettingsAnswer;
  onClose: () => void;
}

const limits = { nextAfterMinutes: [5, 60], everyoneAfterMinutes: [10, 120] } as const;
type Minutes = keyof typeof limits;

const minutesOf = (typed: string): number | null => readNumber(typed, { max: 1_000, decimals: 0 }).value;

function minutesError(field: Minutes, typed: string) {
  const [min, max] = limits[field];
  const minutes = minutesOf(typed);
  const isWrong = minutes === null || minutes < min || minutes > max;
  return isWrong ? [{ field, message: `Enter a whole number from ${min} to ${max}` }] : [];
}

/** Changes after how many minutes others are alerted. */
export function MinutesDialog({ settings, onClose }: DialogProps) {
  const { form, notice } = useSettingsForm<Record<Minutes, string>>(settings, {
    start: {
      nextAfterMinutes: String(settings.nextAfterMinutes),
      everyoneAfterMinutes: String(settings.everyoneAfterMinutes),
    },
    change: (typed) => ({
      nextAfterMinutes: minutesOf(typed.nextAfterMinutes) ?? 0,
      everyoneAfterMinutes: minutesOf(typed.everyoneAfterMinutes) ?? 0,
    }),
    check: ({ nextAfterMinutes: next, everyoneAfterMinutes: everyone }) => {
      const errors = [...minutesError('nextAfterMinutes', next), ...minutesError('everyoneAfterMinutes', everyone)];
      if (errors.length > 0 || minutesOf(everyone)! > minutesOf(next)!) return errors;
      return [{ field: 'everyoneAfterMinutes', message: alarmSettingsTexts.everyoneIsLater }];
    },
    done: SAVED,
    onClose,
  });
  return (
    <FormDialog
      form={form}
      notice={notice}
      refused="The minutes were not saved"
      title="If nobody answers"
      text="An alarm goes on to others until someone answers it."
      confirmLabel="Save minutes"
      icon={<IconCheck size={20} aria-hidden />}
      onClose={onClose}
    >
      <NumberField
        label="The next person is alerted after"
        unit="minutes"
        inputMode="numeric"
        hint="From 5 to 60 minutes."
        {...form.typed('nextAfterMinutes')}
      />
      <NumberField
        label="Everyone is alerted after"
        unit="minutes"
        inputMode="numeric"
        hint="From 10 to 120 minutes, and later than the next person."
        {...form.typed('everyoneAfterMinutes')}
      />
    </FormDialog>
  );
}

/** Changes the text on what to do first. */
export function FirstStepsDialog({ settings, onClose }: DialogProps) {
  const { form, notice } = useSettingsForm<{ firstSteps: string }>(settings, {
    start: { firstSteps: settings.firstSteps },
    // The shipped text is stored as none, so that a better one replaces it.
    change: ({ firstSteps }) => ({
      firstSteps: firstSteps.trim() === '' || firstSteps.trim() === shippedFirstSteps ? null : firstSteps.trim(),
    }),
    done: SAVED,
    onClose,
  });
  const typed = form.controls.watch('firstSteps');
  return (
    <FormDialog
      form={form}
      notice={notice}
      refused="The first steps were not saved"
      title={firstStepsTexts.title}
      text={firstStepsTexts.hint}
      confirmLabel="Save first steps"
      icon={<IconCheck size={20} aria-hidden />}
      onClose={onClose}
    >
      <TextArea
        label="First steps"
        hint={`One per line, at most ${MAX_FIRST_STEPS_LENGTH.toLocaleString('en-CA')} characters.`}
        rows={10}
        {...form.typed('firstSteps')}
      />
      {typed.trim() !== shippedFirstSteps && (
        <div>
          <Button
            size="s"
            onClick={() => form.controls.setValue('firstSteps', shippedFirstSteps, { shouldDirty: true })}
          >
            Use the shipped text
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

/** Removes a rule of the organization. */
export function RemoveRuleDialog({
  settings,
  rule: { ruleGuid, name },
  onClose,
}: DialogProps & { rule: AlarmSettingsAnswer['ownRules'][number] }) {
  const { form, notice } = useSettingsForm<Record<string, never>>(settings, {
    start: {},
    change: (_, { ownRules }) => ({ ownRules: ownRules.filter((rule) => rule.ruleGuid !== ruleGuid) }),
    place: () => null,
    done: `The rule “${name}” was removed`,
    onClose,
  });
  return (
    <FormDialog
      form={form}
      notice={notice}
      refused="The rule was not removed"
      title={`Remove “${name}”`}
      text="New reports no longer meet it. Alarms that it raised stay as they are."
      confirmLabel="Remove rule"
      danger
      icon={<IconTrash size={20} aria-hidden />}
      onClose={onClose}
    />
  );
}
