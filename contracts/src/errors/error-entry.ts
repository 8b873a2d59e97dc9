/** An error class's HTTP status and the text that users see. */
export interface ErrorEntry {
  readonly status: number;
  readonly text: string;
}
