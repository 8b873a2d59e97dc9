import { readFileSync } from 'node:fs';
import { nodeFlags } from './node-flags.mjs';

test('the image runs the product with the same flags', () => {
  const entrypoint = /^ENTRYPOINT (.*)$/m.exec(readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8'))![1]!;
  expect(JSON.parse(entrypoint)).toEqual(['node', ...nodeFlags, 'services/launcher/dist/main.js']);
});
