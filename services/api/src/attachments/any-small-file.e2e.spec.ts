import { fileEndings } from '@plimsoll/contracts/attachments/file-types';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { reportedEvent } from '../../test/attachments/reported-event.ts';
import { TestApplication, type TestPerson } from '../../test/test-application.ts';

const SEED = Number(process.env['SMALL_FILES_SEED'] ?? 47);
const MAX_BYTES = 64;

let app: TestApplication;
let reporter: TestPerson & { token: string };

beforeAll(async () => {
  app = await TestApplication.start({ logLevel: 'silent' });
  reporter = await app.member(await app.found(), 'standard', 'Ruth Reporter');
});
afterAll(() => app?.stop());

const report = (): Promise<string> => reportedEvent(app, reporter.token);

/** How files of the accepted types begin. */
const beginnings = [
  '',
  'ffd8ffe000104a46494600010100000100010000ffda',
  '89504e470d0a1a0a0000000d4948445200000001000000010800000000',
  '474946383961010001008000002c',
  '524946460400000057454250565038',
  '00000018667479706865696300000000',
  '0000001866747970697368',
  '255044462d312e37',
  '504b0304140000000800',
  'd0cf11e0a1b11ae1',
  'fffe3c00',
  '3c68746d6c3e',
].map((digits) => Buffer.from(digits, 'hex'));

const small = fc
  .tuple(
    fc.constantFrom(...beginnings),
    fc.uint8Array({ maxLength: MAX_BYTES }),
    fc.integer({ min: 0, max: MAX_BYTES }),
  )
  .map(([beginning, rest, length]) => Buffer.concat([beginning, rest]).subarray(0, length));

test(`a file of up to ${MAX_BYTES} bytes of any type is accepted or refused, and never an error of the server (seed ${SEED})`, async () => {
  let [eventId, accepted, sent] = [await report(), 0, 0];
  const failed: string[] = [];
  const send = async (content: Buffer, ending: string) => {
    if (accepted >= 90) [eventId, accepted] = [await report(), 0];
    const answer = await fetch(
      `${app.url}/api/reported-events/${eventId}/attachments/${uuidv7()}?name=${sent++}.${ending}`,
      {
        method: 'PUT',
        body: new Uint8Array(content),
        headers: { authorization: `Bearer ${reporter.token}`, 'content-type': 'application/octet-stream' },
      },
    );
    if (answer.status === 200) accepted++;
    const body = (await answer.json()) as { className?: string };
    if (![200, 400, 413, 415].includes(answer.status))
      failed.push(`${content.toString('hex')} as .${ending}: ${answer.status} ${body.className}`);
  };
  for (const ending of fileEndings) {
    // As they were met: one to three bytes.
    for (let length = 0; length <= 4; length++) await send(Buffer.alloc(length, 0xff), ending);
    for (const content of fc.sample(small, { numRuns: 40, seed: SEED })) await send(content, ending);
  }
  expect(failed).toEqual([]);
  console.log(`${sent} small files, seed ${SEED}`);
}, 300_000);
