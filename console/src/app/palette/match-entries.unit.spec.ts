import { matchEntries } from './match-entries.ts';

const entry = (name: string, terms = '') => ({ name, terms });
const dashboard = entry('Dashboard', 'you home rates TRIF frequency');
const metrics = entry('Reporting Metrics', 'hours kilometres months');
const nearMiss = entry('Report a near miss', 'new incident');
const injury = entry('Report an injury', 'new incident hurt');
const signOut = entry('Sign out', 'log out leave');
const all = [dashboard, metrics, nearMiss, injury, signOut];
const found = (typed: string) => matchEntries(all, typed).map(({ name }) => name);

describe('pages and actions are found by what people type', () => {
  it('all of them while nothing is typed', () => {
    expect(matchEntries(all, '  ')).toEqual(all);
  });

  it('by the beginnings of words of the name or of the other words, in any order and case', () => {
    expect(found('trif')).toEqual(['Dashboard']);
    expect(found('MISS rep')).toEqual(['Report a near miss']);
    expect(found('incid new')).toEqual(['Report a near miss', 'Report an injury']);
    expect(found('log')).toEqual(['Sign out']);
  });

  it('by a part of the name, but not by the middle of another word', () => {
    expect(found('board')).toEqual(['Dashboard']);
    expect(found('ours')).toEqual([]);
  });

  it('only with every word', () => {
    expect(found('report')).toHaveLength(3);
    expect(found('report hours')).toEqual(['Reporting Metrics']);
    expect(found('report zebra')).toEqual([]);
  });

  it('those whose name begins so first, then those with all of it in their name', () => {
    const both = [entry('Leave', 'sign'), entry('A sign', ''), entry('Sign out', '')];
    expect(matchEntries(both, 'sign').map(({ name }) => name)).toEqual(['Sign out', 'A sign', 'Leave']);
  });

  it('whatever accents they have', () => {
    expect(matchEntries([entry('Switch to Montréal Énergie')], 'ENERGIE montreal')).toHaveLength(1);
  });

  it('not by signs alone', () => {
    expect(found('#?')).toEqual([]);
  });
});
