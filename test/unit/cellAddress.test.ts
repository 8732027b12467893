import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressedBlock, addressedCell, blockAddress, cellAddress } from '../../src/model/cellAddress.ts';

describe('addresses of cells', () => {
  test.each([
    ['A1', { row: 0, column: 0 }],
    ['C7', { row: 6, column: 2 }],
    ['Z1', { row: 0, column: 25 }],
    ['AA10', { row: 9, column: 26 }],
    ['XFD1048576', { row: 1_048_575, column: 16_383 }],
  ])('%s', (address, place) => {
    expect(addressedCell(address)).toEqual(place);
    expect(cellAddress(place)).toBe(address);
  });

  test.each(['Total', 'a1', 'A0', 'A', '1', 'ABCD1', 'A12345678', ''])('%j is none', (text) => {
    expect(addressedCell(text)).toBeUndefined();
  });

  test.each([
    ['b2:d40', 'B2:D40'],
    ['$D$40:$B$2', 'B2:D40'],
    [' C3 ', 'C3'],
  ])('%j is the block %s', (text, address) => {
    const block = addressedBlock(text);
    expect(block && blockAddress(block)).toBe(address);
  });

  test.each(['B:D', '2:40', 'Sheet2.B2', 'B2:D40:E5', 'B2;D4', ':', 'B2:'])('%j is no block', (text) => {
    expect(addressedBlock(text)).toBeUndefined();
  });

  test('every block has an address that leads back to it', () => {
    const place = { row: fc.nat(1_048_575), column: fc.nat(16_383) };
    const block = fc.record({
      ...place,
      rows: fc.integer({ min: 1, max: 999 }),
      columns: fc.integer({ min: 1, max: 99 }),
    });
    fc.assert(
      fc.property(block, (made) => {
        expect(addressedBlock(blockAddress(made))).toEqual(made);
      }),
    );
  });
});
