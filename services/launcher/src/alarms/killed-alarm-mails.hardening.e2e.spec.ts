import { setTimeout as sleep } from 'node:timers/promises';
import type { ReactorOptions } from '@plimsoll/reactors/start-reactors';
import pg from 'pg';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { alarmWorks } from '../../../api/test/alarms/alarm-works.ts';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { TestApplication } from '../../../api/test/test-application.ts';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { eventually } from '../../../reactors/test/eventually.ts';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { MailServer } from '../../../reactors/test/mail-server.ts';
// eslint-disable-next-line boundaries/dependencies -- made once, for tests of the API and of the reactors
import { RunningReactors } from '../../../reactors/test/running-reactors.ts';
import { allMigrations } from '../migrations.ts';

const KILLS = process.env['HARDENING'] === 'long' ? 30 : 6;
let app: TestApplication;
let admin: pg.Client;
let server: MailServer;
beforeAll(async () => {
  app = await TestApplication.start({}, allMigrations);
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  server = await MailServer.start();
});
afterAll(async () => {
  await server?.stop();
  await admin?.end();
  await app?.stop();
});

const optionsOf = (): ReactorOptions => ({
  appDatabaseUrl: app.database.appUrl,
  projectorDatabaseUrl: app.database.projectorUrl,
  sealingKey: app.options.sealingKey,
  publicUrl: 'https://safety.example.com',
  smtp: { url: server.url, from: 'Plimsoll <safety@example.com>' },
  superviseSeconds: 1,
});
const passPauses = () => admin.query("update jobs.job set start_after = now() where state = 'retry'");

test(`two processes that are killed ${KILLS} times send each mail once`, async () => {
  const scene = await alarmWorks(app);
  const running: RunningReactors[] = [
    await RunningReactors.start(optionsOf()),
    await RunningReactors.start(optionsOf()),
  ];
  const raised: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    if (kill % 2 === 0) {
      const { eventId, alarmGuid } = await scene.report({});
      await app.call('POST', `/orgs/${scene.org}/alarms`, { token: scene.people.Rita.token, body: { eventId } });
      raised.push(alarmGuid);
    }
    await sleep(Math.random() * 300);
    await running[kill % 2]!.kill();
    running[kill % 2] = await RunningReactors.start(optionsOf());
  }
  await eventually(
    async () => {
      await passPauses();
      return Number(
        (await admin.query("select count(*) from alarm_mails where tenant = $1 and state = 'SENT'", [scene.org]))
          .rows[0].count,
      );
    },
    (count) => count === raised.length,
    60_000,
  );
  await Promise.all(running.map((one) => one.stop()));
  // A process that dies between a mail and its note sends it again under the same id, which mail programs show once.
  const alarms = server.mails.filter(({ subject }) => subject!.startsWith('Alarm: '));
  expect(new Set(alarms.map(({ messageId }) => messageId)).size).toBe(raised.length);
  expect(new Set(alarms.map(({ subject }) => subject)).size).toBe(raised.length);
}, 180_000);
