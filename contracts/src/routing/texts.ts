import type { ReasonForAsking } from './who-is-asked.ts';

/**
 * Why a person was asked, after their name: "first on the call list of Acheson Yard".
 * @param name of the worksite or group; null where it is not known any more
 */
export function reasonText(because: ReasonForAsking, name: string | null): string {
  switch (because) {
    case 'WORKSITE':
      return `first on the call list of ${name ?? 'the worksite'}`;
    case 'REPORTING_GROUP':
      return `first on the call list of ${name ?? 'the reporting group'}`;
    case 'ORGANIZATION':
      return 'first on the call list of the organization';
    case 'GROUP_REVIEWERS':
      return `who reviews for ${name ?? 'the reporting group'}`;
    case 'ADMINS':
      return 'as an admin';
  }
}

/** Says whom a report went to of itself: "Went to Daniel Okafor, first on the call list of Acheson Yard". */
export const wentToText = (person: string, because: ReasonForAsking, targetName: string | null): string =>
  `Went to ${person}, ${reasonText(because, targetName)}`;
