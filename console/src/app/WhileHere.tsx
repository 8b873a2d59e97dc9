import type { ReactNode } from 'react';
import { useSigningOut } from '../lib/session/sign-out.ts';
import { SigningOut } from './SigningOut.tsx';

/** The console, until somebody signs out, here or in another tab: then nothing of it is left on the page. */
export function WhileHere({ children }: { children: ReactNode }) {
  const signingOut = useSigningOut();
  return signingOut ? <SigningOut how={signingOut} /> : children;
}
