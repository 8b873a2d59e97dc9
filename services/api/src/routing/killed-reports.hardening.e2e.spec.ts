import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { regions } from '@plimsoll/contracts/organizations/regions';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { RunningApi } from '../../test/running-api.ts';
import { TestApplication } from '../../test/test-application.ts';
import { components } from '../../test/incidents/sample-incident.ts';

const KILLS = process.env['HARDENING'] === 'long' ? 50 : 6;
/** Reports that are sent at once to each process. */
const REPORTS = 12;

let app: TestApplication;
beforeAll(async () => void (app = await TestApplication.start()));
afterAll(() => app?.stop());

test(`the API is killed ${KILLS} times between request and answer: no report is without its reviewer`, async () => {
  const org = await app.found('Killed Works', { asksAtOnce: true });
  const admin = await app.member(org, 'admin', 'Priya Test');
  const member = await app.member(org, 'standard', 'Kim Test');
  const body = JSON.stringify({
    formGuid: nearMissForm.formGuid,
    formVersion: 1,
    occurrenceDate: '2026-03-02',
    description: 'A sling slipped.',
    regionGuid: regions[0]!.guid,
    location: 'Gate 2',
    components,
  });
  const headers = { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' };
  const logFile = join(mkdtempSync(join(tmpdir(), 'plimsoll-killed-')), 'api.log');
  let answered = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const api = await RunningApi.start({ ...app.options, projector: false }, logFile);
    const address = `http://127.0.0.1:${api.port}/api/reported-events?organizationGuid=${org}`;
    let left = 1 + (kill % (REPORTS - 1));
    const sent = Array.from({ length: REPORTS }, async () => {
      const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => null);
      if (answer?.status !== 201) return;
      answered += 1;
      // Killed right after one of the answers, while others are on their way.
      if (--left === 0) await api.kill();
    });
    await Promise.all(sent);
  }
  const { events } = await app.api.application.store.read(org, 0, 10_000);
  const streams = Map.groupBy(
    events.filter(({ stream }) => stream.kind === 'incident'),
    ({ stream }) => stream.guid,
  );
  const states = [...streams.values()].map((stored: readonly RecordedEvent[]) => stored.map(({ type }) => type));
  expect(states.filter((types) => types.join() !== 'IncidentReported,ReviewRequested')).toEqual([]);
  expect(states.length).toBeGreaterThanOrEqual(answered);
  // Some reports came in, and some requests were cut off.
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThan(KILLS * REPORTS);
  const [first] = streams.values();
  expect(first![1]!.data).toMatchObject({ reviewerGuid: admin.userGuid, routedTo: { because: 'ADMINS' } });
}, 300_000);
