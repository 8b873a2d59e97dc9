import { inPublishedOrder } from './published-order.ts';

test('fields stay where they were published, new ones follow, and removed ones are gone', () => {
  const published = { b: 1, gone: 2, a: { y: 1, x: 2 } };
  expect(JSON.stringify(inPublishedOrder(published, { c: 3, a: { x: 3, z: 4, y: 5 }, b: 6 }))).toBe(
    '{"b":6,"a":{"y":5,"x":3,"z":4},"c":3}',
  );
});

test('lists keep their own order, and their elements the published one by place', () => {
  expect(
    JSON.stringify(
      inPublishedOrder(
        [{ b: 1, a: 2 }],
        [
          { a: 3, b: 4 },
          { d: 5, c: 6 },
        ],
      ),
    ),
  ).toBe('[{"b":4,"a":3},{"d":5,"c":6}]');
});
