import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { readAll } from '../../../../tools/test/read-all.ts';
import {
  columnsByName,
  mapSevereInjury,
  missingColumns,
  repeatedColumns,
  type MappedReport,
} from './severe-injury-report.ts';

const sample = readFileSync(new URL('../demo/osha_severe_injury_sample.csv', import.meta.url));

const mappingsOf = async (bytes: Buffer) => {
  const { columns, rows } = await readAll(bytes);
  return rows.map((row) => mapSevereInjury(row, columnsByName(columns)));
};
const reportsOf = async (bytes: Buffer): Promise<MappedReport[]> =>
  (await mappingsOf(bytes)).map((mapping, index) => {
    if ('refusals' in mapping) throw new Error(`row ${index}: ${mapping.refusals.join('; ')}`);
    return mapping.report;
  });

const header = 'ID,EventDate,State,City,Final Narrative,Nature\n';
const mappingOf = async (line: string) => (await mappingsOf(Buffer.from(`${header}${line}\n`)))[0]!;

describe("OSHA's Severe Injury Report", () => {
  test('all twenty real rows become reports', async () => {
    const table = await readAll(sample);
    expect(missingColumns(table.columns)).toEqual([]);
    expect(await reportsOf(sample)).toHaveLength(20);
  });

  test('17 were admitted, 4 lost a part of the body, one of them both: all lost time', async () => {
    const reports = await reportsOf(sample);
    const answers = reports.map(({ request }) => request.components[0]!.answers.map(({ value }) => value));
    expect(answers.filter(([hospitalised]) => hospitalised)).toHaveLength(17);
    expect(answers.filter(([, amputated]) => amputated)).toHaveLength(4);
    expect(reports.every(({ request }) => request.injuredPersons![0]!.classification === 'LOST_TIME')).toBe(true);
  });

  test('a narrative with a line break stays one narrative, trimmed and otherwise unchanged', async () => {
    const [first] = await reportsOf(sample);
    expect(first!.request.description).toMatch(
      /^Three correctional facility guards .* use of force\. \nTwo guards .* following day\.$/,
    );
  });

  test('the place is the state, the address and the city', async () => {
    const [first] = await reportsOf(sample);
    expect(regionOf(first!.request.regionGuid!)?.name).toBe('New York');
    expect(first!.request).toMatchObject({ occurrenceDate: '2015-01-01', location: 'Two Mile Drive, OTISVILLE' });
  });

  test('a line is named by where it begins in the file, line breaks in cells counted', async () => {
    const { rows } = await readAll(sample);
    expect(rows.slice(0, 3).map(({ line }) => line)).toEqual([2, 4, 5]);
  });

  test.each([
    [
      'UTF-16 with a byte order mark',
      (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode(text, 'utf-16le')]),
    ],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['Windows-1252', (text: string) => iconv.encode(text, 'windows-1252')],
  ])('a file in %s reads the same', async (_, encode) => {
    const text = sample.toString('utf8').replace('Two Mile Drive', 'Deux Montagnes, Rue Hébert');
    expect((await reportsOf(encode(text)))[0]!.request.location).toBe('Deux Montagnes, Rue Hébert, OTISVILLE');
  });

  test('another separator and another order of columns read the same', async () => {
    const { columns, rows } = await readAll(sample);
    const order = [...columns.keys()].reverse();
    const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const cells = rows.map(({ cells: row }) => row);
    const text = [columns, ...cells]
      .map((line) => order.map((index) => quote(line[index] ?? '')).join(';'))
      .join('\r\n');
    expect(await reportsOf(Buffer.from(text))).toEqual(await reportsOf(sample));
  });

  test('a line that cannot be an incident says every reason', async () =>
    expect(await mappingOf('7,31/2/2015,Atlantis,,,12x')).toEqual({
      refusals: [
        'EventDate "31/2/2015" is no date',
        'State "Atlantis" is not known',
        'neither address nor city is given',
        'Final Narrative is empty',
        'Nature "12x" is no OIICS code',
      ],
    }));

  test.each([
    ['1/1/50', 'has a year of two digits'],
    ['50-01-01', 'has a year of two digits'],
    ['1/1/0050', 'lies before 1900'],
    ['0050-01-01', 'lies before 1900'],
    ['12/31/1899 10:00', 'lies before 1900'],
    ['1/1/198', 'is no date'],
  ])('a year is never guessed: %s %s', async (date, error) =>
    expect(await mappingOf(`7,${date},TEXAS,Austin,A hand was caught.,`)).toEqual({
      refusals: [`EventDate "${date}" ${error}`],
    }),
  );

  test.each([
    ['971', '971'],
    ['971.0', '971'],
    ['971.000', '971'],
    ['971.5', '971.5'],
    ['971.', '971.'],
    ['A971.0', 'A971.0'],
    ['0971', '0971'],
  ])('the ID %s is %s', async (written, id) =>
    expect(await mappingOf(`${written},1/1/1900,TEXAS,Austin,A hand was caught.,`)).toMatchObject({
      report: { id, request: { occurrenceDate: '1900-01-01' } },
    }),
  );

  test.each(['2.02601E+11', '2.02601e11', '2E+11'])(
    'an ID that a spreadsheet shortened is refused, since others look like it: %s',
    async (written) =>
      expect(await mappingOf(`${written},1/1/1900,TEXAS,Austin,A hand was caught.,`)).toEqual({
        refusals: [`ID "${written}" was shortened by a spreadsheet: export it with all its digits`],
      }),
  );

  test.each([
    ['0', '0', '1', true],
    ['0', '0', '1.0', true],
    ['0', '1', '0', true],
    ['1', '0', '0', false],
    ['0', '0', '0', false],
  ])('the loss of an eye is a lost part of the body: %s, %s, %s', async (hospitalized, amputation, eye, isLost) => {
    const [report] = await reportsOf(
      Buffer.from(
        `ID,EventDate,State,City,Final Narrative,Hospitalized,Amputation,Loss of Eye\n1,1/1/2026,OHIO,Akron,A chip struck an eye.,${hospitalized},${amputation},${eye}\n`,
      ),
    );
    expect(report!.request.components[0]!.answers[1]!.value).toBe(isLost);
    expect(report!.request.injuredPersons![0]!.classification).toBe(
      isLost || hospitalized === '1' ? 'LOST_TIME' : null,
    );
  });

  test('columns are found by names with and without spaces, and a name that occurs twice is named', () => {
    expect(missingColumns(['Id', 'Event Date', 'STATE', 'city', 'FinalNarrative'])).toEqual([]);
    expect(repeatedColumns(['ID', 'Final Narrative', 'FinalNarrative', '', '', 'id'])).toEqual([
      'FinalNarrative',
      'id',
    ]);
    expect(repeatedColumns(['#', '%'])).toEqual([]);
  });

  test('a table of another layout says which columns it lacks', async () => {
    expect(missingColumns((await readAll(Buffer.from('id|eventdate|city\n'))).columns)).toEqual([
      'State',
      'Final Narrative',
    ]);
  });
});
