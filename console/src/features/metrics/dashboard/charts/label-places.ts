/** A rectangle in a chart, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextPlace {
  /** Where the text's middle stands. */
  x: number;
  /** Its baseline. */
  y: number;
}

/** Whether two rectangles share room. */
export const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The room that a text of 12 px takes. */
export const boxOf = ({ x, y }: TextPlace, width: number): Box => ({ x: x - width / 2, y: y - 10, width, height: 13 });

/** About how wide a text of 12 px is. */
export const widthOf = (words: string): number =>
  [...words].reduce((width, letter) => width + (/[.,:il ]/.test(letter) ? 3.6 : /\d/.test(letter) ? 7.6 : 6.6), 0);

/** The first place whose text meets nothing; null when there is none. */
export function firstFree(candidates: readonly TextPlace[], width: number, taken: readonly Box[]): TextPlace | null {
  return candidates.find((place) => !taken.some((box) => overlaps(boxOf(place, width), box))) ?? null;
}
