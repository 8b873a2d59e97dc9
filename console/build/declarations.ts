import { contexts } from '../src/app/contexts.ts';
import type { Declared } from '../src/lib/url/screen.ts';

export { frames } from '../src/app/frames.ts';
export { startup } from '../src/lib/api/preload.ts';

const files = import.meta.glob<{ routes: readonly Declared[] }>('../src/features/*/{routes,later-routes}.ts', {
  eager: true,
});
const everyday = contexts.map(({ routes }) => routes);

/** What every feature declares, by file, and whether the program knows it from the start. */
export const declarations = Object.entries(files).map(([file, { routes }]) => ({
  file: file.replace('../', ''),
  isEveryday: everyday.includes(routes),
  declared: routes,
}));
