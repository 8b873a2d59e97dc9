import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import {
  emailFrequencies,
  frequencyOf,
  type EmailFrequency,
  type EmailPreference,
  type EmailPreferenceType,
} from '@plimsoll/contracts/notifications/email-preferences';
import { showAlert } from '../../../lib/format/alerts.ts';
import { command, useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { frequencyLabels, mailKinds, type MailKind } from '../mail-kinds.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { query } from '../../../lib/api/query.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { lastSignedIn } from '../../../lib/session/session.ts';
import { requireSession } from '../../../lib/session/startup.ts';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { ClosedAccount } from '../../../components/ClosedAccount.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import css from './NotificationSettings.module.css';

const preferencesQuery = (userGuid: string) => query('getEmailPreferences', { params: { userGuid } });
const changePreferences = command('changeEmailPreferences', {
  staleAfter: [],
  answers: ({ params }) => preferencesQuery(params.userGuid),
});

/** Prefetches the preferences while the chunk is loading. */
export async function loader({ request }: LoaderFunctionArgs): Promise<null> {
  const { sub } = await requireSession(request);
  void queryClient.prefetchQuery(preferencesQuery(sub));
  return null;
}

const frequencies = emailFrequencies.map((value) => ({ value, label: frequencyLabels[value] }));

/** Which mails the user gets and how often, across all organizations. */
export function Component() {
  const found = useQuery(preferencesQuery(lastSignedIn()!));
  if (found.error instanceof ApiProblem && found.error.className === 'Forbidden')
    return (
      <>
        <PageHeader title="Notifications" />
        <ClosedAccount />
      </>
    );
  return (
    <>
      <PageHeader
        title="Notifications"
        meta="These mails are yours to do without, or to get as a digest of what waits for you. Mails about your account and your memberships are sent all the same."
      />
      <Section title="Mails">
        <QueryView query={found} skeleton={<Skeleton widths={['92%', '92%', '92%', '92%']} />}>
          {({ preferences }) => (
            <div className={css.kinds}>
              <FieldStack>
                {mailKinds.map((kind) => (
                  <Frequency key={kind.code} kind={kind} preferences={preferences} />
                ))}
              </FieldStack>
            </div>
          )}
        </QueryView>
      </Section>
    </>
  );
}

/** Field for how often mails of a kind are sent; a choice is saved immediately. */
function Frequency({
  kind: { code, label, hint },
  preferences,
}: {
  kind: MailKind<EmailPreferenceType>;
  preferences: readonly EmailPreference[];
}) {
  const userGuid = lastSignedIn()!;
  const { send } = useCommand(changePreferences);
  const [pending, setPending] = useState<EmailFrequency | null>(null);
  async function choose(frequency: EmailFrequency | null) {
    if (!frequency || pending) return;
    setPending(frequency);
    try {
      await send({
        asked: {
          params: { userGuid },
          body: { preferences: [{ type: code, isEnabled: frequency !== 'NEVER', frequency }] },
        },
        key: newGuid(),
      });
      showAlert({ type: 'success', title: `${label}: ${frequencyLabels[frequency]}` });
    } catch (error) {
      showAlert({ type: 'error', title: `${label}: nothing was changed`, subtitle: errorText(error) });
    } finally {
      setPending(null);
    }
  }
  return (
    <SelectField
      label={label}
      hint={hint}
      options={frequencies}
      value={pending ?? frequencyOf(preferences, code)}
      onChange={(frequency) => void choose(frequency)}
    />
  );
}
