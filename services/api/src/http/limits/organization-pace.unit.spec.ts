import { OrganizationPace } from './organization-pace.ts';
import type { Refused } from '../problems/problem-of.ts';

let now = 0;
let pace: OrganizationPace;
beforeEach(() => {
  now = 5_000;
  pace = new OrganizationPace(20, () => now);
});

/** Sends requests at once: the delay of each, or its Retry-After in seconds. */
const asks = (tenant: string, count: number): (number | string)[] =>
  Array.from({ length: count }, () => {
    try {
      return pace.waitOf(tenant);
    } catch (error) {
      return (error as Refused).headers['retry-after']!;
    }
  });

test('what an organization sends in a second goes on at once, what is more in its time, and what would wait more than two seconds is refused', () => {
  const answers = asks('loud', 100);
  expect(answers.slice(0, 20)).toEqual(Array(20).fill(0));
  expect(answers.slice(20, 60)).toEqual(Array.from({ length: 40 }, (_, index) => (index + 1) * 50));
  expect(answers.slice(60)).toEqual(Array(40).fill('1'));
});

test('another organization does not notice', () => {
  asks('loud', 100);
  expect(asks('quiet', 20)).toEqual(Array(20).fill(0));
});

test('what is refused does not count, and after three seconds all is as at the beginning', () => {
  asks('loud', 100);
  now += 50;
  expect(asks('loud', 2)).toEqual([2_000, '1']);
  now += 3_000;
  expect(asks('loud', 20)).toEqual(Array(20).fill(0));
});

test('who is quiet is forgotten, so that it never keeps more than those who ask', () => {
  for (let index = 0; index < 5_000; index++) {
    pace.waitOf(`organization ${index}`);
    now += 100;
  }
  expect(asks('organization 0', 20)).toEqual(Array(20).fill(0));
});
