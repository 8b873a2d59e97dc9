import type { ReactNode } from 'react';
import { useSigningOut } from '../lib/session/sign-out.ts';
import { SigningOut } from './SigningOut.tsx';

/** Replaces the whole console as soon as the user signs out, in this tab or another. */
export function WhileHere({ children }: { children: ReactNode }) {
  const signingOut = useSigningOut();
  return signingOut ? <SigningOut how={signingOut} /> : children;
}
