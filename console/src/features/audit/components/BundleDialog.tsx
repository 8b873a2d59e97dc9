import type { BundledPersonalData } from '@plimsoll/contracts/audit/bundle-events';
import { askForBundleRequest } from '@plimsoll/contracts/audit/bundles';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen, useCommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { endOfDay, formatInstant, startOfDay, todayIn } from '../../../lib/format/time.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { CheckboxField, ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { DateField } from '../../../ui/inputs/TextField.tsx';
import { askForBundle } from '../api.ts';
import { personalDataLabels } from '../labels.ts';

interface BundleFields {
  from: string;
  to: string;
  personalData: BundledPersonalData;
  includeSensitive: boolean;
}

const options = (Object.keys(personalDataLabels) as BundledPersonalData[]).map((value) => ({
  value,
  ...personalDataLabels[value],
}));

interface BundleDialogProps {
  organization: { readonly guid: string; readonly timeZone: string };
  upTo?: string | undefined;
  /** What a bundle may contain; an auditor's grant can allow less. */
  may?: { readonly withNames: boolean; readonly includeSensitive: boolean };
  onClose: () => void;
}

/** Requests a part of the log as a file. With `upTo`, everything up to that instant. */
export function BundleDialog({
  organization: { guid, timeZone },
  upTo,
  may = { withNames: true, includeSensitive: true },
  onClose,
}: BundleDialogProps) {
  const { send } = useCommand(askForBundle);
  const today = todayIn(timeZone);
  const form = useCommandForm(askForBundleRequest, {
    start: { from: '', to: '', personalData: 'NONE', includeSensitive: false } as BundleFields,
    // The rest of today is not in the log yet, so today means "until now".
    bodyOf: ({ from, to, ...rest }) => ({
      ...rest,
      from: from ? startOfDay(from, timeZone) : null,
      to: upTo ?? (to && to < today ? endOfDay(to, timeZone) : null),
    }),
    send: (body, key) => send({ asked: { params: { orgGuid: guid }, body }, key }),
    onDone: () => {
      showAlert({ type: 'success', title: 'The bundle is being made' });
      onClose();
    },
  });
  const [personalData, sensitive] = [useChosen(form, 'personalData'), useChosen(form, 'includeSensitive')];
  return (
    <FormDialog
      form={form}
      refused="The bundle was not made"
      title="Make a bundle"
      confirmLabel="Make the bundle"
      onClose={onClose}
    >
      <FieldStack>
        {upTo ? (
          <Banner>From the beginning of the log up to {formatInstant(upTo, timeZone, { withZone: true })}.</Banner>
        ) : (
          <>
            <DateField
              label="From"
              optional
              hint="By the day on which it was recorded. Without it, from the beginning."
              max={today}
              {...form.typed('from')}
            />
            <DateField
              label="Until"
              optional
              hint="The end of that day. Without it, up to now."
              max={today}
              {...form.typed('to')}
            />
          </>
        )}
        <ChoiceField
          label="Personal data"
          name="personalData"
          options={options.filter(({ value }) => may.withNames || value === 'NONE')}
          value={personalData.value}
          onChange={personalData.onChange}
        />
        {may.includeSensitive && (
          <CheckboxField
            name="includeSensitive"
            label="Sensitive events too"
            hint="Without it their place and digests are given alone, so that the chain is whole."
            checked={sensitive.value}
            onChange={({ target }) => sensitive.onChange(target.checked)}
          />
        )}
      </FieldStack>
    </FormDialog>
  );
}
