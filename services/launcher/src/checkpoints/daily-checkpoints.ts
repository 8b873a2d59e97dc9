import { signDue, describeSigned, type SigningContext } from './sign-checkpoints.ts';

const HOUR_MS = 3_600_000;

/**
 * Signs what is due now and every hour. What is due follows from the database, so this process may run at any time.
 * @param appendFacts appends to the logs what was signed of them, after each round.
 * @returns a function that stops after the round in progress.
 */
export function startSigning(
  context: SigningContext,
  say: (line: string) => void,
  appendFacts: (now: Date) => Promise<void> = async () => undefined,
  clock: () => Date = () => new Date(),
): () => Promise<void> {
  const sign = async (): Promise<void> => {
    try {
      for (const one of await signDue(context, clock()))
        if ('reason' in one) say(`plimsoll: not all was signed: ${describeSigned(one)}`);
    } catch (error) {
      say(`plimsoll: no checkpoint was signed, and it is tried again within the hour: ${(error as Error).message}`);
    }
  };
  const append = async (): Promise<void> => {
    try {
      await appendFacts(clock());
    } catch (error) {
      say(
        `plimsoll: not all that was signed stands in the logs, and it is tried again within the hour: ${(error as Error).message}`,
      );
    }
  };
  const round = () => sign().then(append);
  let underWay = round();
  const timer = setInterval(() => (underWay = underWay.then(round)), HOUR_MS).unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
