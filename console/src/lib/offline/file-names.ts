import { isSameName } from '@plimsoll/contracts/attachments/file-types';

/** Returns an unused file name, since cameras give all their pictures the same one. */
export function freeName(name: string, taken: readonly string[]): string {
  const isTaken = (one: string) => taken.some((other) => isSameName(one, other));
  const dot = name.lastIndexOf('.');
  const [, stem, counted] = /^(.*?)(?: \((\d{1,9})\))?$/s.exec(dot > 0 ? name.slice(0, dot) : name)!;
  const ending = dot > 0 ? name.slice(dot) : '';
  for (let count = Number(counted ?? 1), free = name; ; free = `${stem} (${++count})${ending}`)
    if (!isTaken(free)) return free;
}
