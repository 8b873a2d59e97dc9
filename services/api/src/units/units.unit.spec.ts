import { regions } from '@plimsoll/contracts/organizations/regions';
import { given } from '../../test/given-when-then.ts';
import { archiveReportingGroup } from './archive-reporting-group.rule.ts';
import { removeReportingGroup } from './remove-reporting-group.rule.ts';
import { removeWorksite } from './remove-worksite.rule.ts';
import {
  reportingGroupDecider,
  resolveReportingGroup,
  noGroup,
  type ActiveGroup,
  type CurrentGroups,
  type ReportingGroup,
} from './reporting-group.ts';
import { aboutActive, renaming } from './unit.ts';
import { updateReportingGroup } from './update-reporting-group.rule.ts';
import { updateWorksite } from './update-worksite.rule.ts';
import { worksiteDecider, worksiteName, type ActiveWorksite, type Worksite } from './worksite.ts';

const [guid, other, third] = [
  '019a0000-0000-7000-8000-000000000001',
  '019a0000-0000-7000-8000-000000000002',
  '019a0000-0000-7000-8000-000000000003',
] as const;
const region = regions[0]!.guid;
const details = { regionGuid: region, address: '1 Road', timeZone: null, emergencyPhone: null };
const events = (...list: [type: string, data: object][]) => list.map(([type, data]) => ({ type, data }));
const group = (...list: [type: string, data: object][]) =>
  given(
    reportingGroupDecider,
    events(['ReportingGroupCreated', { reportingGroupGuid: guid, name: 'Night crew', description: null }], ...list),
  );
const worksite = (...list: [type: string, data: object][]) =>
  given(
    worksiteDecider,
    events(
      [
        'WorksiteCreated',
        {
          worksiteGuid: guid,
          name: 'Yard',
          ...details,
        },
      ],
      ...list,
    ),
  );
const inUse = group().state;
const used = { memberCount: 2, eventCount: 7 };
const unused = { memberCount: 0, eventCount: 0 };

describe('a reporting group', () => {
  test('is what its log says last, and nothing more once it is archived or removed', () => {
    expect(
      group(
        ['ReportingGroupRenamed', { name: 'Day crew' }],
        ['ReportingGroupDescriptionChanged', { description: 'By day' }],
      ).state,
    ).toEqual({ state: 'ACTIVE', name: 'Day crew', description: 'By day' });
    expect(group(['ReportingGroupArchived', { reassignedToGuid: other, ...used }]).state).toEqual({
      state: 'ARCHIVED',
    });
    expect(group(['ReportingGroupRemoved', {}]).state).toEqual({ state: 'REMOVED' });
  });

  test('is renamed and described by an event each, and by none where it is so already', () => {
    const update = (request: Parameters<typeof updateReportingGroup>[0]) => (state: ReportingGroup) =>
      updateReportingGroup(request, state as ActiveGroup);
    group()
      .when(update({ name: 'Day crew', description: 'By day' }))
      .then([
        { type: 'ReportingGroupRenamed', data: { name: 'Day crew' } },
        { type: 'ReportingGroupDescriptionChanged', data: { description: 'By day' } },
      ]);
    for (const same of [{}, { name: 'Night crew', description: null }, { description: '' }, { description: null }])
      group().when(update(same)).then([]);
    group()
      .when(update({ name: 'NIGHT CREW' }))
      .then([{ type: 'ReportingGroupRenamed', data: { name: 'NIGHT CREW' } }]);
  });

  test('that has members or events is archived in favour of another one alone, and the event says what it had', () => {
    expect(archiveReportingGroup({ reassignToGuid: other, usage: used, target: inUse })).toEqual([
      { type: 'ReportingGroupArchived', data: { reassignedToGuid: other, ...used } },
    ]);
    for (const usage of [used, { ...unused, memberCount: 1 }, { ...unused, eventCount: 1 }]) {
      expect(archiveReportingGroup({ reassignToGuid: null, usage, target: noGroup })).toEqual({
        refused: 'MissingRelatedEntity',
        fieldErrors: [
          { field: 'reassignToGuid', className: 'MissingRelatedEntity', message: 'Reporting group is required' },
        ],
      });
    }
    expect(archiveReportingGroup({ reassignToGuid: null, usage: unused, target: noGroup })).toEqual([
      { type: 'ReportingGroupArchived', data: { reassignedToGuid: null, ...unused } },
    ]);
  });

  test.each<[string, ReportingGroup]>([
    ['unknown, or the group itself', noGroup],
    ['archived', group(['ReportingGroupArchived', { reassignedToGuid: null, ...unused }]).state],
    ['removed', group(['ReportingGroupRemoved', {}]).state],
  ])('is not archived in favour of one that is %s', (_, target) => {
    for (const usage of [used, unused])
      expect(archiveReportingGroup({ reassignToGuid: other, usage, target })).toMatchObject({
        refused: 'ReportingGroupNotFound',
        fieldErrors: [{ field: 'reassignToGuid' }],
      });
  });

  test('is removed when nothing references it', () => {
    expect(removeReportingGroup(unused)).toEqual([{ type: 'ReportingGroupRemoved', data: {} }]);
    for (const usage of [
      { ...unused, memberCount: 1 },
      { ...unused, eventCount: 1 },
    ])
      expect(removeReportingGroup(usage)).toEqual({ refused: 'ReportingGroupWithEventsOrMembersCannotBeRemoved' });
  });

  test('means the one that its members and events went to, and an unknown one means itself', () => {
    const groups: CurrentGroups = new Map([
      [guid, { status: 'ARCHIVED', reassignedToGuid: third, revision: 2 }],
      [third, { status: 'ACTIVE', reassignedToGuid: null, revision: 1 }],
    ]);
    expect([guid, third, other, null].map((one) => resolveReportingGroup(one, groups))).toEqual([
      third,
      third,
      other,
      null,
    ]);
  });
});

describe('a worksite', () => {
  test('is what its log says last, and nothing more once it is archived or removed', () => {
    const changed = { regionGuid: null, address: null, timeZone: 'Australia/Perth', emergencyPhone: '112' };
    expect(worksite(['WorksiteRenamed', { name: 'Camp' }], ['WorksiteDetailsChanged', changed]).state).toEqual({
      state: 'ACTIVE',
      name: 'Camp',
      details: changed,
    });
    expect([worksite(['WorksiteArchived', { eventCount: 3 }]).state, worksite(['WorksiteRemoved', {}]).state]).toEqual([
      { state: 'ARCHIVED' },
      { state: 'REMOVED' },
    ]);
  });

  test('keeps omitted fields, clears by null and by an empty text, and is in a region that exists', () => {
    const update = (request: Parameters<typeof updateWorksite>[0]) => (state: Worksite) =>
      updateWorksite(request, state as ActiveWorksite);
    worksite()
      .when(update({ name: 'Camp', address: '' }))
      .then([
        { type: 'WorksiteRenamed', data: { name: 'Camp' } },
        { type: 'WorksiteDetailsChanged', data: { ...details, address: null } },
      ]);
    worksite()
      .when(update({ regionGuid: null }))
      .then([{ type: 'WorksiteDetailsChanged', data: { ...details, regionGuid: null } }]);
    for (const same of [{}, { name: 'Yard', ...details }, { timeZone: null }]) worksite().when(update(same)).then([]);
    worksite()
      .when(update({ regionGuid: other, name: 'Camp' }))
      .thenMatch({ refused: 'RegionNotFound', fieldErrors: [{ field: 'regionGuid' }] });
  });

  test('is removed where it has no events', () => {
    expect(removeWorksite({ eventCount: 0 })).toEqual([{ type: 'WorksiteRemoved', data: {} }]);
    expect(removeWorksite({ eventCount: 1 })).toEqual({ refused: 'WorksiteWithEventsCannotBeRemoved' });
  });
});

test.each(['NONE', 'ARCHIVED', 'REMOVED'] as const)('nothing is decided about one that is %s', (state) => {
  expect(
    aboutActive(
      { stream: { kind: 'worksite', guid }, revision: 1, state: { state } },
      'WorksiteNotFound',
      () => [{ type: 'WorksiteRemoved', data: {} }],
      () => ({}),
    ),
  ).toEqual({ refused: 'WorksiteNotFound' });
});

test('a new name is reserved and the former one is free, but for a change of the case', () => {
  expect(renaming('Yard', 'Camp', worksiteName)).toEqual({
    reservations: [{ key: 'worksite:camp', taken: 'DuplicateWorksiteName' }],
    releases: ['worksite:yard'],
  });
  for (const same of [undefined, 'Yard', ' YARD ']) expect(renaming('Yard', same, worksiteName)).toEqual({});
});
