import { isDatabaseUnavailable } from './database-away.ts';

const errorWith = (code: string) => Object.assign(new Error('what the server says'), { severity: 'ERROR', code });

test.each(['08006', '53300', '57P01', '57014', '25006', '40P01', '40001'])(
  '%s may be over when it is tried again',
  (code) => {
    expect(isDatabaseUnavailable(errorWith(code))).toBe(true);
    expect(isDatabaseUnavailable(new Error('a page', { cause: errorWith(code) }))).toBe(true);
  },
);

test.each(['23505', '42P01', '22P02', '40002', '0A000'])('%s is our own error', (code) => {
  expect(isDatabaseUnavailable(errorWith(code))).toBe(false);
});

test('an internal error that has nothing to do with its files is our own error', () => {
  expect(isDatabaseUnavailable(Object.assign(errorWith('XX000'), { file: 'planner.c' }))).toBe(false);
});

test('an internal error of what writes its log ends the server, which begins again: it may be over then', () => {
  expect(isDatabaseUnavailable(Object.assign(errorWith('XX000'), { severity: 'PANIC', file: 'xlog.c' }))).toBe(true);
});

test('a missing socket means that the database is down; another missing file is our own error', () => {
  const missing = (syscall: string) => Object.assign(new Error('no such file'), { code: 'ENOENT', syscall });
  expect(isDatabaseUnavailable(missing('connect'))).toBe(true);
  expect(isDatabaseUnavailable(missing('open'))).toBe(false);
});
