import { z } from 'zod';
import { readState, writeState } from './url-state.ts';

const schema = z.object({
  state: z.array(z.enum(['REPORTED', 'REVIEWED'])).default([]),
  text: z.string().default(''),
  sortBy: z.enum(['OCCURRENCE_DATE', 'NUMBER']).default('OCCURRENCE_DATE'),
  assignedToMe: z.stringbool().default(false),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

const read = (search: string) => readState(schema, new URLSearchParams(search));

describe('the state of a list in its address', () => {
  it('is the default when the address says nothing', () => {
    expect(read('')).toEqual({ state: [], text: '', sortBy: 'OCCURRENCE_DATE', assignedToMe: false, limit: 10 });
  });

  it('comes back as it was written', () => {
    const state = { ...read(''), state: ['REVIEWED' as const, 'REPORTED' as const], text: 'bay 4 & more', assignedToMe: true, limit: 25 };
    expect(readState(schema, writeState(schema, state))).toEqual(state);
  });

  it('leaves defaults out of the address', () => {
    expect(writeState(schema, { ...read(''), sortBy: 'NUMBER' }).toString()).toBe('sortBy=NUMBER');
    expect(writeState(schema, read('')).toString()).toBe('');
  });

  it('takes the default for what makes no sense, and keeps the rest', () => {
    expect(read('sortBy=MOON&limit=9999&state=REVIEWED')).toMatchObject({ sortBy: 'OCCURRENCE_DATE', limit: 10, state: ['REVIEWED'] });
  });

  it('leaves alone what belongs to others', () => {
    expect(writeState(schema, read('text=x'), new URLSearchParams('organizationGuid=1&text=old')).toString()).toBe('organizationGuid=1&text=x');
  });
});
