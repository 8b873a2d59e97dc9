import fc from 'fast-check';
import { signatureAnswer } from './answer-value.ts';
import { MAX_DRAWING_LENGTH } from './answer-value.ts';
import { drawingBox, drawingOf, isDrawn } from './drawing.ts';

const place = fc.record({
  x: fc.double({ min: -20, max: 2000, noNaN: true }),
  y: fc.double({ min: -20, max: 800, noNaN: true }),
});

test('whatever a pen does becomes a path that a signature takes, and that is drawn within its box', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(place, { minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 20 }),
      (strokes) => {
        const drawing = drawingOf(strokes);
        expect(signatureAnswer.safeParse({ name: 'Anna', drawing }).success).toBe(true);
        expect(isDrawn(drawing)).toBe(true);
        const [, , width, height] = drawingBox(drawing).split(' ').map(Number) as [number, number, number, number];
        expect(Math.max(...strokes.flat().map(({ x }) => x))).toBeLessThanOrEqual(width);
        expect(Math.max(...strokes.flat().map(({ y }) => y))).toBeLessThanOrEqual(height);
      },
    ),
  );
});

test('a signature of any length fits; a touch is a dot, and nothing is nothing', () => {
  const long = Array.from({ length: 40_000 }, (_, index) => ({ x: index % 600, y: (index * 7) % 200 }));
  expect(drawingOf([long]).length).toBeLessThanOrEqual(MAX_DRAWING_LENGTH);
  expect(drawingOf(Array.from({ length: 30_000 }, () => [{ x: 100, y: 100 }])).length).toBeLessThanOrEqual(
    MAX_DRAWING_LENGTH,
  );
  expect(drawingOf([[{ x: 3.4, y: 5 }]])).toBe('M3 5L4 5');
  expect(isDrawn(drawingOf([]))).toBe(false);
});
