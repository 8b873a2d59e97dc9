import { headingOf, riskBand, riskScore } from './vocabulary.ts';

describe('the risk of an incident', () => {
  test.each([
    [0, 5, 'NONE'],
    [1, 1, 'LOW'],
    [2, 2, 'LOW'],
    [1, 5, 'MEDIUM'],
    [3, 3, 'MEDIUM'],
    [2, 5, 'HIGH'],
    [4, 4, 'HIGH'],
    [4, 5, 'EXTREME'],
    [5, 5, 'EXTREME'],
  ])('severity %i and likelihood %i are %s', (severity, likelihood, band) => {
    expect(riskBand(riskScore(severity, likelihood))).toBe(band);
  });

  test('there is none until both are chosen', () => {
    expect(riskScore(null, 3)).toBeNull();
    expect(riskScore(3, null)).toBeNull();
    expect(riskBand(null)).toBeNull();
  });
});

describe('the heading of an incident', () => {
  test.each([
    ['Sling frayed to half its width. It was found after the lift.', 'Sling frayed to half its width'],
    ['Rock hit the windshield at 4.5 m from the gate', 'Rock hit the windshield at 4.5 m from the gate'],
    ['Two lines\nand no full stop', 'Two lines and no full stop'],
    ['Who left the grating open? Nobody knows.', 'Who left the grating open?'],
    ['Fell 3 m. Éloïse called for help.', 'Fell 3 m'],
  ])('of %j is its first sentence', (description, heading) => {
    expect(headingOf(description)).toBe(heading);
  });

  test('is cut between words when the sentence is long', () => {
    const heading = headingOf('word '.repeat(100));
    expect(heading.length).toBeLessThanOrEqual(160);
    expect(heading).toMatch(/word…$/);
  });

  test.each([
    ['x'.repeat(5_000), 'x'.repeat(159)],
    [`${'x'.repeat(158)}${'🏗'.repeat(9)}`, 'x'.repeat(158)],
  ])('is cut between characters where there are no words', (description, cut) => {
    expect(headingOf(description)).toBe(`${cut}…`);
  });

  test('of a full stop alone is that, since nothing else can be clicked on', () => {
    expect(headingOf(' . ')).toBe('.');
  });
});
