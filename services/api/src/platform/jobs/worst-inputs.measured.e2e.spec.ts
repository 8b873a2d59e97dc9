import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { reportOfPallet } from '../../../test/attachments/reported-event.ts';
import { worstFiles } from '../../../test/attachments/worst-files.ts';
import { worstTables } from '../../../test/spreadsheets/worst-tables.ts';
import { TestApplication, type TestPerson } from '../../../test/test-application.ts';
import { readAnswer } from '../../single-sign-on/saml-answer.ts';

/** A tenth of the limits on files, tables and JSON. */
const FILE_BYTES = 2_500_000;
const TABLE_BYTES = 2_500_000;
const JSON_BYTES = 100_000;
const MAX_DELAY_MS = 100;
const RESOLUTION_MS = 10;
const MAX_GROWTH_MB = 400;

let app: TestApplication;
let attacker: TestPerson & { token: string };
let other: TestPerson & { token: string };
let org: string;
let eventId: string;

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  org = await app.found('Slow Works');
  const quick = await app.found('Quick Works');
  [attacker, other] = await Promise.all([
    app.member(org, 'admin', 'Sly Slow'),
    app.member(quick, 'admin', 'Quinn Quick'),
  ]);
  ({ eventId } = (await app.call('POST', '/reported-events', { token: attacker.token, body: reportOfPallet })).body);
  // What the first of each kind loads takes time once.
  const plain = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#385' } })
    .png()
    .toBuffer();
  const guid = await attach('plain.png', plain);
  await read(`${guid}/thumbnail?width=320`);
  await draw(eventId);
  await importTable(Buffer.from('a,b\n1,2\n'), 'CSV');
  await app.call('GET', '/reported-events', { token: other.token });
}, 120_000);
afterAll(() => app?.stop());

async function attach(name: string, content: Buffer): Promise<string> {
  const guid = randomUUID();
  await app.call('PUT', `/reported-events/${eventId}/attachments/${guid}?name=${name}`, {
    token: attacker.token,
    body: content,
  });
  return guid;
}
const read = async (path: string): Promise<number> => {
  const answer = await fetch(`${app.url}/api/reported-events/${eventId}/attachments/${path}`, {
    headers: { authorization: `Bearer ${attacker.token}` },
  });
  await answer.arrayBuffer();
  return answer.status;
};
const draw = async (guid: string): Promise<void> => {
  const { status } = await app.call('GET', `/reported-events/${guid}/export?history=true`, { token: attacker.token });
  expect(status).toBe(200);
};
const importTable = (content: Buffer, format: 'CSV' | 'XLSX') =>
  app.call('POST', `/orgs/${org}/incident-imports?name=table.${format.toLowerCase()}`, {
    token: attacker.token,
    body: content,
  });
const post = (body: unknown) => app.call('POST', '/reported-events', { token: attacker.token, body });

/** An organization's form of fifty questions, twenty of which each depend on the one before. */
async function ownForm(): Promise<{ formGuid: string; body: object }> {
  const [formGuid, groupGuid] = [randomUUID(), randomUUID()];
  const guids = Array.from({ length: 50 }, () => randomUUID());
  const at = { token: attacker.token };
  await app.call('POST', '/forms', { ...at, body: { formGuid, name: `Form ${formGuid}` } });
  await app.call('PATCH', `/forms/${formGuid}/groups`, { ...at, body: { add: [{ groupGuid, title: 'All' }] } });
  await app.call('PATCH', `/forms/${formGuid}/questions`, {
    ...at,
    body: {
      add: guids.map((questionGuid, place) => ({
        questionGuid,
        groupGuid,
        type: 'YES_NO',
        text: `Question ${place}`,
        required: true,
        ...(place > 0 && place <= 20 && { showIf: { question: guids[place - 1], operator: 'EQUALS', value: true } }),
      })),
    },
  });
  await app.call('POST', `/forms/${formGuid}/publish`, at);
  const answers = guids.map((questionGuid) => ({ questionGuid, value: true }));
  return { formGuid, body: { ...reportOfPallet, formGuid, components: [{ groupGuid, answers }] } };
}

interface Case {
  readonly reader: string;
  /** Prepares the input, and returns what sends it. */
  prepare(): Promise<() => unknown>;
}

const cases: readonly Case[] = [
  ...worstFiles.map(({ what, ending, make }) => ({
    reader: `file .${ending}: ${what}`,
    prepare: async () => {
      const content = await make(FILE_BYTES);
      return () => attach(`worst-${randomUUID()}.${ending}`, content);
    },
  })),
  ...worstTables.map(({ what, format, make }) => ({
    reader: `${format}: ${what}`,
    prepare: async () => {
      const content = await make(format === 'XLSX' ? TABLE_BYTES / 20 : TABLE_BYTES / 5);
      return () => importTable(content, format);
    },
  })),
  {
    reader: 'thumbnail: a large PNG with few bytes',
    prepare: async () => {
      const large = await sharp({ create: { width: 6_000, height: 5_000, channels: 4, background: '#385' } })
        .png({ progressive: true })
        .toBuffer();
      const guid = await attach('large.png', large);
      return async () =>
        expect(await Promise.all(['320', '1280'].map((width) => read(`${guid}/thumbnail?width=${width}`)))).toEqual([
          200, 200,
        ]);
    },
  },
  {
    reader: 'document: one word of 10,000 letters',
    prepare: async () => {
      const { body } = await post({ ...reportOfPallet, description: 'x'.repeat(10_000) });
      return () => draw(body.eventId);
    },
  },
  {
    reader: 'document: words of one letter',
    prepare: async () => {
      const { body } = await post({ ...reportOfPallet, description: 'a '.repeat(5_000) });
      return () => draw(body.eventId);
    },
  },
  {
    reader: 'form: questions that each depend on the one before',
    prepare: async () => {
      const { formGuid, body } = await ownForm();
      return async () => {
        expect((await post({ ...body, formVersion: 1 })).status).toBe(201);
        expect((await app.call('GET', `/forms/${formGuid}/schema`, { token: attacker.token })).status).toBe(200);
      };
    },
  },
  {
    reader: 'JSON: deeply nested lists',
    prepare: () =>
      Promise.resolve(() =>
        app
          .call('POST', '/reported-events', { token: attacker.token, body: '['.repeat(JSON_BYTES) })
          .catch(() => undefined),
      ),
  },
  {
    reader: 'JSON: as many wrong fields as there is room for',
    prepare: () =>
      Promise.resolve(() =>
        post({
          ...reportOfPallet,
          ...Object.fromEntries(Array.from({ length: JSON_BYTES / 12 }, (_, at) => [`f${at}`, 1])),
        }),
      ),
  },
  {
    reader: 'JSON: spaces, marks and letters that texts are cleaned of',
    prepare: () =>
      Promise.resolve(() =>
        post({ ...reportOfPallet, location: ' \u0301'.repeat(JSON_BYTES / 4), description: '\u200e '.repeat(30_000) }),
      ),
  },
  {
    reader: 'SAML answer: markup without an end',
    prepare: () => {
      const answers = [
        '<a '.repeat(JSON_BYTES / 3),
        '<a>'.repeat(JSON_BYTES / 3),
        '<!--'.repeat(JSON_BYTES / 4),
        `<a x="${'&amp;'.repeat(JSON_BYTES / 5)}`,
      ];
      return Promise.resolve(() => answers.map((xml) => readAnswer(Buffer.from(xml).toString('base64'))));
    },
  },
  {
    reader: 'search text and filters',
    prepare: () =>
      Promise.resolve(() =>
        Promise.all(
          [
            '%_'.repeat(100),
            '\\'.repeat(200),
            'a '.repeat(100),
            '"'.repeat(200),
            `${'('.repeat(100)}${')'.repeat(100)}`,
          ].map((text) =>
            app.call('GET', `/reported-events?text=${encodeURIComponent(text)}`, { token: attacker.token }),
          ),
        ),
      ),
  },
];

interface Measured {
  readonly tookMs: number;
  readonly delayMs: number;
  readonly growthMb: number;
  readonly slowestOther: number;
  readonly failed: readonly unknown[];
}

/** Sends an input while another organization asks for its events every 25 ms. */
async function measure(send: () => unknown): Promise<Measured> {
  const before = process.memoryUsage().rss;
  let rss = before;
  let isOver = false;
  let slowestOther = 0;
  const failed: unknown[] = [];
  const others = (async () => {
    for (; !isOver; await sleep(25)) {
      const startedAt = performance.now();
      const answer = await app.call('GET', '/reported-events', { token: other.token });
      slowestOther = Math.max(slowestOther, performance.now() - startedAt);
      if (answer.status !== 200) failed.push(answer);
      rss = Math.max(rss, process.memoryUsage().rss);
    }
  })();
  await sleep(60);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const startedAt = performance.now();
  await send();
  const tookMs = performance.now() - startedAt;
  await sleep(30);
  delay.disable();
  isOver = true;
  await others;
  const delayMs = delay.percentile(99) / 1e6 - RESOLUTION_MS;
  return { tookMs, delayMs, growthMb: (rss - before) / 2 ** 20, slowestOther, failed };
}

test.each(cases)(
  '$reader: others are answered meanwhile',
  async ({ reader, prepare }) => {
    const send = await prepare();
    let best: Measured | undefined;
    // A busy machine may pause any process once; work on the serving thread blocks it each time.
    for (let tries = 0; tries < 3 && !(best && best.delayMs <= MAX_DELAY_MS); tries++) {
      const measured = await measure(send);
      expect(measured.failed).toEqual([]);
      if (!best || measured.delayMs < best.delayMs) best = measured;
    }
    const { tookMs, delayMs, slowestOther, growthMb } = best!;
    const [took, delay, slowest, growth] = [tookMs, delayMs, slowestOther, growthMb].map((value) => value.toFixed(0));
    process.stdout.write(
      `${reader}: ${took} ms; event loop p99 ${delay} ms, others within ${slowest} ms, ${growth} MB more\n`,
    );
    expect(delayMs).toBeLessThanOrEqual(MAX_DELAY_MS);
    expect(growthMb).toBeLessThanOrEqual(MAX_GROWTH_MB);
  },
  120_000,
);
