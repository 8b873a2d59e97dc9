/** An error class's HTTP status and the text that users see. */
export interface ErrorEntry {
  readonly status: number;
  readonly text: string;
}

export const notFound = (thing: string) => ({ status: 404, text: `${thing} not found` }) as const;
export const bad = (text: string) => ({ status: 400, text }) as const;
export const conflict = (text: string) => ({ status: 409, text }) as const;
