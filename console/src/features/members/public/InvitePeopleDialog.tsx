import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { tooManyText } from '@plimsoll/contracts/errors/field-texts';
import type { UserGroupAnswer } from '@plimsoll/contracts/members/memberships';
import { useCommand } from '../../../lib/api/command.ts';
import { ApiProblem, formErrors } from '../../../lib/api/problem.ts';
import { useRefetchOnConflict } from '../../../lib/api/refetch-on-conflict.ts';
import { refusalWith } from '../../../lib/api/refusal.ts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { DialogDraft, useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { TextArea } from '../../../ui/inputs/TextField.tsx';
import { sendInvitation, userGroupsQuery } from '../api.ts';
import { GroupField, RoleField } from '../components/RoleFields.tsx';
import { LINK_WORKS, NO_ACCOUNT_NEEDED } from '../invitation-labels.ts';
import { lineOf, MAX_INVITEES, readInvitees, type Invitee } from '../invitees.ts';
import { useGranter } from '../rights.ts';
import { roleRequestFields, type Role } from '../role-labels.ts';

/** Dialog that invites one person or many. The draft is stored on this device until everyone is invited. */
export function InvitePeopleDialog({ onClose }: { onClose: () => void }) {
  const { organization } = useStarted();
  const seesGroups = useMay('VIEW_ORGANIZATION_MEMBER_ROLES');
  const groups = useQuery({ ...userGroupsQuery(organization.guid), enabled: seesGroups });
  // Which roles may be given depends on the permissions of the groups.
  if (seesGroups && groups.isPending) return null;
  return (
    <DialogDraft name="invite-people">
      <Dialog groups={groups.data?.items ?? []} onClose={onClose} />
    </DialogDraft>
  );
}

interface Fields {
  people: string;
  role: Role;
  reportingGroupGuid: string;
}

const sentTitle = (invited: readonly Invitee[]): string =>
  invited.length === 1
    ? `Invitation sent to ${invited[0]!.recipientEmailAddress}`
    : `${invited.length} invitations sent`;

function peopleErrors(people: string) {
  const { invitees, errors } = readInvitees(people);
  const [first, ...more] = errors;
  if (first) return [{ field: 'people', message: more.length > 0 ? `${first}, and ${more.length} more` : first }];
  if (invitees.length === 0) return [{ field: 'people', message: 'Enter at least one email address' }];
  return invitees.length > MAX_INVITEES ? [{ field: 'people', message: tooManyText(MAX_INVITEES) }] : [];
}

function Dialog({ groups, onClose }: { groups: readonly UserGroupAnswer[]; onClose: () => void }) {
  const { organization } = useStarted();
  const offered = useGranter().grantableRoles(groups);
  const { send } = useCommand(sendInvitation);
  const refetchOnConflict = useRefetchOnConflict('listInvitations', 'listMemberships');
  // One key per address, so that a second try after a lost answer sends no second mail.
  const keys = useRef(new Map<string, string>());
  const keyOf = (address: string): string => {
    const key = keys.current.get(address) ?? newGuid();
    keys.current.set(address, key);
    return key;
  };
  const start: Fields = { people: '', role: 'STANDARD', reportingGroupGuid: '' };
  /** Sends the invitations one after the other. Those that are refused stay in the form, with the first reason. */
  async function invite({ people, role, reportingGroupGuid }: Fields): Promise<readonly Invitee[]> {
    const invited: Invitee[] = [];
    const refused: { invitee: Invitee; reason: string }[] = [];
    let failure: string | null = null;
    for (const invitee of readInvitees(people).invitees) {
      const body = {
        organizationGuid: organization.guid,
        ...invitee,
        ...roleRequestFields(role),
        reportingGroupGuid: reportingGroupGuid || null,
      };
      try {
        if (failure === null) {
          await send({ asked: { body }, key: keyOf(invitee.recipientEmailAddress) }).catch(refetchOnConflict);
          invited.push(invitee);
        } else refused.push({ invitee, reason: failure });
      } catch (error) {
        const reason = formErrors(error)[0]!.message;
        // A refusal is about one address. Anything else would meet the next ones as well.
        if (error instanceof ApiProblem && error.status >= 400 && error.status < 500)
          keys.current.delete(invitee.recipientEmailAddress);
        else failure = reason;
        refused.push({ invitee, reason });
      }
    }
    const [first, ...more] = refused;
    if (!first) return invited;
    if (invited.length > 0) showAlert({ type: 'success', title: sentTitle(invited), subtitle: LINK_WORKS });
    form.controls.setValue('people', refused.map(({ invitee }) => lineOf(invitee)).join('\n'), { shouldDirty: true });
    throw refusalWith(
      `${first.invitee.recipientEmailAddress}: ${first.reason}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
      'people',
    );
  }
  const form = useDialogForm<Fields, Fields, readonly Invitee[]>(null, {
    start,
    bodyOf: (fields) => fields,
    check: ({ people }) => peopleErrors(people),
    send: invite,
    onDone: (invited) => {
      showAlert({ type: 'success', title: sentTitle(invited), subtitle: LINK_WORKS });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="Nobody was invited"
      title="Invite people"
      text={`We’ll email each of them a link to join ${organization.name}. ${NO_ACCOUNT_NEEDED}`}
      confirmLabel="Send invitations"
      icon={<IconSend size={20} aria-hidden />}
      onClose={onClose}
    >
      <TextArea
        label="Email addresses"
        hint="One per line. Add a name if you like: Bo Reef bo@example.com"
        rows={4}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.typed('people')}
      />
      <RoleField offered={offered} {...useChosen(form, 'role')} />
      <GroupField {...useChosen(form, 'reportingGroupGuid')} />
    </FormDialog>
  );
}
