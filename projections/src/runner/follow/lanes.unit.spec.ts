import { Checkpoints } from './checkpoints.ts';
import { Turns, type Followed } from './lanes.ts';
import { firstGeneration, projectInto } from '../tables/generation.ts';
import { incidentList } from '../../incidents/incident-list/project.ts';
import { memberList } from '../../members/member-list/project.ts';

const followed: readonly Followed[] = [incidentList, memberList].map((readModel) => ({
  projection: projectInto(readModel, firstGeneration(readModel)),
  active: true,
}));
const heads = [
  { tenant: 'importing', position: 100_000 },
  { tenant: 'other', position: 50 },
];

/** Checkpoints of read models that lag this many events behind in each organization. */
function behind(importing: number, other: number): Checkpoints {
  const checkpoints = new Checkpoints();
  for (const {
    projection: { name },
  } of followed) {
    checkpoints.moved(name, 'importing', 100_000 - importing);
    checkpoints.moved(name, 'other', 50 - other);
  }
  return checkpoints;
}

const tenantsOf = (backlogs: readonly { tenant: string }[]) => backlogs.map(({ tenant }) => tenant);

test('an organization at its head shares no turn with one that has many events to take, and waits for a short one at most', () => {
  for (const lane of ['LIVE', 'AUTHORIZATION'] as const) {
    const turns = new Turns();
    const checkpoints = behind(lane === 'LIVE' ? 300 : 5_000, 3);
    const first = turns.next(lane, heads, followed, checkpoints);
    expect(tenantsOf(first)).toEqual(['importing']);
    expect(first[0]!.head - first[0]!.from).toBeLessThanOrEqual(500);
    turns.done(first);
    const second = turns.next(lane, heads, followed, checkpoints);
    expect(tenantsOf(second)).toEqual(['other']);
    turns.done(second);
    expect(tenantsOf(turns.next(lane, heads, followed, checkpoints))).toEqual(['importing']);
  }
});

test('those at their heads go together', () => {
  expect(tenantsOf(new Turns().next('LIVE', heads, followed, behind(10, 3)))).toEqual(['importing', 'other']);
});

test('a tenant that imports faster than can be followed is in the catch-up lane, and delays nobody at the head', () => {
  const turns = new Turns();
  expect(tenantsOf(turns.next('CATCH_UP', heads, followed, behind(1_000, 3)))).toEqual(['importing']);
  expect(tenantsOf(turns.next('LIVE', heads, followed, behind(1_000, 3)))).toEqual(['other']);
});
