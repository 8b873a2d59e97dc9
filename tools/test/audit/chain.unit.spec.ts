import { genesis, nextHash } from '../../../services/api/verify-page/judge.js';
import { genesisHashOf, linkOf, positionText } from '@plimsoll/launcher/audit/verify-bundle';
import { createHash } from 'node:crypto';

const tenant = '01890a5d-ac96-774b-bcce-b302099a8057';
const stream = 'incident:01890a5d-ac96-774b-bcce-b302099a8058';
const events = [
  { position: 1, stream, revision: 1, recordedAt: 1_795_000_000_000_000, number: 7, body: '{"a":"ä"}' },
  { position: 2, stream, revision: 2, recordedAt: 1_795_000_000_000_001, number: null, body: '{}' },
];
const KNOWN = '0f57b3bdac5b48a008fdfcfff90f63361d8e39024452af06f80c57d872ec30eb';
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

test('the verifier of the command line comes to the known answer', () => {
  expect(
    events
      .reduce(
        (previous, event) => linkOf(previous, digest(positionText(tenant, event)), digest(event.body)),
        genesisHashOf(tenant),
      )
      .toString('hex'),
  ).toBe(KNOWN);
});

test('so does the page, also where an event is omitted', () => {
  const first = nextHash({ tenant, previous: genesis(tenant) }, events[0]);
  expect(Buffer.from(nextHash({ tenant, previous: first }, events[1])).toString('hex')).toBe(KNOWN);
  const left = {
    position: 1,
    textSha256: digest(positionText(tenant, events[0]!)).toString('hex'),
    bodySha256: digest(events[0]!.body).toString('hex'),
  };
  expect(
    Buffer.from(
      nextHash({ tenant, previous: nextHash({ tenant, previous: genesis(tenant) }, left) }, events[1]),
    ).toString('hex'),
  ).toBe(KNOWN);
});
