import fc from 'fast-check';
import { v5 as uuidv5 } from 'uuid';
import { nameBasedGuid } from './name-based-guid.ts';

test('whatever the name and the namespace, it is the one that others make', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.uuid(), (name, namespace) => {
      expect(nameBasedGuid(name, namespace)).toBe(uuidv5(name, namespace));
    }),
  );
});

test('a namespace that is no guid is refused', () => {
  expect(() => nameBasedGuid('name', 'no guid')).toThrow(TypeError);
});
