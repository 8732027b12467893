import type { Scene, SceneRows } from '../scene.ts';

const ORDERS: Omit<SceneRows, 'count'> = {
  columns: ['Order', 'Customer', 'Total'],
  cells: ['A-{row}', 'Customer {row}', '{row}.50'],
};

/** A grid whose rows all exist, `count` of them. */
export function orders(count: number): Scene {
  return {
    key: 'orders',
    title: `Orders (${count})`,
    app: 'orders',
    className: 'OrdersForm',
    rect: [120, 80, 900, 700],
    stages: [
      [
        { key: 'filter', type: 'Edit', name: 'Filter', patterns: { value: { value: '', readOnly: false } } },
        {
          key: 'grid',
          type: 'DataGrid',
          name: 'Orders',
          patterns: { grid: { rows: count, columns: 3 }, scroll: { vertical: 0 } },
          rows: { ...ORDERS, count },
        },
        { key: 'refresh', type: 'Button', name: 'Refresh', patterns: { invoke: true } },
      ],
    ],
  };
}

/** A grid that declares ten thousand rows and renders eleven of them. */
export const messages: Scene = {
  key: 'messages',
  title: 'Messages',
  app: 'mail',
  className: 'MailForm',
  rect: [160, 100, 900, 500],
  stages: [
    [
      {
        key: 'grid',
        type: 'DataGrid',
        name: 'Messages',
        patterns: { grid: { rows: 10_000, columns: 2 }, scroll: { vertical: 40 } },
        rows: {
          count: 10_000,
          columns: ['Sender', 'Subject'],
          cells: ['Sender {row}', 'Subject | part {row}'],
          rendered: { from: 4_000, count: 11 },
        },
      },
    ],
  ],
};
