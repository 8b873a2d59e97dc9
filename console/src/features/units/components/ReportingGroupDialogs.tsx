import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import type { ReportingGroup } from '@plimsoll/contracts/organizations/answers';
import {
  archiveReportingGroupRequest,
  createReportingGroupRequest,
  updateReportingGroupRequest,
} from '@plimsoll/contracts/units/unit-requests';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen, type CommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { DialogDraft, useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { refuseAtField } from '../../../lib/api/refusal.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { TextArea, TextField } from '../../../ui/inputs/TextField.tsx';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import {
  archiveReportingGroup,
  createReportingGroup,
  removeReportingGroup,
  updateReportingGroup,
  useRefreshOfferedUnits,
} from '../api.ts';
import { unusedTexts, usageText } from '../labels.ts';

interface GroupFields {
  name: string;
  description: string;
}

const bodyOf = ({ name, description }: GroupFields) => ({ name, description: description.trim() || null });
const besideName = refuseAtField('DuplicateReportingGroupName', 'name');

function GroupFields({ form }: { form: CommandForm<GroupFields> }) {
  return (
    <FieldStack>
      <TextField label="Name" autoComplete="off" maxLength={200} {...form.typed('name')} />
      <TextArea
        label="Description"
        optional
        hint="Who belongs to it, so that people choose the right one."
        {...form.typed('description')}
      />
    </FieldStack>
  );
}

interface NewGroupDialogProps {
  onDone: (group: ReportingGroup) => void;
  onClose: () => void;
}

export const NewGroupDialog = (props: NewGroupDialogProps) => (
  <DialogDraft name="new-reporting-group">
    <NewGroup {...props} />
  </DialogDraft>
);

function NewGroup({ onDone, onClose }: NewGroupDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(createReportingGroup);
  const refreshOfferedUnits = useRefreshOfferedUnits();
  const form = useDialogForm(createReportingGroupRequest, {
    start: { name: '', description: '' } satisfies GroupFields,
    bodyOf,
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid }, body }, key }).catch(besideName),
    onDone: (group) => {
      showAlert({ type: 'success', title: `Reporting group ${group.name} was created` });
      refreshOfferedUnits();
      onDone(group);
    },
  });
  return (
    <FormDialog
      form={form}
      refused="The group was not created"
      title="New reporting group"
      confirmLabel="Create group"
      onClose={onClose}
    >
      <GroupFields form={form} />
    </FormDialog>
  );
}

interface GroupDialogProps {
  group: ReportingGroup;
  onClose: () => void;
}

export const EditGroupDialog = (props: GroupDialogProps) => (
  <DialogDraft name={`reporting-group:${props.group.guid}`}>
    <EditGroup {...props} />
  </DialogDraft>
);

function EditGroup({ group, onClose }: GroupDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(updateReportingGroup);
  const refreshOfferedUnits = useRefreshOfferedUnits();
  const refetchOnConflict = useRefetchOnConflict('getReportingGroup');
  const form = useDialogForm(updateReportingGroupRequest, {
    start: { name: group.name, description: group.description ?? '' } satisfies GroupFields,
    bodyOf,
    send: (body, key) =>
      send({ asked: { params: { orgGuid: organization.guid, guid: group.guid }, body }, key, revision: group.revision })
        .catch(besideName)
        .catch(refetchOnConflict),
    onDone: ({ name }) => {
      showAlert({ type: 'success', title: `Reporting group ${name} was updated` });
      refreshOfferedUnits();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="The group was not changed"
      title={`Edit ${group.name}`}
      confirmLabel="Save group"
      onClose={onClose}
    >
      <GroupFields form={form} />
    </FormDialog>
  );
}

/** Dialog that archives a group. If it has members or events, another group has to be chosen for them. */
export const ArchiveGroupDialog = (props: GroupDialogProps) => (
  <DialogDraft name={`archive-reporting-group:${props.group.guid}`}>
    <ArchiveGroup {...props} />
  </DialogDraft>
);

function ArchiveGroup({ group, onClose }: GroupDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(archiveReportingGroup);
  const refreshOfferedUnits = useRefreshOfferedUnits();
  const refetchOnConflict = useRefetchOnConflict('getReportingGroup', 'listReportingGroups');
  const others = organization.reportingGroups.filter(({ guid, status }) => status === 'ACTIVE' && guid !== group.guid);
  const usage = usageText(group);
  const form = useDialogForm(archiveReportingGroupRequest, {
    start: { reassignToGuid: '' },
    bodyOf: ({ reassignToGuid }) => ({ reassignToGuid: reassignToGuid || null }),
    check: ({ reassignToGuid }) =>
      usage && !reassignToGuid ? [{ field: 'reassignToGuid', message: reportTexts.reportingGroupMissing }] : [],
    send: (body, key) =>
      send({
        asked: { params: { orgGuid: organization.guid, guid: group.guid }, body },
        key,
        revision: group.revision,
      }).catch(refetchOnConflict),
    onDone: ({ name }) => {
      showAlert({ type: 'success', title: `Reporting group ${name} was archived` });
      refreshOfferedUnits();
      onClose();
    },
  });
  const { onChange, value, ...field } = useChosen(form, 'reassignToGuid');
  return (
    <FormDialog
      form={form}
      refused="The group was not archived"
      title={`Archive ${group.name}`}
      confirmLabel="Archive group"
      danger
      text={
        usage
          ? `It has ${usage}. They become those of the group that you choose, and so does whatever names ${group.name} later. It is not offered any more, and there is no way back.`
          : `${unusedTexts.group} It is not offered any more, and there is no way back.`
      }
      onClose={onClose}
    >
      <SelectField
        label="Reporting group"
        hint={
          others.length === 0
            ? 'There is no other group in use. Create one first.'
            : usage
              ? `It gets the ${usage}.`
              : `It gets what still comes in for ${group.name}.`
        }
        optional={!usage}
        options={others.map(({ guid, name }) => ({ value: guid, label: name }))}
        value={value || null}
        onChange={(guid) => onChange(guid ?? '')}
        {...field}
      />
    </FormDialog>
  );
}

export function DeleteGroupDialog({ group, onDone, onClose }: GroupDialogProps & { onDone: () => void }) {
  const { organization } = useStarted();
  const { send } = useCommand(removeReportingGroup);
  const refreshOfferedUnits = useRefreshOfferedUnits();
  const refetchOnConflict = useRefetchOnConflict('getReportingGroup');
  return (
    <RemovalDialog
      title={`Delete ${group.name}`}
      text={`${unusedTexts.group} Another group may take its name.`}
      refused={`${group.name} was not deleted`}
      done={`Reporting group ${group.name} was deleted`}
      send={(key) =>
        send({
          asked: { params: { orgGuid: organization.guid, guid: group.guid } },
          key,
          revision: group.revision,
        }).catch(refetchOnConflict)
      }
      onDone={() => {
        refreshOfferedUnits();
        onDone();
      }}
      onClose={onClose}
    />
  );
}
