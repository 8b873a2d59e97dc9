import { generateSecret, generateURI, verify } from 'otplib';

const PERIOD_SECONDS = 30;
const ISSUER = 'Plimsoll';

/** A secret for an authenticator app: 160 bits in Base32. */
export const newTotpSecret = (): string => generateSecret();

/** Content of the QR code for an authenticator app. @param account name that the app displays. */
export const otpauthUri = (secret: string, account: string): string =>
  generateURI({ issuer: ISSUER, label: account, secret });

/** The 30-second step of a code; null when it belongs to none of the accepted ones: a clock may be off by one step. */
export async function totpStepOf(secret: string, typed: string, at: Date): Promise<number | null> {
  const token = typed.replaceAll(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(at.getTime() / 1_000);
  const found = await verify({ secret, token, epoch, epochTolerance: PERIOD_SECONDS });
  return found.valid ? Math.floor(epoch / PERIOD_SECONDS) + found.delta : null;
}
