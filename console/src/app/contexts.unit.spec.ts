import type { Screen } from '../lib/url/screen.ts';
import { contexts, contextsAt } from './contexts.ts';

const filled = (path: string) => path.replace(/:\w+/g, '0c9f4ad2-54e2-4d3c-9d5b-6f2a3c1e8b70');
const later = contexts.filter(({ routes }) => typeof routes === 'function');
const declaredBy = async ({ routes }: (typeof contexts)[number]) =>
  typeof routes === 'function' ? (await routes()).routes : routes;

test('routes that are fetched later are fetched at each of their addresses', async () => {
  for (const context of later) {
    const addresses = (await declaredBy(context)).flatMap(({ path }) => path);
    expect(addresses.filter((path) => !contextsAt(filled(path)).includes(context))).toEqual([]);
  }
});

test('no two screens have the same address, unless one is what the other shows first', async () => {
  const screens = (await Promise.all(contexts.map(declaredBy))).flat();
  const addresses = screens.flatMap(({ path, inside }) => [path].flat().filter((each) => each !== inside));
  expect(addresses.filter((path, place) => addresses.indexOf(path) !== place)).toEqual([]);
});

test('what a screen is inside of is a frame, or a screen', async () => {
  const screens = (await Promise.all(contexts.map(declaredBy))).flat() as Screen[];
  const frames = ['bare', 'pages', 'settings', 'organization', 'plain', 'billing', 'auditor'];
  const parents = screens.map(({ inside = 'pages' }) => inside).filter((inside) => !frames.includes(inside));
  expect(parents.filter((inside) => !screens.some(({ path }) => [path].flat()[0] === inside))).toEqual([]);
});
