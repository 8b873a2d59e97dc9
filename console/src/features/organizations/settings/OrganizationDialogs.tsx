import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { sizeRanges, type SizeRange } from '@plimsoll/contracts/organizations/features';
import { updateOrganizationRequest, type OrganizationAnswer } from '@plimsoll/contracts/organizations/settings';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { ID_RULE } from '../../../lib/format/id-labels.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { changeOrganization, organizationQuery } from '../api.ts';
import { useRefreshStartup } from '../../../lib/session/useRefreshStartup.ts';

interface OrganizationDialogProps {
  organization: OrganizationAnswer;
  onClose: () => void;
}

type Changes = z.input<typeof updateOrganizationRequest>;

interface OrganizationChange<Fields extends object> {
  start: Fields;
  bodyOf: (fields: Fields) => Changes;
  check: (fields: Fields) => readonly { field: string; message: string }[];
  done: (changed: OrganizationAnswer) => string;
}

/**
 * Form of a dialog that changes one property of the organization. If it was changed meanwhile, the dialog says so and
 * continues with the new revision.
 */
function useOrganizationForm<Fields extends object>(
  { organization, onClose }: OrganizationDialogProps,
  { start, bodyOf, check, done }: OrganizationChange<Fields>,
) {
  const { send } = useCommand(changeOrganization);
  const refreshStartup = useRefreshStartup();
  const [newer, setNewer] = useState<OrganizationAnswer | null>(null);
  const { guid, revision } = newer ?? organization;
  const form = useDialogForm(updateOrganizationRequest, {
    start,
    bodyOf,
    check,
    send: (body, key) => send({ asked: { params: { orgGuid: guid }, body }, key, revision }),
    onStale: async () => setNewer(await queryClient.fetchQuery(organizationQuery(guid))),
    onDone: (changed) => {
      showAlert({ type: 'success', title: done(changed) });
      refreshStartup();
      onClose();
    },
  });
  const notice = newer && (
    <Banner tone="warning">
      Somebody changed the organization since you opened this. Your words stand as you typed them: look, and send again.
    </Banner>
  );
  return { form, notice };
}

export function NameDialog(props: OrganizationDialogProps) {
  const { form, notice } = useOrganizationForm(props, {
    start: { name: props.organization.name },
    bodyOf: ({ name }) => ({ name }),
    check: ({ name }) => (name.trim() ? [] : [{ field: 'name', message: fieldTexts.organizationNameMissing }]),
    done: ({ name }) => `Your organization is called ${name} now`,
  });
  return (
    <FormDialog
      form={form}
      notice={notice}
      refused="The name was not changed"
      title="Change the organization’s name"
      text="Everybody in it sees the new name."
      confirmLabel="Change name"
      onClose={props.onClose}
    >
      <TextField label="Company Name" autoComplete="organization" {...form.typed('name')} />
    </FormDialog>
  );
}

export function IdDialog(props: OrganizationDialogProps) {
  const isFirst = props.organization.username === null;
  const { form, notice } = useOrganizationForm(props, {
    start: { username: props.organization.username ?? '' },
    bodyOf: ({ username }) => ({ username: username.trim() }),
    check: ({ username }) => (username.trim() ? [] : [{ field: 'username', message: fieldTexts.missing }]),
    done: ({ username }) => `The organization’s ID is ${username} now`,
  });
  return (
    <FormDialog
      form={form}
      notice={notice}
      refused="The ID was not changed"
      title={isFirst ? 'Choose the organization’s ID' : 'Change the organization’s ID'}
      text={isFirst ? undefined : 'From then on the former one finds nobody, and another organization may choose it.'}
      confirmLabel={isFirst ? 'Choose ID' : 'Change ID'}
      onClose={props.onClose}
    >
      <TextField
        label="Organization ID"
        hint={ID_RULE}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.typed('username')}
      />
    </FormDialog>
  );
}

const sizes = Object.entries(sizeRanges).map(([value, label]) => ({
  value: value as SizeRange,
  label: `${label} people`,
}));

export function SizeDialog(props: OrganizationDialogProps) {
  const { form, notice } = useOrganizationForm(props, {
    start: { sizeRange: props.organization.sizeRange },
    bodyOf: ({ sizeRange }: { sizeRange: SizeRange }) => ({ sizeRange }),
    check: () => [],
    done: ({ sizeRange }) => `Your organization has ${sizeRanges[sizeRange]} people now`,
  });
  return (
    <FormDialog
      form={form}
      notice={notice}
      refused="The size was not changed"
      title="Change the organization’s size"
      confirmLabel="Change size"
      onClose={props.onClose}
    >
      <ChoiceField label="People who work there" options={sizes} {...useChosen(form, 'sizeRange')} />
    </FormDialog>
  );
}

export function ZoneDialog(props: OrganizationDialogProps) {
  const zones = useMemo(
    () => ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value.replaceAll('_', ' ') })),
    [],
  );
  const { form, notice } = useOrganizationForm(props, {
    start: { timeZone: props.organization.timeZone },
    bodyOf: ({ timeZone }) => ({ timeZone }),
    check: ({ timeZone }) => (timeZone ? [] : [{ field: 'timeZone', message: fieldTexts.missing }]),
    done: ({ timeZone }) => `Your organization goes by the clocks of ${timeZone.replaceAll('_', ' ')} now`,
  });
  return (
    <FormDialog
      form={form}
      notice={notice}
      refused="The time zone was not changed"
      title="Change the organization’s time zone"
      text="Events keep the time zone that they were reported with."
      confirmLabel="Change time zone"
      onClose={props.onClose}
    >
      <FindField
        label="Time zone"
        hint="A continent and a city, such as America/Edmonton."
        options={zones}
        {...useChosen(form, 'timeZone')}
      />
    </FormDialog>
  );
}
