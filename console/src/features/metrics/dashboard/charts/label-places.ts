/** Rectangle in a chart, in px. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextPlace {
  /** Horizontal centre of the text. */
  x: number;
  /** Baseline of the text. */
  y: number;
}

/** Whether two rectangles overlap. */
export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Bounding box of a text of 12 px. */
export const boxOf = ({ x, y }: TextPlace, width: number): Box => ({ x: x - width / 2, y: y - 10, width, height: 13 });

/** Approximate width of a text of 12 px. */
export const widthOf = (text: string): number =>
  [...text].reduce((width, letter) => width + (/[.,:il ]/.test(letter) ? 3.6 : /\d/.test(letter) ? 7.6 : 6.6), 0);

/** First candidate whose text does not overlap anything; null if there is none. */
export function firstFree(candidates: readonly TextPlace[], width: number, taken: readonly Box[]): TextPlace | null {
  return candidates.find((place) => !taken.some((box) => overlaps(boxOf(place, width), box))) ?? null;
}
