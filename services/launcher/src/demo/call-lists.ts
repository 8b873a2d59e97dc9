import type { GroupKey, WorksiteKey } from './cast.ts';

interface CallLists {
  readonly ofWorksites: Readonly<Partial<Record<WorksiteKey, readonly string[]>>>;
  readonly ofGroups: Readonly<Partial<Record<GroupKey, readonly string[]>>>;
  readonly ofOrganization: readonly string[];
}

/** The demo's call lists, by keys of the cast. The remaining worksite and groups leave it to the organization's list. */
export const callLists: CallLists = {
  ofWorksites: {
    acheson: ['daniel', 'priya'],
    fsj: ['daniel', 'mei'],
    montney: ['daniel', 'priya'],
    karratha: ['mei', 'priya'],
  },
  ofGroups: { drilling: ['daniel'] },
  ofOrganization: ['priya', 'mei'],
};

/** Who is alerted at a place, first those who are alerted first. */
export const alertedInOrder = ({
  worksite,
  group,
}: {
  readonly worksite: WorksiteKey;
  readonly group?: GroupKey;
}): readonly string[] => [
  ...(callLists.ofWorksites[worksite] ?? []),
  ...((group && callLists.ofGroups[group]) ?? []),
  ...callLists.ofOrganization,
];
