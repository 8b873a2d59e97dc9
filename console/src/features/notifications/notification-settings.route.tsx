import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { wantsMail, type EmailPreferenceType } from '@plimsoll/contracts/notifications/email-preferences';
import { command, useCommand } from '../../lib/command.ts';
import { query } from '../../lib/query.ts';
import { queryClient } from '../../lib/query-client.ts';
import { lastSignedIn } from '../../lib/session.ts';
import { requireSession } from '../../lib/startup.ts';
import { Switches, type SwitchWords } from '../../lib/Switches.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/States.tsx';

const preferencesQuery = (userGuid: string) => query('getEmailPreferences', { params: { userGuid } });
const changePreferences = command('changeEmailPreferences', { staleAfter: [], answers: ({ params }) => preferencesQuery(params.userGuid) });

/** Asks for the preferences while the chunk is still on the way. */
export async function loader({ request }: LoaderFunctionArgs): Promise<null> {
  const { sub } = await requireSession(request);
  void queryClient.prefetchQuery(preferencesQuery(sub));
  return null;
}

const words: readonly SwitchWords<EmailPreferenceType>[] = [
  { code: 'REVIEW', label: 'Events to review', hint: 'When somebody asks you to review an event' },
  { code: 'APPROVAL', label: 'Events to approve', hint: 'When somebody asks you to approve an event' },
  { code: 'CORRECTIVE_ACTION', label: 'Corrective actions', hint: 'When an action is asked of you, before and after it is due, and when you are to check one' },
  { code: 'MEMBERSHIP_REQUEST', label: 'Requests to join', hint: 'When somebody asks to join an organization whose requests you answer' },
];

/** Which mails one wants, whatever organizations one belongs to. */
export function Component() {
  const userGuid = lastSignedIn()!;
  const found = useQuery(preferencesQuery(userGuid));
  const { send } = useCommand(changePreferences);
  return (
    <>
      <PageHeader title="Notifications" meta="These mails are yours to do without. Mails about your account and your memberships are sent all the same." />
      <Section title="Mails">
        <QueryView query={found} skeleton={<Skeleton widths={['92%', '92%', '92%', '92%']} />}>
          {({ preferences }) => (
            <Switches
              switches={words}
              isOn={(type) => wantsMail(preferences, type)}
              send={(type, isEnabled, key) => send({ asked: { params: { userGuid }, body: { preferences: [{ type, isEnabled, frequency: 'IMMEDIATE' }] } }, key })}
              done={(label, isEnabled) => `${label}: ${isEnabled ? 'you get mails' : 'you get no mails'}`}
              refused={(label) => `${label}: nothing was changed`}
            />
          )}
        </QueryView>
      </Section>
    </>
  );
}
