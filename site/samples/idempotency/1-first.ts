const ada = { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' } as const;
show(await cardwright.holders.create(ada, { idempotencyKey: 'employee-4711' }));
