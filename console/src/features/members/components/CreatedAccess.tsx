import { useQuery } from '@tanstack/react-query';
import {
  createdAccessKinds,
  type CreatedAccess,
  type CreatedAccessKind,
} from '@plimsoll/contracts/members/created-access';
import { ChoicesField } from '../../../ui/inputs/ChoiceField.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { createdAccessQuery } from '../api.ts';
import css from './Rights.module.css';

const MAX_NAMED = 3;

const labels: Readonly<Record<CreatedAccessKind, (count: number) => string>> = {
  INVITATION: (count) => (count === 1 ? 'Revoke 1 invitation' : `Revoke ${count} invitations`),
  API_KEY: (count) => (count === 1 ? 'Revoke 1 API key' : `Revoke ${count} API keys`),
  WEBHOOK: (count) => (count === 1 ? 'Remove 1 webhook' : `Remove ${count} webhooks`),
  AUDITOR_GRANT: (count) => (count === 1 ? 'Revoke the access of 1 auditor' : `Revoke the access of ${count} auditors`),
};

const namesOf = (items: readonly CreatedAccess[]): string => {
  const names = items.map(({ name }) => name);
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${names.slice(0, MAX_NAMED).join(', ')} and ${more} more` : names.join(', ');
};

/**
 * Choice of what is revoked of the access that a member created for others. Nothing is shown if there is none.
 * @param retention says what becomes of the rest.
 */
export function CreatedAccessChoice({
  organizationGuid,
  userGuid,
  name,
  retention,
  value,
  onChange,
}: {
  organizationGuid: string;
  userGuid: string;
  /** Of the member, at the beginning of a sentence. */
  name: string;
  retention: string;
  value: readonly CreatedAccessKind[];
  onChange: (value: CreatedAccessKind[]) => void;
}) {
  const query = useQuery(createdAccessQuery(organizationGuid, userGuid));
  return (
    <QueryView query={query} skeleton={<Skeleton widths={['60%', '92%']} />}>
      {({ items }) => {
        const byKind = Map.groupBy(items, ({ kind }) => kind);
        if (items.length === 0) return null;
        return (
          <div className={css.created}>
            <ChoicesField
              label={`${name} created access that works without them`}
              hint={retention}
              options={[...byKind].map(([kind, ofKind]) => ({
                value: kind,
                label: labels[kind](ofKind.length),
                hint: namesOf(ofKind),
              }))}
              value={value}
              // What is not listed, such as a key created since, is revoked too.
              onChange={(chosen) =>
                onChange(createdAccessKinds.filter((kind) => chosen.includes(kind) || !byKind.has(kind)))
              }
            />
          </div>
        );
      }}
    </QueryView>
  );
}
