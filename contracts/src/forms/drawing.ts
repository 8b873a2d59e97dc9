import { MAX_DRAWING_LENGTH } from './answer-value.ts';

/** A pen's place on the pad. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

const at = ({ x, y }: Place): string => `${Math.round(x)} ${Math.round(y)}`;

/** A stroke through its places, rounded between them; a touch is a dot. */
function strokePath(stroke: readonly Place[]): string {
  const [first, ...rest] = stroke;
  const last = rest.at(-1);
  if (!first) return '';
  if (!last) return `M${at(first)}L${at({ x: first.x + 1, y: first.y })}`;
  const curves = rest.slice(0, -1).map((place, index) => {
    const next = rest[index + 1]!;
    return `Q${at(place)} ${at({ x: (place.x + next.x) / 2, y: (place.y + next.y) / 2 })}`;
  });
  return `M${at(first)}${curves.join('')}L${at(last)}`;
}

/** Converts a drawing to the path of an SVG; thins out a very long one until it fits. */
export function drawingOf(strokes: readonly (readonly Place[])[]): string {
  const path = strokes.map(strokePath).join('');
  if (path.length <= MAX_DRAWING_LENGTH) return path;
  return drawingOf(
    strokes.map((stroke) => stroke.filter((_, index) => index % 2 === 0 || index === stroke.length - 1)).slice(0, 1000),
  );
}

/** Whether a path may be drawn: it begins by putting the pen somewhere. */
export const isDrawn = (path: string | undefined): path is string => path !== undefined && /^[Mm]\s*-?\d/.test(path);

/** The box around a drawing, from the places that it names. */
export function drawingBox(path: string): string {
  const numbers = [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
  const most = (offset: number) => Math.max(1, ...numbers.filter((_, place) => place % 2 === offset));
  return `-4 -4 ${most(0) + 8} ${most(1) + 8}`;
}
