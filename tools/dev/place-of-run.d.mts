export function makeRunFolder(): string;
