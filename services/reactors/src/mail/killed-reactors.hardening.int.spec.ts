import { setTimeout as sleep } from 'node:timers/promises';
import { PeopleLog } from '../../test/people-log.ts';
import { eventually } from '../../test/eventually.ts';
import { MailServer, recipientOf } from '../../test/mail-server.ts';
import { RunningReactors } from '../../test/running-reactors.ts';
import type { ReactorOptions } from '../start-reactors.ts';

const isLong = process.env['HARDENING'] === 'long';
const CAUSES = isLong ? 200 : 40;
const KILLS = isLong ? 10 : 3;

let onTestEnd: () => unknown = () => undefined;
afterEach(() => onTestEnd());

test(
  `${CAUSES} causes while the reactors are killed ${KILLS} times: each mail arrives, and what arrives twice has one Message-ID`,
  async () => {
    const people = await PeopleLog.open();
    const server = await MailServer.start();
    const options: ReactorOptions = {
      appDatabaseUrl: people.log.database.appUrl,
      projectorDatabaseUrl: people.log.database.projectorUrl,
      sealingKey: people.log.sealingKey.toString('base64'),
      publicUrl: 'https://safety.example.com',
      smtp: { url: server.url, from: 'safety@example.com' },
      attemptSeconds: 3,
      superviseSeconds: 1,
    };
    const tenant = await people.found();
    const reviewers = [];
    for (let count = 0; count < CAUSES; count++) reviewers.push(await people.join(tenant));
    await people.log.project();
    // The reactors register at the heads before any review is requested.
    let reactors = await RunningReactors.start(options);
    expect(await people.log.asAdmin('select from reactor_checkpoints where tenant = $1', [tenant])).not.toEqual([]);
    onTestEnd = () => reactors.kill();

    const asking = (async () => {
      for (const person of reviewers) {
        await people.requestReview(tenant, person);
        await sleep(isLong ? 60 : 40);
      }
    })();
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(400 + kill * 130);
      await reactors.kill();
      reactors = await RunningReactors.start(options);
    }
    await asking;
    const arrived = await eventually(
      () => new Set(server.recipients).size,
      (count) => count === CAUSES,
      isLong ? 120_000 : 30_000,
    );
    expect(arrived).toBe(CAUSES);
    const idsOf = Map.groupBy(server.mails, recipientOf);
    for (const person of reviewers)
      expect(new Set(idsOf.get(person.emailAddress)!.map(({ messageId }) => messageId)).size).toBe(1);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(CAUSES);

    await reactors.stop();
    await people.log.close();
    await server.stop();
  },
  isLong ? 240_000 : 90_000,
);
