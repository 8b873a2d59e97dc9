import { fileTypes } from '@plimsoll/contracts/attachments/file-types';
import fc from 'fast-check';
import sharp from 'sharp';
import { anyPlace } from '../../../../test/attachments/any-place.ts';
import { carriers, findsIn, type Carrier } from '../../../../test/attachments/position-corpus.ts';
import type { Place } from '../../../../test/attachments/position-parts.ts';
import { judgeFile } from '../judge-file.ts';
import { erasePositions } from './erase-positions.ts';

const SEED = Number(process.env['POSITIONS_SEED'] ?? 47);
const RUNS = 300;

const several = (kind: Carrier['kind']) =>
  fc.subarray(
    carriers.filter((carrier) => carrier.kind === kind && carrier.into),
    { minLength: 1, maxLength: 5 },
  );
const made = sharp({ create: { width: 24, height: 16, channels: 3, background: '#a53' } });
const [here] = fc.sample(anyPlace, { numRuns: 1, seed: SEED }) as [Place];

test.each(carriers)('$what: is accepted, and no longer says where it was taken', async ({ kind, make }) => {
  const content = await make(here);
  expect(findsIn(content, here)).not.toEqual([]);
  const judged = await judgeFile(content, kind, false);
  if ('refused' in judged) throw new Error(`It was refused: ${JSON.stringify(judged)}`);
  expect(findsIn(judged.content, here)).toEqual([]);
  expect(erasePositions(Buffer.from(judged.content), fileTypes[kind])).toMatchObject({ hasErased: false });
});

test(`a picture that says in several ways where it was taken says it in none, and shows the same (seed ${SEED})`, async () => {
  const plain = { jpg: await made.clone().jpeg().toBuffer(), png: await made.clone().png().toBuffer() };
  await fc.assert(
    fc.asyncProperty(
      anyPlace,
      fc.constantFrom('jpg' as const, 'png' as const).chain((kind) => fc.tuple(fc.constant(kind), several(kind))),
      async (where, [kind, chosen]) => {
        const content = chosen.reduce<Buffer>((picture, carrier) => carrier.into!(picture, where), plain[kind]);
        const seen = await sharp(content).raw().toBuffer();
        const { content: cleaned, hasErased } = erasePositions(Buffer.from(content), fileTypes[kind]);
        expect(hasErased).toBe(true);
        expect(findsIn(cleaned, where)).toEqual([]);
        expect(seen.equals(await sharp(cleaned).raw().toBuffer())).toBe(true);
        expect(erasePositions(Buffer.from(cleaned), fileTypes[kind])).toMatchObject({ hasErased: false });
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
  console.log(`${RUNS} pictures with several locations, seed ${SEED}`);
}, 120_000);

test(`a picture that is cut off anywhere says nothing of it either (seed ${SEED})`, async () => {
  const pictures = carriers.filter(({ kind }) => kind !== 'mp4' && kind !== 'mov');
  await fc.assert(
    fc.asyncProperty(
      anyPlace,
      fc.constantFrom(...pictures),
      fc.double({ min: 0.3, max: 1, noNaN: true }),
      async (where, { what, kind, make }, share) => {
        const whole = await make(where);
        const cut = Buffer.from(whole.subarray(0, Math.round(whole.length * share)));
        const found = findsIn(erasePositions(cut, fileTypes[kind]).content, where);
        expect({ what, found }).toEqual({ what, found: [] });
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
}, 120_000);
