import { closeSync, openSync, writeSync } from 'node:fs';
import { seededRandom } from '@plimsoll/launcher/demo/random';

const header =
  '"ID","UPA","EventDate","Employer","Address1","Address2","City","State","Zip","Final Narrative","Nature","Part of Body","Event","Source","Hospitalized","Amputation"\n';
const words =
  'employee hand caught running machine while clearing jam hospitalized overnight finger amputated fell ladder struck forklift truck unloading pallet roof burned steam surgery'.split(
    ' ',
  );
const cities = ['AUSTIN', 'MACON', 'JANESVILLE', 'OTISVILLE', 'LAKE DELTON'];
const states = ['TEXAS', 'GEORGIA', 'WISCONSIN', 'NEW YORK', 'PENNSYLVANIA'];

/** Every nth line has a date in the future, so that it is refused. */
const REFUSED_EACH = 1_000;

export interface WrittenFile {
  readonly lines: number;
  readonly refused: number;
}

/**
 * Writes a file in the layout of OSHA's Severe Injury Reports, of at least this many bytes; the same for the same seed.
 */
export function writeOshaFile(path: string, bytes: number, seed = 1): WrittenFile {
  const random = seededRandom(seed);
  const one = <T>(among: readonly T[]): T => among[Math.floor(random() * among.length)]!;
  const file = openSync(path, 'w');
  let written = writeSync(file, header);
  let lines = 0;
  let refused = 0;
  while (written < bytes) {
    let piece = '';
    while (piece.length < 262_144 && written + piece.length < bytes) {
      lines++;
      const isRefused = lines % REFUSED_EACH === 0;
      if (isRefused) refused++;
      const date = isRefused
        ? '2190-01-01'
        : `${1 + Math.floor(random() * 12)}/${1 + Math.floor(random() * 28)}/${2015 + Math.floor(random() * 9)}`;
      const narrative = Array.from({ length: 40 + Math.floor(random() * 60) }, () => one(words)).join(' ');
      piece += `"${2015_000_000 + lines}","${lines}",${date},"Works ""${one(words)}""","${Math.floor(random() * 9_000)} Main Street",,"${one(cities)}","${one(states)}","10963","${narrative}.\nTaken to hospital.","111","513","1214","5721",1.00,0.00\n`;
    }
    written += writeSync(file, piece);
  }
  closeSync(file);
  return { lines, refused };
}
