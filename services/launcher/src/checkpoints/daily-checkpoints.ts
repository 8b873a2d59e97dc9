import { signDue, told, type SigningPlace } from './sign-checkpoints.ts';

const HOUR_MS = 3_600_000;

/**
 * Signs what is due now and looks again every hour. What is due stands in the database, so that nothing depends on this
 * process being there at any hour.
 * @returns ends it, after what is under way.
 */
export function keepSigning(place: SigningPlace, say: (line: string) => void, clock: () => Date = () => new Date()): () => Promise<void> {
  const look = async (): Promise<void> => {
    try {
      for (const one of await signDue(place, clock())) if ('reason' in one) say(`plimsoll: not all was signed: ${told(one)}`);
    } catch (fault) {
      say(`plimsoll: no checkpoint was signed, and it is tried again within the hour: ${(fault as Error).message}`);
    }
  };
  let underWay = look();
  const timer = setInterval(() => (underWay = underWay.then(look)), HOUR_MS).unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
