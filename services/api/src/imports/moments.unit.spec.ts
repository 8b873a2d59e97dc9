import fc from 'fast-check';
import type { DateForm } from '@plimsoll/contracts/imports/fields';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { inZone, momentIn } from './moments.ts';

const seeded = { seed: Number(process.env['IMPORTS_SEED'] ?? 20_261), numRuns: 1_000 };
const read = (text: string, form: DateForm = 'ISO') => momentIn(text, form);

test.each<[string, DateForm, string | null]>([
  ['2025-03-04', 'ISO', '2025-03-04'],
  ['2025-3-4 10:00', 'ISO', '2025-03-04'],
  ['2025/03/04', 'ISO', '2025-03-04'],
  ['04/03/2025', 'DAY_FIRST', '2025-03-04'],
  ['04/03/2025', 'MONTH_FIRST', '2025-04-03'],
  ['4.3.2025, 10:00', 'DAY_FIRST', '2025-03-04'],
  ['2025-03-04', 'DAY_FIRST', '2025-03-04'],
  ['2025-02-30', 'ISO', null],
  ['31/02/2025', 'DAY_FIRST', null],
  ['04/03-2025', 'DAY_FIRST', null],
  ['04/03/25', 'DAY_FIRST', null],
  ['04/03/2025', 'ISO', null],
  ['2025-03-04T25:00', 'ISO', null],
  ['2025-03-04 10:00 +25:00', 'ISO', null],
  ['2025-03-04 10:00 EST', 'ISO', null],
  ['0050-01-01', 'ISO', null],
  ['yesterday', 'ISO', null],
])('the day %s, written %s, is %s', (text, form, day) => expect(read(text, form)?.day ?? null).toBe(day));

test.each([
  ['14:30', '14:30'],
  ['7:05:59', '07:05'],
  ['14h30', '14:30'],
  ['2:30 PM', '14:30'],
  ['12:00 a.m.', '00:00'],
  ['2025-03-04 09:15', '09:15'],
  ['14:30:00.123', '14:30'],
  ['24:00', null],
  ['13:00 pm', null],
  ['0:30 am', null],
  ['14:60', null],
  ['14:30:61', null],
  ['noon', null],
  ['', null],
])('the time %j is %j', (text, time) => expect(read(text)?.time ?? null).toBe(time));

test('an instant with an offset is read by the clocks of the place, whatever the offset, form and zone', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1975-01-01'), max: new Date('2190-01-01'), noInvalidDate: true }),
      fc.integer({ min: -14 * 4, max: 14 * 4 }).map((quarters) => quarters * 15),
      fc.constantFrom<DateForm>('ISO', 'DAY_FIRST', 'MONTH_FIRST'),
      fc.constantFrom('America/Edmonton', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'),
      fc.boolean(),
      (moment, offset, form, zone, hasColon) => {
        const shown = new Date(moment.getTime() + offset * 60_000).toISOString();
        const [year, month, day] = shown.slice(0, 10).split('-');
        const written = {
          ISO: `${year}-${month}-${day}`,
          DAY_FIRST: `${day}.${month}.${year}`,
          MONTH_FIRST: `${month}/${day}/${year}`,
        }[form];
        const two = (value: number) => String(value).padStart(2, '0');
        const hours = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}`;
        const zoned = offset === 0 && hasColon ? 'Z' : `${hours}${hasColon ? ':' : ''}${two(Math.abs(offset) % 60)}`;
        const found = read(`${written}${form === 'ISO' ? 'T' : ' '}${shown.slice(11, 19)}${zoned}`, form);
        const local = localDateTime(new Date(Math.floor(moment.getTime() / 60_000) * 60_000), zone);
        expect(inZone(found!, zone)).toEqual({ day: local.date, time: local.time, offset: null });
      },
    ),
    seeded,
  ));

test('a day is read in the order that was chosen, and is a day of the calendar', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: 1, max: 31 }),
      fc.constantFrom('/', '.', '-'),
      (first, second, sign) => {
        const text = `${first}${sign}${second}${sign}2024`;
        const expected = (month: number, day: number) => {
          const date = new Date(Date.UTC(2024, month - 1, day));
          return month <= 12 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
        };
        expect(read(text, 'DAY_FIRST')?.day ?? null).toBe(expected(second, first));
        expect(read(text, 'MONTH_FIRST')?.day ?? null).toBe(expected(first, second));
        expect(read(text)).toBeNull();
      },
    ),
    seeded,
  ));
