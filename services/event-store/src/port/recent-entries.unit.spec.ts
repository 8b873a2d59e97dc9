import { RecentEntries } from './recent-entries.ts';

test('an entry is there for one moment at least, and for two at most', () => {
  const entries = new RecentEntries<string>(10, 100);
  for (let now = 0; now < 50; now++) {
    entries.set(`at ${now}`, 'x', now);
    expect(entries.get(`at ${now - 9}`)).toBe(now < 9 ? undefined : 'x');
    expect(entries.get(`at ${now - 20}`)).toBeUndefined();
  }
});

test('the newest of a name is the one that is there, whenever the one before it came', () => {
  const entries = new RecentEntries<number>(10, 100);
  entries.set('a', 1, 0);
  entries.set('a', 2, 5);
  expect(entries.get('a')).toBe(2);
  entries.set('a', 3, 12);
  expect(entries.get('a')).toBe(3);
});

test('what is deleted is gone, in this moment and in the one before', () => {
  const entries = new RecentEntries<number>(10, 100);
  entries.set('a', 1, 0);
  entries.set('a', 2, 12);
  entries.delete('a');
  expect(entries.get('a')).toBeUndefined();
});

test('there are never more than twice as many as one moment may have', () => {
  const entries = new RecentEntries<number>(1_000_000, 5);
  const names = Array.from({ length: 100 }, (_, index) => `${index}`);
  for (const [index, name] of names.entries()) entries.set(name, index, 0);
  const left = names.filter((name) => entries.get(name) !== undefined);
  expect(left).toEqual(names.slice(-left.length));
  expect(left.length).toBeLessThanOrEqual(10);
});
