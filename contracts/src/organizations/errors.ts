import { bad, conflict, notFound } from '../errors/error-entry.ts';

export const organizationErrors = {
  MalformedSizeRange: bad('The size range is not valid'),
  LogoNotFound: notFound('Logo'),
  IndustryNotFound: notFound('Industry'),
  RegionNotFound: notFound('Region'),
  NoIndustryAssociation: { status: 404, text: 'There is no industry association' },
  DuplicateIndustryAssociation: conflict('This industry has already been added'),
} as const;
