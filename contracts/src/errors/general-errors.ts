import { bad, conflict, notFound } from './error-entry.ts';
import { SESSION_ENDED } from './errors.ts';

const OUR_ERROR =
  'Something went wrong on our end. Please refresh the page or reach out to support if the error persists.';
const LOGGED_OUT = 'There was a problem with your account and you were logged out';

/** Classes that no context owns: of requests and sessions, and of fields that several contexts have. */
export const generalErrors = {
  MalformedDescription: bad('The description is missing or longer than 100,000 characters'),
  MalformedEmailAddress: bad('Email address is invalid'),
  MalformedToken: bad('The link is not valid'),
  MalformedLocation: bad('The location is missing or longer than 1,000 characters'),
  MalformedName: bad('The name is missing or too long'),
  MalformedDate: bad('The date is not valid'),
  MalformedRegion: bad('The region is not valid'),
  MalformedUsername: bad('The username is not valid'),
  MalformedYearMonth: bad('The month must be in the form YYYY-MM'),
  MalformedJwt: bad(LOGGED_OUT),
  MissingOrganization: bad('Choose the organization'),
  MissingRelatedEntity: bad('Something that this refers to is missing'),
  MalformedRequest: bad('The request is not valid'),
  ExpiredNonRefreshableJwt: { status: 401, text: `${SESSION_ENDED}. Sign in again.` },
  NonParsableJwt: { status: 401, text: LOGGED_OUT },
  NoToken: { status: 401, text: 'Sign in to continue.' },
  Forbidden: { status: 403, text: "We don't think you're allowed to see this." },
  RecentSignInRequired: { status: 403, text: 'Sign in again to change this.' },
  ForeignOrigin: { status: 403, text: "This page was not opened at the product's own address." },
  OrganizationNotFound: notFound('Organization'),
  LinkNotFound: { status: 404, text: 'This link does not work any more' },
  SafetyProgramNotFound: notFound('Safety program'),
  SegmentNotFound: notFound('Segment'),
  NoSafetyContentForIndustryCode: { status: 404, text: 'There is no safety content for this industry code' },
  NoSafetyContentForRegion: { status: 404, text: 'There is no safety content for this region' },
  RouteNotFound: notFound('Page'),
  DuplicateGuid: conflict('This already exists'),
  DuplicateUsername: conflict('This username is already taken'),
  LimitReached: conflict('There are as many of these as there may be'),
  StaleRevision: conflict('Someone changed this in the meantime'),
  RequestTimeout: { status: 408, text: 'The request did not arrive in time' },
  PayloadTooLarge: { status: 413, text: 'The request is too large' },
  UnsupportedMediaType: { status: 415, text: 'Send uncompressed JSON (application/json)' },
  IdempotencyKeyReused: { status: 422, text: 'This request was already sent with different content' },
  TooManyAttempts: { status: 429, text: 'Too many attempts. Try again in a few minutes.' },
  HeadersTooLarge: { status: 431, text: 'The address or the headers are too long' },
  InternalServerError: { status: 500, text: OUR_ERROR },
  Unavailable: { status: 503, text: OUR_ERROR },
} as const;
