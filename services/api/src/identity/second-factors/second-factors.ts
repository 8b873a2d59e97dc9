import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type {
  recoveryCodesMade,
  secondFactorAdded,
  secondFactorRemoved,
  secondFactorsReset,
} from '@plimsoll/contracts/identity/events';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { MAX_PASSKEYS } from '@plimsoll/contracts/identity/second-factors';
import { refuse, type Decision } from '../../commands/decision.ts';
import { singleStream, type SingleStream } from '../../commands/execute.ts';
import * as streams from '@plimsoll/contracts/identity/streams';
import { decider, type RecordedOf } from '../../commands/decider.ts';

/** State of a person's second factors according to the log. */
export interface SecondFactors {
  readonly totp: string | null;
  readonly passkeys: readonly string[];
  /** Guid of the active set of recovery codes. */
  readonly recoveryCodes: string | null;
  /** Removed factors and replaced recovery codes. */
  readonly gone: readonly string[];
}

const noSecondFactors: SecondFactors = { totp: null, passkeys: [], recoveryCodes: null, gone: [] };

const hasSecondFactor = ({ totp, passkeys }: SecondFactors): boolean => totp !== null || passkeys.length > 0;

type Added = EventOf<typeof secondFactorAdded>;
type Removed = EventOf<typeof secondFactorRemoved>;
type CodesMade = EventOf<typeof recoveryCodesMade>;
type Reset = EventOf<typeof secondFactorsReset>;
export type SecondFactorEvent = Added | Removed | CodesMade | Reset;

const isThere = (guid: string | null): guid is string => guid !== null;

/** Folds one event of the person's stream; ignores events about anything else. */
function evolveSecondFactors(state: SecondFactors, event: RecordedOf<typeof streams.userStream>): SecondFactors {
  switch (event.type) {
    case 'SecondFactorAdded':
      return withFactor(withCodes(state, event.data.recoveryCodesGuid ?? state.recoveryCodes), event.data);
    case 'SecondFactorRemoved':
      return without(state, event.data.secondFactorGuid);
    case 'RecoveryCodesMade':
      return withCodes(state, event.data.recoveryCodesGuid);
    case 'SecondFactorsReset':
      return {
        ...noSecondFactors,
        gone: [...state.gone, ...[state.totp, ...state.passkeys, state.recoveryCodes].filter(isThere)],
      };
    default:
      return state;
  }
}

export const secondFactorsDecider = decider({
  stream: streams.userStream,
  initial: noSecondFactors,
  evolve: evolveSecondFactors,
});

const withFactor = (state: SecondFactors, { method, secondFactorGuid, replacedGuid }: Added['data']): SecondFactors =>
  method === 'PASSKEY'
    ? { ...state, passkeys: [...state.passkeys, secondFactorGuid] }
    : { ...state, totp: secondFactorGuid, gone: [...state.gone, ...[replacedGuid].filter(isThere)] };

const withCodes = (state: SecondFactors, guid: string | null): SecondFactors =>
  guid === state.recoveryCodes
    ? state
    : { ...state, recoveryCodes: guid, gone: [...state.gone, ...[state.recoveryCodes].filter(isThere)] };

function without(state: SecondFactors, guid: string): SecondFactors {
  const left = {
    ...state,
    totp: state.totp === guid ? null : state.totp,
    passkeys: state.passkeys.filter((other) => other !== guid),
    gone: [...state.gone, guid],
  };
  return hasSecondFactor(left) ? left : withCodes(left, null);
}

/** A factor to add, with the guid for its recovery codes if it is the first. */
export interface NewSecondFactor {
  readonly userGuid: string;
  readonly secondFactorGuid: string;
  readonly method: Added['data']['method'];
  readonly recoveryCodesGuid: string;
}

/** Adds a factor; an authenticator app replaces the previous one. Refuses LimitReached for too many passkeys. */
export function addSecondFactor(
  state: SecondFactors,
  { recoveryCodesGuid, ...factor }: NewSecondFactor,
): Decision<Added> {
  const isApp = factor.method === 'TOTP';
  if (state.totp === factor.secondFactorGuid || state.passkeys.includes(factor.secondFactorGuid)) return [];
  if (!isApp && state.passkeys.length >= MAX_PASSKEYS) return refuse('LimitReached');
  return [
    {
      type: 'SecondFactorAdded',
      data: {
        ...factor,
        replacedGuid: isApp ? state.totp : null,
        recoveryCodesGuid: hasSecondFactor(state) ? null : recoveryCodesGuid,
      },
    },
  ];
}

/** Removes the authenticator app; without one nothing changes. */
export const removeTotp = (state: SecondFactors, userGuid: string): Decision<Removed> =>
  state.totp === null
    ? []
    : [{ type: 'SecondFactorRemoved', data: { userGuid, secondFactorGuid: state.totp, method: 'TOTP' } }];

/** Removes a passkey; if it does not exist nothing changes. */
export const removePasskey = (state: SecondFactors, userGuid: string, guid: string): Decision<Removed> =>
  state.passkeys.includes(guid)
    ? [{ type: 'SecondFactorRemoved', data: { userGuid, secondFactorGuid: guid, method: 'PASSKEY' } }]
    : [];

/** Replaces the recovery codes. Refuses MissingRelatedEntity where there is no second factor. */
export const makeRecoveryCodes = (
  state: SecondFactors,
  userGuid: string,
  recoveryCodesGuid: string,
): Decision<CodesMade> =>
  hasSecondFactor(state)
    ? [{ type: 'RecoveryCodesMade', data: { userGuid, recoveryCodesGuid } }]
    : refuse('MissingRelatedEntity', {
        fieldErrors: [
          { field: 'secondFactors', className: 'MissingRelatedEntity', message: textOf('MissingRelatedEntity') },
        ],
      });

/** Removes all factors. */
export const resetSecondFactors = (state: SecondFactors, userGuid: string): Decision<Reset> =>
  hasSecondFactor(state) ? [{ type: 'SecondFactorsReset', data: { userGuid } }] : [];

/** A use case of a person's stream that concerns their second factors. */
export const ofSecondFactors = (userGuid: string, decide: SingleStream<SecondFactors, SecondFactorEvent>['decide']) =>
  singleStream<SecondFactors, SecondFactorEvent>({
    own: secondFactorsDecider.of(userGuid),
    decide,
  });
