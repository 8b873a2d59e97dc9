import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

test('the page that verifies bundles is built from its parts as they are now, and asks for nothing', () => {
  const committed = readFileSync(new URL('./verify.html', import.meta.url), 'utf8');
  const build = fileURLToPath(new URL('../../verify-page/build.js', import.meta.url));
  const built = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { builtPage } from ${JSON.stringify(build)}; process.stdout.write(await builtPage());`,
    ],
    { encoding: 'utf8', maxBuffer: 4 * 2 ** 20, env: { ...process.env, NODE_OPTIONS: '' } },
  );
  expect(built).toBe(committed);
  expect(committed).toContain("default-src 'none'");
  expect(committed).not.toMatch(/\b(?:fetch|XMLHttpRequest|WebSocket|importScripts)\s*\(|<link|<img|src=/);
});
