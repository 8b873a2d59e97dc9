/** How far a tenant's log had got. Nobody outside looks into it. */
export interface PositionToken {
  readonly tenant: string;
  readonly position: number;
}

/** The token as it stands in the headers Position, At-Least and As-Of. */
export const writePosition = ({ tenant, position }: PositionToken): string => Buffer.from(`${tenant}/${position}`).toString('base64url');

/** Reads a token; null when it is none of ours. */
export function readPosition(token: string): PositionToken | null {
  const parts = /^([0-9a-f-]{36})\/(\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString('latin1'));
  return parts && { tenant: parts[1]!, position: Number(parts[2]) };
}
