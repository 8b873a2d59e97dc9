import { IconEyeSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameFirst } from '@plimsoll/contracts/members/member-texts';
import type { StaffAccess } from '@plimsoll/contracts/staff/staff-access';
import { ACCESS_NOT_ENDED } from '@plimsoll/contracts/staff/staff-texts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { now } from '../../../lib/session/clock.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { EmptyState, Skeleton } from '../../../ui/feedback/States.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { allowStaffReturn, staffAccessesQuery, turnStaffOut } from '../api.ts';
import { operationLabel, REFUSED_CHANGE } from '../labels.ts';
import css from './StaffAccess.module.css';

/** Prefetches the accesses while the chunk is loading. */
export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('UPDATE_ORGANIZATION') ? [staffAccessesQuery(organization.guid)] : [],
);

/** Accesses of Plimsoll staff to the organization: when, why, and what they read. */
export function Component() {
  const { organization } = useStarted();
  const query = useQuery(staffAccessesQuery(organization.guid));
  return (
    <>
      <PageHeader
        title="Staff Access"
        meta="Plimsoll’s staff may read your organization for four hours, saying why, and change nothing. Whoever looks after these settings gets a mail."
      />
      <QueryView query={query} skeleton={<Skeleton widths={['38%', '92%', '64%']} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={IconEyeSearch}
              title="Nobody has looked"
              text="When one of Plimsoll’s staff reads your organization, it is listed here with the reason and each thing that was read."
            />
          ) : (
            <Stack>
              {items.map((access) => (
                <Access key={access.guid} access={access} />
              ))}
            </Stack>
          )
        }
      </QueryView>
    </>
  );
}

/** Whether the access is still active. */
const isOpen = ({ endsAt, endedAt }: StaffAccess): boolean => endedAt === null && Date.parse(endsAt) > now().getTime();

function EndAccess({ access: { guid, person } }: { access: StaffAccess }) {
  const { organization } = useStarted();
  const { send, isPending } = useCommand(turnStaffOut);
  const [key] = useState(newGuid);
  async function end() {
    try {
      await send({ asked: { params: { orgGuid: organization.guid, guid } }, key });
      showAlert({ type: 'success', title: `${nameFirst(person.name)} no longer reads your organization` });
    } catch (error) {
      showAlert({ type: 'error', title: ACCESS_NOT_ENDED, subtitle: errorText(error) });
    }
  }
  return (
    <SubmitButton variant="quiet" busy={isPending} onClick={() => void end()}>
      End access<VisuallyHidden> of {person.name}</VisuallyHidden>
    </SubmitButton>
  );
}

/** Lets someone whose access the organization ended return before a day has passed. */
function AllowReturn({ access: { guid, person } }: { access: StaffAccess }) {
  const { organization } = useStarted();
  const { send, isPending } = useCommand(allowStaffReturn);
  const [key] = useState(newGuid);
  async function allow() {
    try {
      await send({ asked: { params: { orgGuid: organization.guid, guid } }, key });
      showAlert({ type: 'success', title: `${nameFirst(person.name)} may read your organization again` });
    } catch (error) {
      showAlert({ type: 'error', title: 'Nothing was allowed', subtitle: errorText(error) });
    }
  }
  return (
    <SubmitButton variant="quiet" busy={isPending} onClick={() => void allow()}>
      Allow return<VisuallyHidden> of {person.name}</VisuallyHidden>
    </SubmitButton>
  );
}

function Access({ access }: { access: StaffAccess }) {
  const { person, reason, beganAt, endsAt, endedAt, returnsAt, callCount, calls } = access;
  const { timeZone } = useStarted().organization;
  const when = (instant: string) => formatInstant(instant, timeZone);
  return (
    <Section
      title={person.name}
      action={isOpen(access) ? <EndAccess access={access} /> : returnsAt && <AllowReturn access={access} />}
    >
      <KeyValues
        items={[
          { term: 'Reason', value: reason },
          { term: 'From', value: when(beganAt) },
          { term: endedAt ? 'Ended' : 'Until, at the latest', value: when(endedAt ?? endsAt) },
          ...(returnsAt ? [{ term: 'May return', value: when(returnsAt) }] : []),
        ]}
      />
      {callCount === 0 ? (
        <p className={css.none}>Nothing was read.</p>
      ) : (
        <details className={css.calls}>
          <summary>
            {callCount === 1 ? '1 thing was read' : `${callCount} things were read`}
            {callCount > calls.length && `; the last ${calls.length} are listed`}
          </summary>
          <ol>
            {calls.map(({ at, operationId, recordGuid, isRefused }, place) => (
              <li key={place}>
                <span>{isRefused ? REFUSED_CHANGE : operationLabel(operationId)}</span>
                {recordGuid && <code>{recordGuid}</code>}
                <time dateTime={at}>{when(at)}</time>
              </li>
            ))}
          </ol>
        </details>
      )}
    </Section>
  );
}
