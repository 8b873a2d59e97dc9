import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Industry } from '@plimsoll/contracts/organizations/settings';
import { GroupedChoices } from '../../../ui/inputs/GroupedChoices.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { industriesQuery } from '../api.ts';

interface IndustryFieldProps {
  regionGuid: string;
  name: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
}

/** Field for the industries of a region, grouped by sector. The selection is preserved if they cannot be loaded. */
export function IndustryField({ regionGuid, ...field }: IndustryFieldProps) {
  const query = useQuery(industriesQuery(regionGuid));
  return <QueryView query={query}>{({ items }) => <Choices items={items} {...field} />}</QueryView>;
}

function Choices({ items, error, ...field }: { items: readonly Industry[] } & Omit<IndustryFieldProps, 'regionGuid'>) {
  const groups = useMemo(
    () =>
      [...Map.groupBy(items, ({ sectorTitle }) => sectorTitle)].map(([title, industries]) => ({
        title,
        options: industries.map(({ guid, title: label, code }) => ({ value: guid, label, code })),
      })),
    [items],
  );
  return (
    <GroupedChoices
      {...field}
      label="Industries"
      hint="By name, NAICS code or sector."
      noun={['industry', 'industries']}
      groups={groups}
      error={error ?? null}
    />
  );
}
