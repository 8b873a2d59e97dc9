import { useMemo } from 'react';
import { eventFieldTexts, REGION_HINT } from '@plimsoll/contracts/incidents/event-texts';
import type { Worksite } from '@plimsoll/contracts/organizations/answers';
import { createWorksiteRequest, updateWorksiteRequest } from '@plimsoll/contracts/units/unit-requests';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen, type CommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { DialogDraft, useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { refuseAtField } from '../../../lib/api/refusal.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { TextArea, TextField } from '../../../ui/inputs/TextField.tsx';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { archiveWorksite, createWorksite, removeWorksite, updateWorksite, useRefreshOfferedUnits } from '../api.ts';
import { eventsText, fieldName, unusedTexts } from '../labels.ts';

interface WorksiteFields {
  name: string;
  regionGuid: string;
  address: string;
  timeZone: string;
  emergencyPhone: string;
}

const nothing: WorksiteFields = { name: '', regionGuid: '', address: '', timeZone: '', emergencyPhone: '' };
const bodyOf = ({ name, regionGuid, address, timeZone, emergencyPhone }: WorksiteFields) => ({
  name,
  regionGuid: regionGuid || null,
  address: address.trim() || null,
  timeZone: timeZone || null,
  emergencyPhone: emergencyPhone.trim() || null,
});
const besideName = refuseAtField('DuplicateWorksiteName', 'name');

function WorksiteFields({ form }: { form: CommandForm<WorksiteFields> }) {
  const { organization, regions } = useStarted();
  const region = useChosen(form, 'regionGuid');
  const zone = useChosen(form, 'timeZone');
  const places = useMemo(
    () => regions.map(({ guid, name, groupName }) => ({ value: guid, label: name, hint: groupName })),
    [regions],
  );
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') })),
    [],
  );
  return (
    <FieldStack>
      <TextField label="Name" autoComplete="off" maxLength={200} {...form.typed('name')} />
      <FindField label={eventFieldTexts.region} optional placeholder={REGION_HINT} options={places} {...region} />
      <TextArea label={fieldName('address')} optional rows={2} autoComplete="off" {...form.typed('address')} />
      <FindField
        label={eventFieldTexts.timeZone}
        optional
        hint={`Left out, it is the organization’s: ${organization.timeZone.replaceAll('_', ' ')}.`}
        options={zones}
        {...zone}
      />
      <TextField
        label={fieldName('emergencyPhone')}
        optional
        hint="Shown at the top of the report form, where one tap calls it."
        type="tel"
        autoComplete="off"
        {...form.typed('emergencyPhone')}
      />
    </FieldStack>
  );
}

interface NewWorksiteDialogProps {
  onDone: (worksite: Worksite) => void;
  onClose: () => void;
}

export const NewWorksiteDialog = (props: NewWorksiteDialogProps) => (
  <DialogDraft name="new-worksite">
    <NewWorksite {...props} />
  </DialogDraft>
);

function NewWorksite({ onDone, onClose }: NewWorksiteDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(createWorksite);
  const refreshOfferedUnits = useRefreshOfferedUnits();
  const form = useDialogForm(createWorksiteRequest, {
    start: nothing,
    bodyOf,
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid }, body }, key }).catch(besideName),
    onDone: (worksite) => {
      showAlert({ type: 'success', title: `Worksite ${worksite.name} was created` });
      refreshOfferedUnits();
      onDone(worksite);
    },
  });
  return (
    <FormDialog
      form={form}
      refused="The worksite was not created"
      title="New worksite"
      confirmLabel="Create worksite"
      onClose={onClose}
    >
      <WorksiteFields form={form} />
    </FormDialog>
  );
}

interface WorksiteDialogProps {
  worksite: Worksite;
  onClose: () => void;
}

export const EditWorksiteDialog = (props: WorksiteDialogProps) => (
  <DialogDraft name={`worksite:${props.worksite.guid}`}>
    <EditWorksite {...props} />
  </DialogDraft>
);

function EditWorksite({ worksite, onClose }: WorksiteDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(updateWorksite);
  const refreshOfferedUnits = useRefreshOfferedUnits();
  const refetchOnConflict = useRefetchOnConflict('getWorksite');
  const { name, regionGuid, address, timeZone, emergencyPhone } = worksite;
  const form = useDialogForm(updateWorksiteRequest, {
    start: {
      name,
      regionGuid: regionGuid ?? '',
      address: address ?? '',
      timeZone: timeZone ?? '',
      emergencyPhone: emergencyPhone ?? '',
    } satisfies WorksiteFields,
    bodyOf,
    send: (body, key) =>
      send({
        asked: { params: { orgGuid: organization.guid, guid: worksite.guid }, body },
        key,
        revision: worksite.revision,
      })
        .catch(besideName)
        .catch(refetchOnConflict),
    onDone: (done) => {
      showAlert({ type: 'success', title: `Worksite ${done.name} was updated` });
      refreshOfferedUnits();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="The worksite was not changed"
      title={`Edit ${name}`}
      confirmLabel="Save worksite"
      onClose={onClose}
    >
      <WorksiteFields form={form} />
    </FormDialog>
  );
}

export function ArchiveWorksiteDialog({ worksite, onClose }: WorksiteDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(archiveWorksite);
  const refreshOfferedUnits = useRefreshOfferedUnits();
  const refetchOnConflict = useRefetchOnConflict('getWorksite');
  const { guid, name, eventCount, revision } = worksite;
  return (
    <RemovalDialog
      title={`Archive ${name}`}
      text={`It is not offered for reports any more, and there is no way back. ${eventCount === 0 ? unusedTexts.worksite : `Its ${eventsText(worksite)} keep it as their worksite.`}`}
      refused={`${name} was not archived`}
      done={`Worksite ${name} was archived`}
      send={(key) =>
        send({ asked: { params: { orgGuid: organization.guid, guid } }, key, revision }).catch(refetchOnConflict)
      }
      onDone={refreshOfferedUnits}
      onClose={onClose}
    />
  );
}

export function DeleteWorksiteDialog({ worksite, onDone, onClose }: WorksiteDialogProps & { onDone: () => void }) {
  const { organization } = useStarted();
  const { send } = useCommand(removeWorksite);
  const refreshOfferedUnits = useRefreshOfferedUnits();
  const refetchOnConflict = useRefetchOnConflict('getWorksite');
  const { guid, name, revision } = worksite;
  return (
    <RemovalDialog
      title={`Delete ${name}`}
      text={`${unusedTexts.worksite} Another worksite may take its name.`}
      refused={`${name} was not deleted`}
      done="Worksite was removed"
      send={(key) =>
        send({ asked: { params: { orgGuid: organization.guid, guid } }, key, revision }).catch(refetchOnConflict)
      }
      onDone={() => {
        refreshOfferedUnits();
        onDone();
      }}
      onClose={onClose}
    />
  );
}
