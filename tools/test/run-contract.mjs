// Sends the running product valid and invalid requests generated from its OpenAPI document: `npm run test:contract`.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startOwnProduct } from '../dev/own-product.mjs';
import { endOf, ensureBuilt, ensureInstalled, root, script } from '../dev/prepare.mjs';

const VERSION = '4.32.5';
const folder = join(root, '.cache', 'schemathesis');
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/** Requests per operation and person; HARDENING=long sends more. */
const examples = process.env.HARDENING === 'long' ? 200 : 20;
const askers = ['admin@demo.example', 'member@demo.example', undefined];

await script(async () => {
  const program = [join(folder, 'bin', 'schemathesis'), join(folder, 'Scripts', 'schemathesis.exe')].find((path) =>
    existsSync(path),
  );
  if (!program) {
    const install = `python3 -m venv .cache/schemathesis && .cache/schemathesis/bin/pip install schemathesis==${VERSION}`;
    console.log(
      `NOT RUN: the answers were not held against the OpenAPI document, since schemathesis is not here. ${install}`,
    );
    return;
  }
  await ensureInstalled();
  await ensureBuilt();
  const product = await startOwnProduct();
  try {
    const { PLIMSOLL_URL: url, PLIMSOLL_PASSWORD: password } = product.environment;
    for (const asker of askers) {
      console.log(`\n=== As ${asker ?? 'nobody'} ===`);
      const headers = asker ? ['--header', `Authorization: Bearer ${await tokenOf(url, asker, password)}`] : [];
      // Signing out would invalidate the token.
      const without = asker ? ['--exclude-operation-id', 'signOut'] : [];
      const child = spawn(
        program,
        [
          'run',
          join(root, 'contracts', 'openapi.json'),
          '--url',
          url,
          '--checks',
          checks.join(),
          '--max-examples',
          String(examples),
          '--phases',
          'examples,coverage,fuzzing',
          '--continue-on-failure',
          '--workers',
          '1',
          '--suppress-health-check',
          'all',
          '--warnings',
          'off',
          ...headers,
          ...without,
        ],
        { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
      );
      const { code } = await endOf(child);
      if (code !== 0) process.exitCode = 1;
    }
  } finally {
    await product.stop();
  }
});

/** A token is valid for ten minutes. */
async function tokenOf(url, identifier, password) {
  const answer = await fetch(`${url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  });
  if (!answer.ok) throw new Error(`${identifier} could not sign in: ${answer.status}`);
  return (await answer.json()).jwt;
}
