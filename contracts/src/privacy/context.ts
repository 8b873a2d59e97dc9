import { defineContext, job } from '../kernel/context.ts';
import { privacyErrors } from './errors.ts';
import {
  erasure,
  erasureList,
  erasurePreview,
  keptPerson,
  keptPersonList,
  legalHold,
  legalHoldList,
} from './privacy.ts';
import { privacyRoutes } from './routes.ts';
import { erasureRequestStream, erasureStream, legalHoldStream } from './streams.ts';

export const privacyContext = defineContext({
  name: 'privacy',
  streams: [erasureStream, erasureRequestStream, legalHoldStream],
  routes: privacyRoutes,
  errors: privacyErrors,
  answers: {
    KeptPerson: keptPerson,
    KeptPersonList: keptPersonList,
    ErasurePreview: erasurePreview,
    Erasure: erasure,
    ErasureList: erasureList,
    LegalHold: legalHold,
    LegalHoldList: legalHoldList,
  },
  labels: {
    erasure: 'Erasure',
    'erasure-request': 'Request to erase',
    'legal-hold': 'Legal holds',
  },
  internal: {
    'legal-hold':
      "what is asked for and what is held is its organization's own matter; that somebody was erased is told itself",
    'erasure-request':
      "what is asked for and what is held is its organization's own matter; that somebody was erased is told itself",
    AuditorErased:
      "what is asked for and what is held is its organization's own matter; that somebody was erased is told itself",
    FileNameErased:
      "what is asked for and what is held is its organization's own matter; that somebody was erased is told itself",
    InvitationErased:
      "what is asked for and what is held is its organization's own matter; that somebody was erased is told itself",
  },
  jobs: {
    /** Carries out due erasures: of one subject or, without it, all that the organization waits for. */
    CARRY_ERASURES_OUT: job<{ readonly organization: string; readonly subject?: string }>(),
  },
});
