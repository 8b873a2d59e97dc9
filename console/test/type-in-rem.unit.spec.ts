import postcss from 'postcss';
import { typeInRem } from '../type-in-rem.mjs';

const delivered = (css: string) => postcss([typeInRem()]).process(css, { from: undefined }).css;

test('type and the room it needs are delivered in rem, breakpoints in em', () => {
  expect(delivered('.a { font: 600 12px / 18px serif; height: 44px }')).toBe(
    '.a { font: 600 0.75rem / 1.125rem serif; height: 2.75rem }',
  );
  expect(delivered('@media (max-width: 767px) { .a { color: red } }')).toBe(
    '@media (max-width: 47.9375em) { .a { color: red } }',
  );
});

test('hairlines, gaps and what is written fixed() stay in pixels', () => {
  expect(delivered('.a { height: 1px; gap: 8px }')).toBe('.a { height: 1px; gap: 8px }');
  expect(delivered('.a { width: fixed(44px); font: 400 fixed(12px) / 18px serif }')).toBe(
    '.a { width: 44px; font: 400 12px / 1.125rem serif }',
  );
});
