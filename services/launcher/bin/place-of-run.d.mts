export function makePlaceOfRun(): string;
