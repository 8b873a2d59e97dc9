import { ConfigurationError } from './configuration.ts';

/** Something that a person can put right, told in one line and without a stack. */
export class PlainFault extends Error {
  override readonly name = 'PlainFault';
}

/** What is printed when the program cannot go on. */
export function explain(fault: unknown): string {
  if (fault instanceof ConfigurationError) return fault.faults.map((line) => `plimsoll: ${line}`).join('\n');
  if (fault instanceof PlainFault) return `plimsoll: ${fault.message}`;
  const { code, path, syscall, stack, message } = fault as NodeJS.ErrnoException;
  // Below a read-only folder a recursive mkdir says ENOENT.
  const unwritable = path && (['EROFS', 'EACCES', 'EPERM', 'ENOSPC'].includes(code ?? '') || syscall === 'mkdir');
  if (unwritable) return `plimsoll: cannot write to ${path} (${code}); DATA_DIR says where the data lie`;
  return `plimsoll: ${stack ?? message ?? String(fault)}`;
}
