import { IconBuildingWarehouse, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CallList, CallListList } from '@plimsoll/contracts/routing/answers';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { unitsPaths } from '../../units/paths.ts';
import { useEmptyText } from '../components/CallListPeople.tsx';
import { CallListView } from '../components/CallListView.tsx';
import { gapText } from '../labels.ts';
import { permissionsOfCallLists } from './call-list-permissions.ts';
import { callListsQuery } from './call-lists-query.ts';

/** All call lists: the organization's own, then those of worksites and groups, which are changed on their pages. */
export function CallLists() {
  const { organization } = useStarted();
  const query = useQuery(callListsQuery(organization.guid));
  return (
    <QueryView query={query}>
      {({ items, gaps }) => {
        const of = (target: CallList['target']) => items.filter((list) => list.target === target);
        const [own] = of('ORGANIZATION');
        return (
          <Stack>
            {own && <CallListView title="The organization’s call list" list={own} gaps={gaps} />}
            <Lists title="Worksites" lists={of('WORKSITE')} gaps={gaps} />
            <Lists title="Reporting groups" lists={of('REPORTING_GROUP')} gaps={gaps} />
          </Stack>
        );
      }}
    </QueryView>
  );
}

const units = {
  WORKSITE: { icon: IconBuildingWarehouse, to: unitsPaths.worksite },
  REPORTING_GROUP: { icon: IconUsersGroup, to: unitsPaths.reportingGroup },
} as const;

interface ListsProps extends Pick<CallListList, 'gaps'> {
  title: string;
  lists: readonly CallList[];
}

function Lists({ title, lists, gaps }: ListsProps) {
  if (lists.length === 0) return null;
  return (
    <Section title={title}>
      <RowList label={`Call lists: ${title}`}>
        {lists.map((list) => (
          <ListRow key={list.targetGuid} list={list} gaps={gaps} />
        ))}
      </RowList>
    </Section>
  );
}

/** A call list in a row. Those who may open its page find a link to it. */
function ListRow({ list: { target, targetGuid, name, members }, gaps }: { list: CallList } & Pick<ListsProps, 'gaps'>) {
  const whenEmpty = useEmptyText(target);
  const mayOpen = useMay(permissionsOfCallLists[target]);
  const { icon, to } = units[target as keyof typeof units];
  const gap = gaps.find((each) => each.target === target && each.targetGuid === targetGuid);
  return (
    <Row
      icon={icon}
      title={name}
      under={members.length > 0 ? members.map((member, place) => `${place + 1}. ${member.name}`).join(', ') : whenEmpty}
      actions={
        mayOpen && (
          <ButtonLink to={to(targetGuid!)}>
            Open<VisuallyHidden> {name}</VisuallyHidden>
          </ButtonLink>
        )
      }
      badge={gap && <Badge tone="asks">{gapText(gap.because, target)}</Badge>}
    />
  );
}
