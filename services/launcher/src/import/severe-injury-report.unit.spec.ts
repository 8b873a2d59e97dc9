import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { readTable } from './read-table.ts';
import { mapSevereInjury, missingColumns, type MappedReport } from './severe-injury-report.ts';

const sample = readFileSync(new URL('../demo/osha_severe_injury_sample.csv', import.meta.url));

const reportsOf = (bytes: Buffer): MappedReport[] =>
  readTable(bytes).rows.map((row) => {
    const mapping = mapSevereInjury(row);
    if ('refusals' in mapping) throw new Error(`line ${row.line}: ${mapping.refusals.join('; ')}`);
    return mapping.report;
  });

describe("OSHA's Severe Injury Report", () => {
  test('all twenty real rows become reports', () => {
    const table = readTable(sample);
    expect(missingColumns(table.columns)).toEqual([]);
    expect(reportsOf(sample)).toHaveLength(20);
  });

  test('17 were admitted, 4 lost a part of the body, one of them both: all lost time', () => {
    const answers = reportsOf(sample).map(({ request }) => request.components[0]!.answers.map(({ value }) => value));
    expect(answers.filter(([hospitalised]) => hospitalised)).toHaveLength(17);
    expect(answers.filter(([, amputated]) => amputated)).toHaveLength(4);
    expect(reportsOf(sample).every(({ request }) => request.injuredPersons![0]!.classification === 'LOST_TIME')).toBe(true);
  });

  test('a narrative with a line break stays one narrative, trimmed and otherwise unchanged', () => {
    const [first] = reportsOf(sample);
    expect(first!.request.description).toMatch(/^Three correctional facility guards .* use of force\. \nTwo guards .* following day\.$/);
  });

  test('the place is the state, the address and the city', () => {
    const [first] = reportsOf(sample);
    expect(regionOf(first!.request.regionGuid!)?.name).toBe('New York');
    expect(first!.request).toMatchObject({ occurrenceDate: '2015-01-01', location: 'Two Mile Drive, OTISVILLE' });
  });

  test('a line is named by where it begins in the file, line breaks in cells counted', () => {
    const { rows } = readTable(sample);
    expect(rows.slice(0, 3).map(({ line }) => line)).toEqual([2, 4, 5]);
  });

  test.each([
    ['UTF-16 with a byte order mark', (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode(text, 'utf-16le')])],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['Windows-1252', (text: string) => iconv.encode(text, 'windows-1252')],
  ])('a file in %s reads the same', (_, encode) => {
    const text = sample.toString('utf8').replace('Two Mile Drive', 'Deux Montagnes, Rue Hébert');
    expect(reportsOf(encode(text))[0]!.request.location).toBe('Deux Montagnes, Rue Hébert, OTISVILLE');
  });

  test('another separator and another order of columns read the same', () => {
    const { columns, rows } = readTable(sample);
    const order = [...columns.keys()].reverse();
    const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const cells = rows.map(({ cells: row }) => [...row.values()]);
    const text = [columns, ...cells].map((line) => order.map((index) => quote(line[index] ?? '')).join(';')).join('\r\n');
    expect(reportsOf(Buffer.from(text))).toEqual(reportsOf(sample));
  });

  test('a line that cannot be an incident says every reason', () => {
    const table = readTable(Buffer.from('ID,EventDate,State,City,Final Narrative,Nature\n7,31/2/2015,Atlantis,,,12x\n'));
    expect(mapSevereInjury(table.rows[0]!)).toEqual({
      refusals: [
        'EventDate "31/2/2015" is no date', 'State "Atlantis" is not known', 'neither address nor city is given', 'Final Narrative is empty',
        'Nature "12x" is no OIICS code',
      ],
    });
  });

  test('a table of another layout says which columns it lacks', () => {
    expect(missingColumns(readTable(Buffer.from('id|eventdate|city\n')).columns)).toEqual(['State', 'Final Narrative']);
  });
});
