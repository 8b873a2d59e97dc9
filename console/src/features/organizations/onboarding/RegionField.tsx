import { useState } from 'react';
import type { Region } from '@plimsoll/contracts/organizations/answers';
import { suggestRegionRequest } from '@plimsoll/contracts/organizations/settings';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { suggestRegion } from '../api.ts';

interface RegionFieldProps {
  name: string;
  label: string;
  /** Regions that are not offered, since they were added already. */
  without?: readonly string[];
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | undefined;
}

/** Field for a province, territory or state. Missing ones can be suggested. */
export function RegionField({ label, without = [], error, ...field }: RegionFieldProps) {
  const { regions } = useStarted();
  const [isSuggesting, setSuggesting] = useState(false);
  const options = regions
    .filter(({ guid }) => !without.includes(guid))
    .map(({ guid, name, groupName }: Region) => ({ value: guid, label: name, hint: groupName }));
  return (
    <div>
      <FindField
        {...field}
        label={label}
        hint="A province, a territory or a state."
        error={error ?? null}
        options={options}
      />
      <Button variant="quiet" flush onClick={() => setSuggesting(true)}>
        Suggest a region…
      </Button>
      {isSuggesting && <SuggestDialog onClose={() => setSuggesting(false)} />}
    </div>
  );
}

function SuggestDialog({ onClose }: { onClose: () => void }) {
  const orgGuid = useStarted().organization.guid;
  const { send } = useCommand(suggestRegion);
  const form = useDialogForm(suggestRegionRequest, {
    start: { regionSuggestionName: '' },
    bodyOf: (fields: { regionSuggestionName: string }) => fields,
    check: ({ regionSuggestionName }) =>
      regionSuggestionName.trim() ? [] : [{ field: 'regionSuggestionName', message: fieldTexts.missing }],
    send: (body, key) => send({ asked: { params: { orgGuid }, body }, key }),
    onDone: ({ regionSuggestionName }) => {
      showAlert({ type: 'success', title: `You suggested ${regionSuggestionName}` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="Your suggestion was not sent"
      title="Suggest a region"
      text="We read what is suggested. Until it is in the list, choose another region or skip this step."
      confirmLabel="Send suggestion"
      onClose={onClose}
    >
      <TextField label="Region" autoComplete="off" {...form.typed('regionSuggestionName')} />
    </FormDialog>
  );
}
