import { everyday } from '../src/app/everyday.ts';
import type { Declared } from '../src/lib/url/screen.ts';

export { frames } from '../src/app/frames.ts';
export { startup } from '../src/lib/api/preload.ts';

const files = import.meta.glob<{ routes: readonly Declared[] }>('../src/features/*/{routes,later-routes}.ts', {
  eager: true,
});

/** Each feature's declared screens, by file, and whether they are in the initial bundle. */
export const declarations = Object.entries(files).map(([file, { routes }]) => ({
  file: file.replace('../', ''),
  isEveryday: routes.every((each) => everyday.includes(each)),
  declared: routes,
}));
