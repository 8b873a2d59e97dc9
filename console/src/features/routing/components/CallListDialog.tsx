import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Membership } from '@plimsoll/contracts/organizations/answers';
import type { CallList } from '@plimsoll/contracts/routing/answers';
import { MAX_ON_CALL_LIST, setCallListRequest } from '@plimsoll/contracts/routing/requests';
import { membersQuery } from '../../../lib/api/member-queries.ts';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { heldPermissions } from '../../../lib/session/permissions.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { SortableItem, SortableList } from '../../../ui/data/SortableList.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { UndoLine } from '../../../ui/feedback/UndoLine.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { useSetCallList } from '../api.ts';
import { shortcomingText } from '../labels.ts';
import { callListsQuery } from '../public/call-lists-query.ts';
import { NumberedPerson } from './CallListPeople.tsx';
import css from './CallLists.module.css';

type Person = CallList['members'][number];

const FULL_TEXT = `A call list has at most ${MAX_ON_CALL_LIST} people. Remove someone first.`;

/** Someone who could be on a call list, with the rights that matter there. */
function personOf({ userAccount: { guid, name }, permissions, isAdmin }: Membership): Person {
  const held = heldPermissions(permissions, isAdmin);
  return {
    userGuid: guid,
    name,
    isMember: true,
    canReview: held.has('REVIEW_EVENTS'),
    canSeeInjuries: held.has('SEE_INJURY_DATA'),
  };
}

/** The guids of those on a list who can stay on it when it changes. */
const currentOf = ({ members }: CallList): string[] =>
  members.filter(({ isMember }) => isMember).map(({ userGuid }) => userGuid);

const rankOf = ({ canReview, canSeeInjuries }: Person): number => (canReview ? (canSeeInjuries ? 0 : 1) : 2);

interface CallListDialogProps {
  list: CallList;
  onClose: () => void;
}

/** Changes a call list as a whole. Its draft is not stored, since an old one would undo what others changed. */
export function CallListDialog({ list: given, onClose }: CallListDialogProps) {
  const { organization } = useStarted();
  const client = useQueryClient();
  // A refetch would bring a revision that the user has not seen.
  const [list, setList] = useState(given);
  const [isNewer, setNewer] = useState(false);
  const [removed, setRemoved] = useState<{ userGuid: string; place: number } | null>(null);
  const [isOverfull, setOverfull] = useState(false);
  const setCallList = useSetCallList(list);
  const members = useQuery(membersQuery(organization.guid)).data?.items;
  const form = useDialogForm(setCallListRequest, {
    start: { members: currentOf(list) },
    bodyOf: (fields) => fields,
    place: () => 'members',
    send: (body, key) => setCallList(body, key, list.revision),
    onStale: async () => {
      const { items } = await client.fetchQuery(callListsQuery(organization.guid));
      setList(items.find((each) => each.target === list.target && each.targetGuid === list.targetGuid) ?? list);
      setNewer(true);
    },
    onDone: () => {
      showAlert({ type: 'success', title: `The call list of ${list.name} was saved` });
      onClose();
    },
  });
  const { value: chosen, onChange } = useChosen(form, 'members');
  const change = (guids: string[]) => {
    setRemoved(null);
    setOverfull(false);
    onChange(guids);
  };

  const people = useMemo(
    () =>
      new Map(
        [...given.members, ...list.members, ...(members ?? []).map(personOf)].map((person) => [
          person.userGuid,
          person,
        ]),
      ),
    [given, list, members],
  );
  const options = useMemo(
    () =>
      (members ?? [])
        .map((member) => ({ person: personOf(member), address: member.userAccount.primaryEmailAddress }))
        .filter(({ person }) => !chosen.includes(person.userGuid))
        .toSorted((one, other) => rankOf(one.person) - rankOf(other.person))
        .map(({ person, address }) => ({
          value: person.userGuid,
          label: person.name,
          hint: [readableAddress(address), shortcomingText(person)].filter(Boolean).join(', '),
        })),
    [members, chosen],
  );
  const nameOf = (userGuid: string) => people.get(userGuid)?.name ?? '';
  const add = (userGuid: string) => {
    if (userGuid === '') return;
    if (chosen.length >= MAX_ON_CALL_LIST) setOverfull(true);
    else change([...chosen, userGuid]);
  };
  const remove = (userGuid: string) => {
    change(chosen.filter((each) => each !== userGuid));
    setRemoved({ userGuid, place: chosen.indexOf(userGuid) });
  };
  const left = list.members.filter(({ isMember }) => !isMember).map(({ name }) => name);
  const theirs = currentOf(list);
  const differs = theirs.join() !== chosen.join();

  return (
    <FormDialog
      form={form}
      notice={
        isNewer && (
          <Banner
            tone="warning"
            live
            action={
              differs && (
                <Button size="s" onClick={() => change(theirs)}>
                  Use theirs
                </Button>
              )
            }
          >
            Someone changed this list since you opened it.{' '}
            {differs
              ? `It is now ${theirs.map(nameOf).join(', ') || 'empty'}. Save again to replace it with yours.`
              : 'It is now the same as yours.'}
          </Banner>
        )
      }
      refused="The call list was not saved"
      title={`Call list of ${list.name}`}
      text="People are asked from top to bottom."
      confirmLabel="Save call list"
      onClose={onClose}
    >
      {left.length > 0 && (
        <Banner>
          {left.join(', ')} {left.length === 1 ? 'is' : 'are'} not in the organization any more, and{' '}
          {left.length === 1 ? 'leaves' : 'leave'} the list when you save.
        </Banner>
      )}
      <FindField
        label="Add a person"
        hint={`${chosen.length} of ${MAX_ON_CALL_LIST} people.`}
        name="members"
        options={options}
        value=""
        onChange={add}
        loading={!members}
        placeholder="Type a name"
        error={isOverfull ? FULL_TEXT : form.errorOf('members')}
      />
      {chosen.length > 0 ? (
        <SortableList label={`Call list of ${list.name}`} ids={chosen} onOrder={change}>
          {chosen.map((userGuid, place) => {
            const person = people.get(userGuid)!;
            return (
              <SortableItem
                key={userGuid}
                id={userGuid}
                name={person.name}
                title={<NumberedPerson person={person} place={place} />}
                className={css.row}
                onRemove={() => remove(userGuid)}
              />
            );
          })}
        </SortableList>
      ) : (
        <p className={css.note}>No one is on this list yet.</p>
      )}
      {removed && (
        <UndoLine
          key={removed.userGuid}
          label={`Undo: put ${nameOf(removed.userGuid)} back`}
          onUndo={() => change(chosen.toSpliced(removed.place, 0, removed.userGuid))}
        >
          {nameOf(removed.userGuid)} was removed.
        </UndoLine>
      )}
    </FormDialog>
  );
}
