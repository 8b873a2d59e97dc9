import { explain } from './plain-error.ts';

const refused = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: refused`), { code, syscall: 'write', ...(path && { path }) });

test.each(['ENOSPC', 'EDQUOT'])('a full disk (%s) is said in words, with what could not be written', (code) => {
  expect(explain(refused(code, '/data/keys/signing-key.pem'))).toMatch(
    /^plimsoll: the disk is full: \/data\/keys\/signing-key\.pem could not be written\. Make room/,
  );
  expect(explain(refused(code))).toMatch(/^plimsoll: the disk is full: a file could not be written\./);
});

test('a limit on the size of files is named as one', () => {
  expect(explain(refused('EFBIG', '/data/log'))).toMatch(
    /^plimsoll: \/data\/log could not be written: this process may not write files that large \(ulimit -f\)/,
  );
});
