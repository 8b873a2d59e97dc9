import { createRequire } from 'node:module';

/** Direction of a text in a document definition; the library copies it to what it makes of the text. */
export interface Direction {
  readonly level: number;
  readonly base: number;
}

/** What the library makes of a word, and of a line. */
export interface Inline {
  readonly text: string;
  readonly width: number;
  readonly direction?: Direction;
  x: number;
}
export interface Line {
  readonly inlines: readonly Inline[];
  readonly leadingCut: number;
  readonly trailingCut: number;
}

/**
 * Places the words of a line as they are read (rules L1 and L2 of the Unicode bidirectional algorithm). The library lays
 * out every line from left to right.
 */
export function placeVisually({ inlines, leadingCut, trailingCut }: Line): void {
  const base = inlines.find(({ direction }) => direction)?.direction?.base ?? 0;
  const levels = inlines.map(({ direction }) => direction?.level ?? base);
  if (levels.every((level) => level === 0)) return;
  for (let last = inlines.length - 1; last >= 0 && inlines[last]!.text.trim() === ''; last--) levels[last] = base;
  let order = inlines.map((_, place) => place);
  for (let level = Math.max(...levels); level > 0; level--) order = reversedFrom(order, level, levels);
  let x = base % 2 === 1 ? -trailingCut : -leadingCut;
  for (const place of order) {
    inlines[place]!.x = x;
    x += inlines[place]!.width;
  }
}

/** Reverses each sequence of words whose level is at least `level`. */
function reversedFrom(order: readonly number[], level: number, levels: readonly number[]): number[] {
  const result: number[] = [];
  let sequence: number[] = [];
  for (const place of order) {
    if (levels[place]! >= level) {
      sequence.unshift(place);
      continue;
    }
    result.push(...sequence, place);
    sequence = [];
  }
  return [...result, ...sequence];
}

interface Renderer {
  renderLine(line: Line, x: number, y: number): void;
}

/**
 * Has the library draw its lines in visual order. It has no hook for this, so its renderer is extended; its version is
 * pinned, and a test draws right-to-left text.
 */
export function drawInVisualOrder(): void {
  const { default: library } = createRequire(import.meta.url)('pdfmake/js/Renderer.js') as {
    default: { prototype: Renderer };
  };
  const { renderLine } = library.prototype;
  library.prototype.renderLine = function renderVisually(line, x, y) {
    placeVisually(line);
    renderLine.call(this, line, x, y);
  };
}
