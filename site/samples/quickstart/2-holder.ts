const holder = await cardwright.holders.create(
  { name: 'Ada Lovelace', email: 'ada@example.com', kind: 'individual' },
  { idempotencyKey: 'first-holder' },
);
show(holder);
