import { useRef } from 'react';
import { formErrors } from '../../../lib/api/problem.ts';
import { refusalWith } from '../../../lib/api/refusal.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { recordKey } from '../person-groups.ts';
import type { KeptPerson } from '@plimsoll/contracts/privacy/privacy';

/**
 * Sends a command for each of several records, one after the other. Each has a key of its own for all tries, so that a
 * second try after a refusal repeats nothing. A single record is refused as it is; of several, the refusal says how
 * many were done.
 */
export function useForEachRecord<Done>(): (
  records: readonly KeptPerson[],
  send: (record: KeptPerson, key: string) => Promise<Done>,
) => Promise<Done[]> {
  const keys = useRef(new Map<string, string>());
  return async (records, send) => {
    const done: Done[] = [];
    for (const record of records) {
      const key = keys.current.get(recordKey(record)) ?? newGuid();
      keys.current.set(recordKey(record), key);
      try {
        done.push(await send(record, key));
      } catch (error) {
        // What was wrong with the request is corrected under a new key.
        keys.current.delete(recordKey(record));
        if (done.length === 0) throw error;
        throw refusalWith(`${done.length} of ${records.length} are done. ${formErrors(error)[0]!.message}`);
      }
    }
    return done;
  };
}
