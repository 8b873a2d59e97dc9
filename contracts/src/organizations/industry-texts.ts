/** Why there are no industries to choose from. */
export const noIndustryMatchesText = (regionGuid: string): string => `No industry matches the region: ${regionGuid}`;
