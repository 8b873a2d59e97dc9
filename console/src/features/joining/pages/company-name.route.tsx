import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { organizationSearchQuery } from '@plimsoll/contracts/organizations/settings';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { joiningPaths } from '../paths.ts';
import { requireSession } from '../../../lib/session/startup.ts';
import { ErrorSummary } from '../../../ui/inputs/ErrorSummary.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { matchingOrganizationsQuery } from '../api.ts';
import { Choices, LinkChoice } from '../public/Choice.tsx';
import css from '../public/Choice.module.css';
import { ASK_TO_JOIN } from '../public/labels.ts';
import { ORGANIZATION_MISSING } from '../../organizations/public/onboarding-labels.ts';

export async function loader({ request }: LoaderFunctionArgs): Promise<null> {
  await requireSession(request);
  return null;
}

/** Search for an organization to join; the search text is kept in the URL. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const matching = search.get('matching') ?? '';
  return (
    <div className={css.page}>
      <PageHeader title={ASK_TO_JOIN} meta="Find it by its whole name, or by its organization ID." />
      <SearchForm key={matching} matching={matching} onSearch={(next) => setSearch({ matching: next })} />
      {matching && <Found matching={matching} />}
      <p className={css.foot}>
        <Link to={joiningPaths.welcome('all')}>Other ways</Link>
      </p>
    </div>
  );
}

function SearchForm({ matching, onSearch }: { matching: string; onSearch: (matching: string) => void }) {
  const form = useCommandForm(organizationSearchQuery, {
    start: { matching },
    bodyOf: (fields: { matching: string }) => fields,
    check: (fields) => (fields.matching.trim() ? [] : [{ field: 'matching', message: ORGANIZATION_MISSING }]),
    send: async (body) => body.matching.trim(),
    onDone: onSearch,
  });
  return (
    <form className={css.form} onSubmit={form.submit} noValidate role="search">
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <TextField label="Company Name" autoComplete="organization" {...form.typed('matching')} />
      <div className={css.actions}>
        <SubmitButton size="l" busy={form.busy}>
          Find organization
        </SubmitButton>
      </div>
    </form>
  );
}

function Found({ matching }: { matching: string }) {
  const query = useQuery(matchingOrganizationsQuery(matching));
  return (
    <div role="status">
      <QueryView query={query}>
        {({ items }) =>
          items.length > 0 ? (
            <Choices label="Found">
              {items.map(({ guid, name }) => (
                <LinkChoice
                  key={guid}
                  icon={IconBuilding}
                  to={joiningPaths.request(guid, matching)}
                  title={name}
                  text="Ask to join"
                />
              ))}
            </Choices>
          ) : (
            <EmptyState
              title={`Nothing is called “${matching}”`}
              text="The name has to be whole, as the organization writes it. Ask a colleague for it, or for the organization ID."
            />
          )
        }
      </QueryView>
    </div>
  );
}
