import type { Reactor } from './following/reactor.ts';
import { mailChangedPassword } from './identity/mail-changed-password.ts';
import { mailWhoIsAsked } from './incidents/mail-who-is-asked.ts';

/** Everything that reacts: none of it does anything in the request that caused it. */
export const reactors: readonly Reactor[] = [mailWhoIsAsked, mailChangedPassword];
