import { useMemo } from 'react';
import { answeredTexts } from '@plimsoll/contracts/incidents/answered-texts';
import { eventFieldTexts, REGION_HINT } from '@plimsoll/contracts/incidents/event-texts';
import { answerTexts } from '@plimsoll/contracts/incidents/review-record';
import { answeredWhen } from '@plimsoll/contracts/incidents/vocabulary';
import { useStarted } from '../../../lib/session/startup.ts';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { FilterPanel } from '../../../ui/data/Filters.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { FieldGroup } from '../../../ui/inputs/FormField.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { DateField } from '../../../ui/inputs/TextField.tsx';
import { formatDayRange } from './DayRangeFilter.tsx';
import type { ListAddress } from './list-address.ts';
import { offered } from './offered-units.ts';
import css from './EventFilters.module.css';

interface MoreFiltersProps {
  address: ListAddress;
  onChoose: (patch: Partial<ListAddress>) => void;
  onType: (patch: Partial<ListAddress>) => void;
}

const answers = [
  { value: 'WHENEVER' as const, label: 'Answered or not' },
  ...answeredWhen.map((value) => ({ value, label: answeredTexts[value] })),
];

/** What the filters on reports show: "Answered within 7 days", "reported from 3 Nov 2026". */
function reportWords({ answered, reportedFrom, reportedTo }: ListAddress): string[] {
  const days = formatDayRange(reportedFrom, reportedTo);
  return [
    ...(answered ? [answeredTexts[answered]] : []),
    ...(days ? [`reported ${days.charAt(0).toLowerCase()}${days.slice(1)}`] : []),
  ];
}

/** Filters that fewer users need: region, reporting group, day of the report and when it was answered. */
export function MoreFilters({ address, onChoose, onType }: MoreFiltersProps) {
  const { organization, regions, features } = useStarted();
  const chosen = address.reportingGroupGuid ?? [];
  const groups = features.has('REPORTING_GROUPS') ? offered(organization.reportingGroups, chosen) : [];
  const places = useMemo(
    () => regions.map(({ guid, name, groupName }) => ({ value: guid, label: name, hint: groupName })),
    [regions],
  );
  const region = regions.find(({ guid }) => guid === address.regionGuid)?.name;
  const only = chosen.length === 1 ? groups.find(({ guid }) => guid === chosen[0])?.name : undefined;
  const words = [
    region,
    only ?? (chosen.length > 0 && `${chosen.length} of ${groups.length} groups`),
    ...reportWords(address),
  ]
    .filter(Boolean)
    .join(', ');
  const toggle = (guid: string, on: boolean) =>
    onChoose({
      reportingGroupGuid: groups
        .map((group) => group.guid)
        .filter((each) => (each === guid ? on : chosen.includes(each))),
    });
  return (
    <FilterPanel label="More" value={words || undefined} width={320}>
      <div className={css.days}>
        <FindField
          label={eventFieldTexts.region}
          id="filter-region"
          options={places}
          value={address.regionGuid ?? ''}
          onChange={(guid) => onChoose({ regionGuid: guid || undefined })}
          placeholder={REGION_HINT}
        />
        {groups.length > 0 && (
          <FieldGroup label={eventFieldTexts.reportingGroup} id="filter-groups">
            <div className={css.groups}>
              {groups.map(({ guid, name }) => (
                <CheckboxField
                  key={guid}
                  label={name}
                  checked={chosen.includes(guid)}
                  onChange={({ target }) => toggle(guid, target.checked)}
                />
              ))}
            </div>
          </FieldGroup>
        )}
        <SelectField
          label={answerTexts.title}
          id="filter-answered"
          options={answers}
          value={address.answered ?? 'WHENEVER'}
          onChange={(answered) => onChoose({ answered: answered && answered !== 'WHENEVER' ? answered : undefined })}
        />
        <DateField
          label="Reported from"
          id="filter-reported-from"
          value={address.reportedFrom ?? ''}
          max={address.reportedTo}
          onChange={({ target }) => onType({ reportedFrom: target.value || undefined })}
        />
        <DateField
          label="Reported until"
          id="filter-reported-to"
          value={address.reportedTo ?? ''}
          min={address.reportedFrom}
          onChange={({ target }) => onType({ reportedTo: target.value || undefined })}
        />
      </div>
    </FilterPanel>
  );
}
