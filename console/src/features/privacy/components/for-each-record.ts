import { useRef } from 'react';
import { ApiProblem, formErrors } from '../../../lib/api/problem.ts';
import { refusalWith } from '../../../lib/api/refusal.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { recordKey } from '../person-groups.ts';
import type { KeptPerson } from '@plimsoll/contracts/privacy/privacy';

/**
 * Sends a command for each of several records, one after the other. Each has a key of its own for all tries, and those
 * that are done are not sent again, so that a second try repeats nothing, also after a lost answer. A single record is
 * refused as it is; of several, the refusal says how many were done.
 */
export function useForEachRecord<Done>(): (
  records: readonly KeptPerson[],
  send: (record: KeptPerson, key: string) => Promise<Done>,
) => Promise<Done[]> {
  const keys = useRef(new Map<string, string>());
  const answers = useRef(new Map<string, Done>());
  return async (records, send) => {
    const done: Done[] = [];
    for (const record of records) {
      const name = recordKey(record);
      const key = keys.current.get(name) ?? newGuid();
      keys.current.set(name, key);
      try {
        if (!answers.current.has(name)) answers.current.set(name, await send(record, key));
        done.push(answers.current.get(name)!);
      } catch (error) {
        // The key has been used with another reason.
        if (error instanceof ApiProblem && error.className === 'IdempotencyKeyReused') keys.current.delete(name);
        if (done.length === 0) throw error;
        throw refusalWith(`${done.length} of ${records.length} are done. ${formErrors(error)[0]!.message}`);
      }
    }
    return done;
  };
}
