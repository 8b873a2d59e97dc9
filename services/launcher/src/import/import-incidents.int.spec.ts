import { randomUUID } from 'node:crypto';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { ReportIncident } from '@plimsoll/api/incidents/report-incident';
import { openApplication } from '@plimsoll/api/platform/process/application';
import iconv from 'iconv-lite';
import { v5 as uuidv5 } from 'uuid';
import { ImportScene } from '../../../../tools/test/import-scene.ts';
import { readAll } from '../../../../tools/test/read-all.ts';
import { expectDone } from '../demo/expect-done.ts';
import { firstAdmin } from './report-severe-injuries.ts';
import { columnsByName, mapSevereInjury } from './severe-injury-report.ts';

let scene: ImportScene;
beforeAll(async () => {
  scene = await ImportScene.open();
});
afterAll(() => scene?.close());

const header = 'ID,EventDate,State,City,Final Narrative,Nature\n';
const line = (
  id: number | string,
  { date = '3/1/2020', state = 'TEXAS', city = 'Austin', text = 'A hand was caught.', nature = '111' } = {},
) => `${id},${date},${state},${city},${text},${nature}\n`;
const untaken = 'nothing is taken from here on';

interface Awkward {
  readonly what: string;
  readonly file: Buffer | string;
  /** By line number. */
  readonly refused: readonly (readonly [line: number, reason: string])[];
  readonly taken: number;
  readonly known?: number;
}

/** Malformed files and their outcome, the same for the check and the run. */
const awkward: readonly Awkward[] = [
  {
    what: 'a year of two digits',
    file: header + line(1) + line(2, { date: '3/1/20' }),
    refused: [[3, 'EventDate "3/1/20" has a year of two digits']],
    taken: 1,
  },
  {
    what: 'a year below 1900',
    file: header + line(1, { date: '1/1/0050' }) + line(2),
    refused: [[2, 'EventDate "1/1/0050" lies before 1900']],
    taken: 1,
  },
  {
    what: 'a day that lies ahead',
    file: header + line(1) + line(2, { date: '2150-01-01' }) + line(3),
    refused: [[3, 'occurrenceDate: ']],
    taken: 2,
  },
  {
    what: 'a code that the OIICS does not have',
    file: header + line(1, { nature: '9' }) + line(2),
    refused: [[2, 'injuredPersons.0.nature: ']],
    taken: 1,
  },
  {
    what: 'a narrative that is longer than the form takes',
    file: header + line(1, { text: 'Long. '.repeat(20_000) }) + line(2),
    refused: [[2, 'description: ']],
    taken: 1,
  },
  {
    what: 'the same line twice',
    file: header + line(1) + line(1) + line('1.0') + line('1.5'),
    refused: [],
    taken: 2,
    known: 2,
  },
  {
    what: 'one ID with two stories',
    file: header + line(971) + line(2) + line('971.0', { text: 'Another story.' }),
    refused: [[4, 'ID 971 has been imported before with other content']],
    taken: 2,
  },
  {
    what: 'a first line of an ID that is refused, and a second that is not',
    file: header + line(7, { date: '2150-01-01' }) + line(7),
    refused: [[2, 'occurrenceDate: ']],
    taken: 1,
  },
  {
    what: 'a quote that is never closed',
    file: header + line(1) + line(2, { text: '"A hand' }) + line(3).repeat(20),
    refused: [[3, `a quoted field begins here that is not closed by the end of the file, nor within 1 MB; ${untaken}`]],
    taken: 1,
  },
  {
    what: 'a quote that is not closed within 1 MB',
    file: `${header}${line(1)}${line(2, { text: '"A hand' })}${line(3).repeat(30_000)}4,"`,
    refused: [[3, `a quoted field begins here that is not closed by the end of the file, nor within 1 MB; ${untaken}`]],
    taken: 1,
  },
  {
    what: 'a quote with more behind it',
    file: header + line(1) + line(2, { text: '"A 5" pipe"' }) + line(3),
    refused: [
      [
        3,
        `a quoted field begins here that is closed and followed by " pipe\\",111" instead of a separator; ${untaken}`,
      ],
    ],
    taken: 1,
  },
  {
    what: 'a line with too many cells',
    file: header + line(1) + line(2, { text: 'A hand, a foot' }) + line(3),
    refused: [[3, 'it has 7 cells where the header has 6']],
    taken: 2,
  },
  {
    what: 'UTF-16 without a mark',
    file: iconv.encode(header + line(1) + line(2, { city: 'Mönchengladbach' }), 'utf-16le'),
    refused: [],
    taken: 2,
  },
];

const expected = ({ refused, taken, known = 0 }: Awkward, check: boolean) => ({
  code: refused.length > 0 ? 1 : 0,
  output: [
    ...refused.map(([at, reason]) => expect.stringContaining(`line ${at}: ${reason}`)),
    `${taken + known + refused.length} lines: ${taken} ${check ? 'would be reported' : 'reported'}, ${known} known already, ${refused.length} refused${check ? '; nothing was written' : ''}`,
  ],
});

describe('a check finds what the run refuses, to the line', () => {
  test.each(awkward)('$what', async (one) => {
    const organization = await scene.found();
    const before = await scene.head(organization);
    const check = await scene.importing(one.file, { check: true, organization });
    expect(check).toEqual(expected(one, true));
    expect(await scene.head(organization)).toBe(before);
    const run = await scene.importing(one.file, { check: false, organization });
    expect(run).toEqual(expected(one, false));
    expect(run.output.slice(0, -1)).toEqual(check.output.slice(0, -1));
    expect(await scene.head(organization)).toBe(before! + one.taken);
  });

  test('content that has changed since an earlier import, and what is known from it', async () => {
    const organization = await scene.found();
    await scene.importing(header + line(1) + line(2), { check: false, organization });
    const changed = header + line(1) + line(2, { text: 'Another story.' }) + line(3);
    const refused = 'line 3: ID 2 has been imported before with other content';
    expect(await scene.importing(changed, { check: true, organization })).toEqual({
      code: 1,
      output: [refused, '3 lines: 1 would be reported, 1 known already, 1 refused; nothing was written'],
    });
    expect(await scene.importing(changed, { check: false, organization })).toEqual({
      code: 1,
      output: [refused, '3 lines: 1 reported, 1 known already, 1 refused'],
    });
  });
});

test('a line that was imported with an earlier version of the form is known', async () => {
  const organization = await scene.found();
  const file = Buffer.from(header + line(1));
  const { columns, rows } = await readAll(file);
  const mapping = mapSevereInjury(rows[0]!, columnsByName(columns));
  if ('refusals' in mapping) throw new Error(mapping.refusals.join('; '));
  const earlier = { ...mapping.report.request, formVersion: 1 };
  const application = await openApplication({
    appDatabaseUrl: scene.database.appUrl,
    projectorDatabaseUrl: scene.database.projectorUrl,
    ...scene.keys,
    projector: 'WHEN_ASKED',
  });
  try {
    await application.runner!.catchUp();
    const envelope = systemEnvelope({
      tenant: organization,
      actor: await firstAdmin(application, organization),
      kind: 'IMPORT',
      name: 'osha-sir 1',
      content: earlier,
      product: 'import',
    });
    expectDone(
      await application.commands.execute(new ReportIncident(envelope, uuidv5('osha-sir 1', organization), earlier)),
      'report it as before',
    );
  } finally {
    await application.close();
  }
  expect(await scene.importing(file, { check: false, organization })).toEqual({
    code: 0,
    output: ['1 lines: 0 reported, 1 known already, 0 refused'],
  });
});

describe('what nothing can be taken from is refused in a sentence, by the check as by the run', () => {
  const organization = randomUUID();
  test.each([
    ['an unknown organization', header + line(1), `There is no organization ${organization}`],
    [
      'a column that occurs twice',
      `ID,${header}1,${line(1)}`,
      'FILE cannot be read: its first line names ID more than once',
    ],
    [
      'a column that is missing',
      'ID,EventDate\n1,3/1/2020\n',
      "FILE lacks the columns State, City, Final Narrative; its first line must name the columns of OSHA's Severe Injury Reports",
    ],
    [
      'UTF-32',
      iconv.encode(header, 'utf-32le', { addBOM: true }),
      'FILE cannot be read: it is in UTF-32, which is not read: save it as UTF-8',
    ],
  ])('%s', async (_, file, words) => {
    for (const check of [true, false])
      expect(await scene.importing(file, { check, organization })).toEqual({ code: undefined, output: [words] });
  });
});
