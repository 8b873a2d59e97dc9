import { defineStream } from '../kernel/stream.ts';
import {
  auditorErased,
  erasureCancelled,
  erasureCompleted,
  erasureRequested,
  fileNameErased,
  invitationErased,
  legalHoldPlaced,
  legalHoldReleased,
  personErased,
} from './events.ts';

/** What was erased under one key. */
export const erasureStream = defineStream('erasure', [personErased, invitationErased, auditorErased, fileNameErased]);
/** All requests to erase one subject. */
export const erasureRequestStream = defineStream('erasure-request', [
  erasureRequested,
  erasureCancelled,
  erasureCompleted,
]);
/** All legal holds of an organization. */
export const legalHoldStream = defineStream('legal-hold', [legalHoldPlaced, legalHoldReleased]);
