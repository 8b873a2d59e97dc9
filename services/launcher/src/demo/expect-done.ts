import { isExecuted, type Executed, type Outcome } from '@plimsoll/api/commands/execute';

/** Throws on a refusal, which is an error of the demo and not of the person who starts it. */
export function expectDone(outcome: Outcome, what: string): Executed {
  if (!isExecuted(outcome))
    throw new Error(`The demo could not ${what}: ${outcome.refused} ${JSON.stringify(outcome.fieldErrors ?? '')}`);
  return outcome;
}
