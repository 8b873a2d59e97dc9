import { isExecuted, type Executed, type Outcome } from '@plimsoll/api/commands/execute';

/** A refusal is a fault of the demo, not of the person who starts it. */
export function expectDone(outcome: Outcome, what: string): Executed {
  if (!isExecuted(outcome))
    throw new Error(`The demo could not ${what}: ${outcome.refused} ${JSON.stringify(outcome.fieldErrors ?? '')}`);
  return outcome;
}
