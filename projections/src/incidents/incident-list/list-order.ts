import { instant } from '@plimsoll/contracts/kernel/values/dates';
import type { IncidentListQuery } from '@plimsoll/contracts/incidents/requests';
import { incidentStates } from '@plimsoll/contracts/incidents/vocabulary';
import { safeText } from '@plimsoll/contracts/kernel/values/text';
import type { Values } from './list-conditions.ts';

type SortKey = IncidentListQuery['sortBy'];
type Direction = IncidentListQuery['sortDirection'];
type SortType = 'bigint' | 'timestamptz' | 'text' | 'integer';

interface Sort {
  readonly by: string;
  readonly type: SortType;
  readonly hasIndex?: true;
}

/** Where the number and the sort value before it are read from. */
interface Source {
  readonly number: string;
  readonly by: (sort: Sort) => string;
}

const INCIDENT: Source = { number: 'i.number', by: ({ by }) => by };
const FOUND: Source = { number: 'found.number', by: () => 'found.value' };

/** Sort values before the number, which breaks ties: it is unique in an organization. */
const sorted: Record<SortKey, Sort | null> = {
  OCCURRENCE_DATE: { by: 'i.occurred', type: 'bigint', hasIndex: true },
  REPORTED_DATE: { by: 'i.reported_at', type: 'timestamptz' },
  NUMBER: null,
  FORM_NAME: { by: 'lower(i.form_name)', type: 'text' },
  STATE: { by: `array_position('{${incidentStates.join(',')}}'::text[], i.state)`, type: 'integer' },
  RISK: { by: 'coalesce(i.risk_score, -1)', type: 'integer' },
};

/** The end of a page, and how many incidents precede the next one. */
export interface Place {
  readonly value: string | null;
  readonly number: number;
  readonly offset: number;
}

/** Builds the SQL and the cursors of a list's order. */
export class ListOrder {
  readonly #sort: Sort | null;
  readonly #ascending: boolean;
  readonly #mark: string;

  constructor(sortBy: SortKey, direction: Direction) {
    this.#sort = sorted[sortBy];
    this.#ascending = direction === 'ASCENDING';
    this.#mark = `${sortBy} ${direction}`;
  }

  get orderBy(): string {
    return this.#orderBy(INCIDENT);
  }

  /** The sort value as text, to build a cursor from a page's last row. */
  get value(): string {
    return this.#sort ? `(${this.#sort.by})::text` : 'null::text';
  }

  /** SQL condition: incidents after a place. */
  after(place: Place, values: Values): string {
    return this.#after(place, values, INCIDENT);
  }

  /** Whether an index provides this order, so that nothing needs sorting. */
  get hasIndex(): boolean {
    return this.#sort === null || this.#sort.hasIndex === true;
  }

  /** SQL that aggregates incidents into two arrays, read again as `unnest(numbers, sorted) found (number, value)`. */
  get collected(): string {
    return `array_agg(i.number) as numbers, array_agg(${this.by}) as sorted`;
  }

  /** The sort expression before the number. */
  get by(): string {
    return this.#sort?.by ?? 'i.number';
  }

  get orderByFound(): string {
    return this.#orderBy(FOUND);
  }

  afterFound(place: Place, values: Values): string {
    return this.#after(place, values, FOUND);
  }

  #orderBy({ number, by }: Source): string {
    const direction = this.#ascending ? 'asc' : 'desc';
    return this.#sort ? `${by(this.#sort)} ${direction}, ${number} ${direction}` : `${number} ${direction}`;
  }

  #after(place: Place, values: Values, source: Source): string {
    const beyond = this.#ascending ? '>' : '<';
    const number = `${values.add(place.number)}::bigint`;
    return this.#sort
      ? `(${source.by(this.#sort)}, ${source.number}) ${beyond} (${values.add(place.value)}::${this.#sort.type}, ${number})`
      : `${source.number} ${beyond} ${number}`;
  }

  /** Identifies a page of this order. */
  page(offset: number): string {
    return `${this.#mark} ${offset}`;
  }

  cursorOf({ value, number, offset }: Place): string {
    return Buffer.from(JSON.stringify([this.#mark, value, number, offset])).toString('base64url');
  }

  /** Parses a cursor. @throws MalformedCursor if this order did not produce it. */
  placeOf(cursor: string): Place {
    try {
      const [mark, value, number, offset] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
        string,
        string | null,
        number,
        number,
      ];
      const isValue = this.#sort ? typeof value === 'string' && this.#fits(value) : value === null;
      if (mark === this.#mark && isValue && Number.isSafeInteger(number) && Number.isSafeInteger(offset) && offset >= 0)
        return { value, number, offset };
    } catch {
      // Not one of our cursors.
    }
    throw new MalformedCursor();
  }

  #fits(value: string): boolean {
    return isWritten[this.#sort!.type](value);
  }
}

/** Whether a text can be the sort value of a row, as the database formats it. */
const isWritten: Readonly<Record<SortType, (text: string) => boolean>> = {
  integer: (text) => /^-?\d{1,4}$/.test(text),
  text: (text) => safeText.safeParse(text).success,
  bigint: (text) => /^-?\d{1,12}$/.test(text),
  timestamptz: (text) => text.endsWith('+00') && instant.safeParse(`${text.slice(0, -3).replace(' ', 'T')}Z`).success,
};

/** A cursor that the list did not return, or returned for another order. */
export class MalformedCursor extends Error {
  override readonly name = 'MalformedCursor';
}
