import { matchEntries } from './match-entries.ts';

const entry = (name: string, terms = '') => ({ name, terms });
const dashboard = entry('Dashboard', 'you home rates TRIF frequency');
const metrics = entry('Reporting Metrics', 'hours kilometres months');
const nearMiss = entry('Report a near miss', 'new incident');
const injury = entry('Report an injury', 'new incident hurt');
const signOut = entry('Sign out', 'log out leave');
const all = [dashboard, metrics, nearMiss, injury, signOut];
const found = (typed: string) => matchEntries(all, typed).map(({ name }) => name);

describe('matching of pages and actions', () => {
  it('returns all entries for an empty text', () => {
    expect(matchEntries(all, '  ')).toEqual(all);
  });

  it('matches beginnings of words of the name or of other terms, in any order and case', () => {
    expect(found('trif')).toEqual(['Dashboard']);
    expect(found('MISS rep')).toEqual(['Report a near miss']);
    expect(found('incid new')).toEqual(['Report a near miss', 'Report an injury']);
    expect(found('log')).toEqual(['Sign out']);
  });

  it('matches any part of the name, but not the middle of other terms', () => {
    expect(found('board')).toEqual(['Dashboard']);
    expect(found('ours')).toEqual([]);
  });

  it('requires every word', () => {
    expect(found('report')).toHaveLength(3);
    expect(found('report hours')).toEqual(['Reporting Metrics']);
    expect(found('report zebra')).toEqual([]);
  });

  it('ranks names that begin with the text first, then names that contain all words', () => {
    const both = [entry('Leave', 'sign'), entry('A sign', ''), entry('Sign out', '')];
    expect(matchEntries(both, 'sign').map(({ name }) => name)).toEqual(['Sign out', 'A sign', 'Leave']);
  });

  it('ignores accents', () => {
    expect(matchEntries([entry('Switch to Montréal Énergie')], 'ENERGIE montreal')).toHaveLength(1);
  });

  it('matches nothing for punctuation alone', () => {
    expect(found('#?')).toEqual([]);
  });
});
