import { generateSecret, generateURI, verify } from 'otplib';

const PERIOD_SECONDS = 30;
const ISSUER = 'Plimsoll';

/** A secret for an authenticator app: 160 bits in Base32. */
export const newTotpSecret = (): string => generateSecret();

/** What a QR code tells an authenticator app. @param account as the app is to call it. */
export const otpauthUri = (secret: string, account: string): string =>
  generateURI({ issuer: ISSUER, label: account, secret });

/** The step of 30 seconds that a code belongs to; null when it is none of these moments: a clock may be off by a step. */
export async function totpStepOf(secret: string, typed: string, at: Date): Promise<number | null> {
  const token = typed.replaceAll(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(at.getTime() / 1_000);
  const found = await verify({ secret, token, epoch, epochTolerance: PERIOD_SECONDS });
  return found.valid ? Math.floor(epoch / PERIOD_SECONDS) + found.delta : null;
}
