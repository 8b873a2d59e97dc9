import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

export const uiFolder = join(root, 'console', 'src', 'ui');
/** Where `npm run build:stories` puts the catalog. */
export const storiesFolder = join(root, '.cache', 'stories');
export const buildScript = join(root, 'tools', 'dev', 'stories.mjs');
