import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { verdictLine, verifyBundle } from '@plimsoll/launcher/audit/verify-bundle';
import { judge, unseal } from '../../../services/api/verify-page/judge.js';

const ORGANIZATION = '01900000-d000-7000-8000-000000000001';
const FINGERPRINT = 'd65d466aebde711bd85595b6dc8270bbf738840e1e867b29045a581c2ea47560';

const bundles = [
  { name: 'audit-bundle.zip', events: 862, redacted: 0 },
  { name: 'audit-bundle-without-sensitive.zip', events: 863, redacted: 212 },
].map((bundle) => ({ ...bundle, path: fileURLToPath(new URL(`./fixtures/${bundle.name}`, import.meta.url)) }));

test.each(bundles)('the command line finds that $name is as the version before wrote it', async (bundle) => {
  const verdict = await verifyBundle(bundle.path, { key: FINGERPRINT });
  expect(verdictLine(verdict)).toMatch(/^intact: /);
  expect(verdict).toMatchObject({
    organization: 'Northline Field Services',
    events: bundle.events,
    redacted: bundle.redacted,
  });
});

test.each(bundles)('so does the page that verifies without us: $name', async (bundle) => {
  const verdict = await judge(new Blob([new Uint8Array(readFileSync(bundle.path))]), {});
  expect(verdict).toMatchObject({ manifest: { organization: { guid: ORGANIZATION } } });
});

test('what is sealed in a bundle with keys opens', async () => {
  const bodies: string[] = [];
  const { keys, manifest } = await judge(new Blob([new Uint8Array(readFileSync(bundles[0]!.path))]), {
    event: (event: object) => void bodies.push((event as { body: string }).body),
  });
  const opened = await Promise.all(bodies.map((body) => unseal(body, keys, manifest.organization.guid)));
  expect(JSON.stringify(opened)).toContain('Sam Whitford');
});
