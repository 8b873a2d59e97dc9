import { camel, pascal, sentence } from './names.mjs';
import { append, addImport, constant } from './source.mjs';

/** Adds a screen with its address; its page has a title and nothing else. */
export function newScreen(sources, context, name) {
  const feature = `console/src/features/${context}`;
  sources.create(
    `${feature}/pages/${name}.route.tsx`,
    `
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';

/** ${sentence(name)}. */
export function Component() {
  return <PageHeader title="${sentence(name)}" />;
}`,
  );
  sources.change(`${feature}/routes.ts`, (before) =>
    addImport(
      append(
        before,
        constant(before, 'routes'),
        `screen({ path: '/${context}/${name}', page: () => import('./pages/${name}.route.tsx') })`,
      ),
      'screen',
      '../../lib/url/screen.ts',
    ),
  );
  return { address: `/${context}/${name}`, component: pascal(name), identifier: camel(name) };
}
