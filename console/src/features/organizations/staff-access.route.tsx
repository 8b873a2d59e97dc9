import { IconEyeSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { StaffAccess } from '@plimsoll/contracts/staff/staff-access';
import { prefetching } from '../../lib/loader.ts';
import { useStarted } from '../../lib/startup.ts';
import { formatInstant } from '../../lib/time.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Section, Stack } from '../../ui/Section.tsx';
import { EmptyState, Skeleton } from '../../ui/States.tsx';
import { KeyValues } from '../../ui/KeyValues.tsx';
import { staffAccessesQuery } from './api.ts';
import { callWords } from './staff/call-words.ts';
import css from './staff/StaffAccess.module.css';

/** Asks for the accesses while the chunk is still on the way. */
export const loader = prefetching(({ organization, permissions }) => (permissions.has('UPDATE_ORGANIZATION') ? [staffAccessesQuery(organization.guid)] : []));

/** When our staff looked at the organization, why, and at what. */
export function Component() {
  const { organization } = useStarted();
  const query = useQuery(staffAccessesQuery(organization.guid));
  return (
    <>
      <PageHeader title="Staff Access" meta="Plimsoll’s staff may read your organization for four hours, saying why, and change nothing. Whoever looks after these settings gets a mail." />
      <QueryView query={query} skeleton={<Skeleton widths={['38%', '92%', '64%']} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={IconEyeSearch} title="Nobody has looked" text="When one of Plimsoll’s staff reads your organization, it is listed here with the reason and each thing that was read." />
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

function Access({ access: { person, reason, beganAt, endsAt, endedAt, callCount, calls } }: { access: StaffAccess }) {
  const { timeZone } = useStarted().organization;
  const when = (instant: string) => formatInstant(instant, timeZone);
  return (
    <Section title={person.name}>
      <KeyValues
        items={[
          { term: 'Reason', value: reason },
          { term: 'From', value: when(beganAt) },
          { term: endedAt ? 'Ended' : 'Until, at the latest', value: when(endedAt ?? endsAt) },
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
            {calls.map(({ at, operationId, recordGuid }, place) => (
              <li key={place}>
                <span>{callWords(operationId)}</span>
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
