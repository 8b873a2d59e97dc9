import { useQuery } from '@tanstack/react-query';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { taskStatuses } from '@plimsoll/contracts/tasks/vocabulary';
import type { List } from '../../../lib/url/list.ts';
import { membersQuery } from '../../../lib/api/member-queries.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ChoiceField, Switch } from '../../../ui/inputs/ChoiceField.tsx';
import { FilterPanel } from '../../../ui/data/Filters.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import type { TaskAddress } from '../list-address.ts';
import { statusLabels } from '../labels.ts';

type Choice = NonNullable<TaskAddress['status']> | 'TO_DO';

const choiceLabels: Readonly<Record<Choice, string>> = { ...statusLabels, ALL: 'All of them' };
const choices = (['TO_DO', ...taskStatuses, 'ALL'] as const).map((value) => ({ value, label: choiceLabels[value] }));

/** Filters of the list. */
export function TaskFilters({
  address: { status: chosenStatus, assignee },
  choose,
}: Pick<List<TaskAddress>, 'address' | 'choose'>) {
  const { organization, user } = useStarted();
  const status: Choice = chosenStatus ?? 'TO_DO';
  const { data, isPending } = useQuery(membersQuery(organization.guid));
  const people =
    data?.items.map(({ userAccount }) => ({
      value: userAccount.guid,
      label: userAccount.guid === user.guid ? `${userAccount.name} (you)` : userAccount.name,
      hint: readableAddress(userAccount.primaryEmailAddress),
    })) ?? [];
  const named = people.find(({ value }) => value === assignee)?.label;
  return (
    <>
      <FilterPanel label="Status" value={`Status: ${choiceLabels[status]}`}>
        <ChoiceField
          label="Status"
          id="filter-status"
          options={choices}
          value={status}
          onChange={(chosen) => choose({ status: chosen === 'TO_DO' ? undefined : chosen })}
        />
      </FilterPanel>
      <FilterPanel label="With" value={assignee && `With: ${named ?? 'somebody'}`} width={320}>
        <FindField
          label="With"
          id="filter-assignee"
          options={people}
          value={assignee ?? ''}
          loading={isPending}
          onChange={(guid) => choose({ assignee: guid || undefined })}
        />
      </FilterPanel>
      <Switch
        label="With me"
        checked={assignee === user.guid}
        onChange={({ target }) => choose({ assignee: target.checked ? user.guid : undefined })}
      />
    </>
  );
}
